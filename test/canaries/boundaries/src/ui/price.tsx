export function Price(): string {
  return '1'
}
