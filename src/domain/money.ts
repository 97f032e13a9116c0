import { exponent, type Currency } from './currency.ts'
import { no, ok, type Result } from './result.ts'

/** An integer count of minor units in one currency: {amount: 1990, currency: 'USD'} is $19.90. */
export interface Money {
  readonly amount: number
  readonly currency: Currency
}

export function money(amount: number, currency: Currency): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of minor units`)
  return { amount, currency }
}

/** Throws when the currencies differ: that is a fault of the program, never of the visitor. */
export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`cannot add ${a.currency} and ${b.currency}`)
  return money(a.amount + b.amount, a.currency)
}

export function times(a: Money, quantity: number): Money {
  return money(a.amount * quantity, a.currency)
}

/**
 * Reads a decimal text of major units, "19.90", as minor units.
 * More digits than the currency has are refused, unless they are zeros: a price is never rounded in silence.
 */
export function parseAmount(
  text: string,
  currency: Currency,
): Result<number, 'not_a_number' | 'too_precise' | 'too_large'> {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return no('not_a_number')
  const digits = exponent(currency)
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > digits) return no('too_precise')
  const amount = Number(`${match[1]}${fraction.padEnd(digits, '0')}`)
  return Number.isSafeInteger(amount) ? ok(amount) : no('too_large')
}

/** The inverse of `parseAmount`: 1990 USD → "19.90". */
export function amountText(amount: number, currency: Currency): string {
  const digits = exponent(currency)
  if (digits === 0) return String(amount)
  const text = String(amount).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * Converts by a decimal rate ("0.92" units of `to` for one unit of `from`), rounded half up to a multiple of
 * `roundTo` minor units of `to`. Exact: the rate is used as a fraction of integers, not as a float.
 */
export function convert(amount: number, from: Currency, to: Currency, rate: string, roundTo = 1): number {
  const [whole, fraction = ''] = rate.split('.')
  const numerator = BigInt(amount) * BigInt(`${whole}${fraction}`) * 10n ** BigInt(exponent(to))
  const denominator = 10n ** BigInt(fraction.length + exponent(from)) * BigInt(roundTo)
  const steps = (2n * numerator + denominator) / (2n * denominator)
  return Number(steps * BigInt(roundTo))
}

/**
 * Splits an amount by weights so that the parts sum to the whole: each gets its share rounded down, the minor
 * units that are left go to the largest remainders, ties to the first. All weights 0: the first gets everything.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  if (weights.length === 0) throw new RangeError('nothing to allocate to')
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.map((_, index) => (index === 0 ? amount : 0))
  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight)
    return { index, part: Number(exact / total), remainder: exact % total }
  })
  let left = amount - shares.reduce((sum, share) => sum + share.part, 0)
  const parts = shares.map((share) => share.part)
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const { index } of byRemainder) {
    if (left === 0) break
    parts[index]! += 1
    left -= 1
  }
  return parts
}
