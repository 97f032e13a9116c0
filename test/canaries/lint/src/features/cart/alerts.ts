export const warn = (): void => alert('no')
