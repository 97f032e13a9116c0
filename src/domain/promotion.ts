import type { Currency } from './currency.ts'
import { convert } from './money.ts'

/* What a promotion or a coupon asks for, and what it gives. Both are made of the same parts. */

/** Minor units by currency. The base currency is always there; what else is there is not converted. */
export type Amounts = Readonly<Record<Currency, number>>

/** All that are given must hold. The lists are of slugs and name what it applies to; without any, to everything. */
export interface Conditions {
  readonly minimumAmount?: Amounts
  readonly minimumQuantity?: number
  readonly products: readonly string[]
  readonly categories: readonly string[]
  readonly collections: readonly string[]
  readonly firstOrder: boolean
}

export type Benefit =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly amounts: Amounts }
  /** Each unit it applies to costs this. */
  | { readonly kind: 'fixed-price'; readonly amounts: Amounts }
  | { readonly kind: 'free-shipping' }
  /** For each `buy` units, `get` of the cheapest others are cheaper by `percent`. */
  | { readonly kind: 'buy-get'; readonly buy: number; readonly get: number; readonly percent: number }
  /** The highest step that is reached counts; quantities ascend. */
  | { readonly kind: 'tiered'; readonly steps: readonly { quantity: number; percent: number }[] }

/** From the first moment up to but not including the second; null for no bound. */
export interface Window {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

export function isRunning({ startsAt, endsAt }: Window, now: Date): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
}

/** How the shop's base currency becomes others. */
export interface Rates {
  readonly baseCurrency: Currency
  readonly currencies: readonly { code: Currency; rate: string; roundTo: number }[]
}

/** The amount in a currency of the shop: its own, or the base currency's converted. Minor units. */
export function amountIn(amounts: Amounts, currency: Currency, rates: Rates): number {
  const own = amounts[currency]
  if (own !== undefined) return own
  const base = amounts[rates.baseCurrency]
  const rule = rates.currencies.find(({ code }) => code === currency)
  if (base === undefined || rule === undefined) throw new RangeError(`there is no amount in ${currency}`)
  return convert(base, rates.baseCurrency, currency, rule.rate, rule.roundTo)
}
