export function sign(amount: number): string | undefined {
  if (amount < 0) return 'minus'
}
