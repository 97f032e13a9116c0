export const first = (lines: any): number => Number(lines)
