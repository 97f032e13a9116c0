export const log = (line: string): string => line
