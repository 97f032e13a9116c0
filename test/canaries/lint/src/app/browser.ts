export const path = (): string => location.pathname
