export const width = (): number => window.innerWidth
