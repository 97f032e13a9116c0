export function total(lines: readonly number[]): number {
  const first = lines[0]
  return lines.length
}
