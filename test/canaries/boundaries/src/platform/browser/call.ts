export const call = (path: string): string => path
