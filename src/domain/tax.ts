import { portion } from './pricing-rounding.ts'
import type { TaxFacts } from './quote.ts'

export interface Tax {
  /** The class and the decimal percent by which it was calculated. */
  readonly taxClass: string
  readonly rate: string
  /** Minor units: what is held in the amount, or comes on top of it. */
  readonly amount: number
}

/**
 * The tax of an amount, rounded half up once. A class that the market does not name is taxed as `standard`; null
 * where that is not named either.
 */
export function taxOf(amount: number, taxClass: string, { mode, rates }: TaxFacts): Tax | null {
  const known = [taxClass, 'standard'].find((name) => Object.hasOwn(rates, name))
  const rate = known === undefined ? undefined : rates[known]
  if (known === undefined || rate === undefined) return null
  const [whole = '', fraction = ''] = rate.split('.')
  const percent = BigInt(`${whole}${fraction}`)
  const hundred = 100n * 10n ** BigInt(fraction.length)
  return {
    taxClass: known,
    rate,
    amount: portion(amount, percent, mode === 'included' ? hundred + percent : hundred),
  }
}
