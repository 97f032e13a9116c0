export function Frame(): string {
  return 'frame'
}
