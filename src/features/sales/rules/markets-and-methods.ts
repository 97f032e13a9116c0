import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { amountIn, type Rates } from '#domain/promotion.ts'
import type { ShippingMethodFacts, TaxFacts } from '#domain/quote.ts'
import type { Market, PaymentMethod, SalesSettings, ShippingMethod } from '#wire/settings/sales.ts'

/*
 * The configuration's `sales` for one buyer: market, taxes, methods. A shop without configuration sells everywhere,
 * ships free and is paid by transfer (decision 029).
 */

/** The destination, as far as it is known. */
export interface Destination {
  /** ISO 3166-1; empty: not known yet. */
  readonly country: string
  readonly region: string
  readonly postcode: string
}

/** The shipping method of a shop without any: free, everywhere. It has no name; a message is used. */
const freeShipping: ShippingMethod = {
  code: 'standard',
  name: {},
  note: {},
  countries: [],
  postcodes: [],
  rows: [{ maxWeight: null, minAmount: null, price: {} }],
  freeFrom: null,
  days: { from: 0, to: 0 },
}

/** The payment method of a shop without any: by transfer, within a week. It has no name; a message is used. */
const byTransfer: PaymentMethod = {
  code: 'manual',
  provider: 'manual',
  name: {},
  note: {},
  instructions: {},
  countries: [],
  currencies: [],
  minimum: null,
  maximum: null,
  fee: null,
  holdHours: 168,
}

/** Whether the shop sells to a country. */
export function isSoldTo({ markets }: SalesSettings, country: string): boolean {
  return markets.length === 0 || marketOf(markets, country) !== null
}

/** Countries that are named by markets; null: everywhere. */
export function soldCountries({ markets }: SalesSettings): readonly string[] | null {
  if (markets.length === 0 || markets.some(({ countries }) => countries.includes('*'))) return null
  return [...new Set(markets.flatMap(({ countries }) => countries))]
}

/** Null: no taxes there, or not known where. */
export function taxesFor({ markets }: SalesSettings, { country, region }: Destination): TaxFacts | null {
  const tax = country === '' ? null : (marketOf(markets, country)?.tax ?? null)
  if (tax === null) return null
  return {
    mode: tax.mode,
    // A region that names some tax classes leaves the others as they are in the country.
    rates: { ...tax.rates, ...(Object.hasOwn(tax.regions, region) ? tax.regions[region] : {}) },
    shippingClass: tax.shipping,
  }
}

function marketOf(markets: readonly Market[], country: string): Market | null {
  return (
    markets.find(({ countries }) => countries.includes(country)) ??
    markets.find(({ countries }) => countries.includes('*')) ??
    null
  )
}

/**
 * The methods that serve the destination, whatever is sent, in the merchant's order; none while the country is
 * unknown.
 */
export function shippingTo(sales: SalesSettings, { country, postcode }: Destination): ShippingMethod[] {
  if (country === '' || !isSoldTo(sales, country)) return []
  const methods = sales.shipping.length === 0 ? [freeShipping] : sales.shipping
  const code = plainPostcode(postcode)
  return methods.filter(
    ({ countries, postcodes }) =>
      (countries.length === 0 || countries.includes(country)) &&
      (postcodes.length === 0 || postcodes.some((start) => code.startsWith(plainPostcode(start)))),
  )
}

function plainPostcode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '')
}

/** A method in one currency; rows without a price in it, nor in the base currency, are left out. */
export function shippingFacts(method: ShippingMethod, currency: string, rates: Rates): ShippingMethodFacts {
  return {
    code: method.code,
    rows: method.rows.flatMap(({ maxWeight, minAmount, price }) => {
      const amount = method === freeShipping ? 0 : amountIn(price, currency, rates)
      const least = minAmount === null ? 0 : amountIn(minAmount, currency, rates)
      return amount === null || least === null ? [] : [{ maxWeight, minAmount: least, amount }]
    }),
    freeFrom: method.freeFrom === null ? null : amountIn(method.freeFrom, currency, rates),
  }
}

/** The facts that decide which payment methods are offered. */
export interface ToBePaid {
  readonly country: string
  readonly currency: string
  /** Minor units, without any method's fee. */
  readonly total: number
}

/** The payment methods that an order could be paid by, in the merchant's order. */
export function paymentFor(
  { payment }: SalesSettings,
  { country, currency, total }: ToBePaid,
  rates: Rates,
): PaymentMethod[] {
  const methods = payment.length === 0 ? [byTransfer] : payment
  return methods.filter(({ countries, currencies, minimum, maximum }) => {
    const least = minimum === null ? 0 : amountIn(minimum, currency, rates)
    const most = maximum === null ? total : amountIn(maximum, currency, rates)
    return (
      (countries.length === 0 || countries.includes(country)) &&
      (currencies.length === 0 || currencies.includes(currency)) &&
      least !== null &&
      most !== null &&
      least <= total &&
      total <= most
    )
  })
}

/** Minor units that a payment method costs on top. */
export function paymentFee({ fee }: PaymentMethod, currency: string, rates: Rates): number {
  return fee === null ? 0 : (amountIn(fee, currency, rates) ?? 0)
}

/** The name of a method: the merchant's, or a message if none is configured. */
export function methodName(
  method: Pick<ShippingMethod | PaymentMethod, 'code' | 'name'>,
  { locale, t }: Pick<Ctx, 'locale' | 't'>,
): string {
  const own = pickText(method.name, locale)
  if (own !== '') return own
  if (method === freeShipping) return t('checkout.call.method_standard')
  return method === byTransfer ? t('checkout.call.method_manual') : method.code
}
