/**
 * amount × part ÷ whole, rounded half up to a whole minor unit. Exact: no step of it is a float.
 * @param amount minor units, 0 or more, as are the other two; `whole` is not 0
 */
export function portion(amount: number, part: number | bigint, whole: number | bigint): number {
  const divisor = BigInt(whole)
  return Number((2n * BigInt(amount) * BigInt(part) + divisor) / (2n * divisor))
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
