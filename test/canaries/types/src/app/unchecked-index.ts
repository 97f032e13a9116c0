export const first = (lines: readonly string[]): string => lines[0]
