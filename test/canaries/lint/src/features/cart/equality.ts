export const isEmpty = (count: number): boolean => count == 0
