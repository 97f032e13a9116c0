import { exponent, type Currency } from '#domain/currency.ts'
import { amountText, convert, parseAmount } from '#domain/money.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { usefulTiers, type Tier } from '#domain/tiers.ts'
import type { SkuEntry } from '#wire/catalog-format.ts'
import type { ShopSettings } from '#wire/shop-config.ts'
import { shown } from '#wire/shown-text.ts'

/** The settings that prices depend on. */
export type Currencies = Pick<ShopSettings, 'baseCurrency' | 'currencies'>

/** Minor units. */
export interface PriceRow {
  currency: Currency
  amount: number
  lineAmount: number | null
  tiers: Tier[] | null
  converted: boolean
}

/** The prices of a SKU as the file gives them, in one spelling: {"USD": {"price": "19.90"}}. */
export type OwnPrices = SkuEntry['prices']

/**
 * Reads the prices of a SKU. A missing base price is calculated from a currency that the shop has a rate for, if
 * `foreign` allows it: the file is in another currency than the shop.
 */
export function ownPrices(given: OwnPrices, shop: Currencies, foreign: boolean): Result<OwnPrices, string> {
  const own: OwnPrices = {}
  for (const [currency, { price, linePrice, tiers = [] }] of Object.entries(given)) {
    const amount = amountOf(price, currency)
    if (!amount.ok) return amount
    const line = linePrice === undefined ? ok(null) : amountOf(linePrice, currency)
    if (!line.ok) return line
    if (line.value !== null && line.value <= amount.value) {
      return no(`the line price ${linePrice} ${currency} is not above the price ${price}`)
    }
    const steps = tierSteps(tiers, amount.value, currency)
    if (!steps.ok) return steps
    own[currency] = priceEntry(amount.value, line.value, steps.value, currency)
  }
  return own[shop.baseCurrency] !== undefined ? ok(own) : withBasePrice(own, shop, foreign)
}

/** The given prices, and for each other currency of the shop the base price converted by its rate. */
export function priceRows(own: OwnPrices, shop: Currencies): Result<PriceRow[], string> {
  const rows = Object.entries(own).map(([currency, { price, linePrice, tiers }]): PriceRow => ({
    currency,
    amount: minorUnits(price, currency),
    lineAmount: linePrice === undefined ? null : minorUnits(linePrice, currency),
    tiers: tiers?.map(({ from, amount }) => ({ from, amount: minorUnits(amount, currency) })) ?? null,
    converted: false,
  }))
  const base = rows.find((row) => row.currency === shop.baseCurrency)
  if (base === undefined) return no(`no price in ${shop.baseCurrency}`)
  for (const { code, rate, roundTo } of shop.currencies) {
    if (own[code] !== undefined) continue
    const converted = (minor: number): number => convert(minor, base.currency, code, rate, roundTo)
    const amount = converted(base.amount)
    const line = base.lineAmount === null ? null : converted(base.lineAmount)
    if (!Number.isSafeInteger(amount) || (line !== null && !Number.isSafeInteger(line)))
      return no(`the price is too large in ${code}`)
    if (amount === 0 && base.amount > 0) return no(`the price becomes nothing in ${code}`)
    // Rounding can make the two equal; then there is no line price.
    rows.push({
      currency: code,
      amount,
      lineAmount: line !== null && line > amount ? line : null,
      tiers: base.tiers?.map((tier) => ({ from: tier.from, amount: converted(tier.amount) })) ?? null,
      converted: true,
    })
  }
  return ok(rows)
}

function withBasePrice(own: OwnPrices, shop: Currencies, foreign: boolean): Result<OwnPrices, string> {
  const rule = foreign ? shop.currencies.find(({ code }) => own[code] !== undefined) : undefined
  const price = rule === undefined ? undefined : own[rule.code]
  if (rule === undefined || price === undefined)
    return no(`no price in ${shop.baseCurrency}, the currency of the shop`)
  const base = shop.baseCurrency
  const amount = toBase(minorUnits(price.price, rule.code), rule.code, rule.rate, base)
  const line =
    price.linePrice === undefined
      ? null
      : toBase(minorUnits(price.linePrice, rule.code), rule.code, rule.rate, base)
  if (!Number.isSafeInteger(amount) || (line !== null && !Number.isSafeInteger(line)))
    return no(`the price is too large in ${base}`)
  const tiers = (price.tiers ?? []).map((tier) => ({
    from: tier.from,
    amount: toBase(minorUnits(tier.amount, rule.code), rule.code, rule.rate, base),
  }))
  return ok({
    ...own,
    [base]: priceEntry(
      amount,
      line !== null && line > amount ? line : null,
      usefulTiers(amount, tiers, Infinity),
      base,
    ),
  })
}

/** The inverse of `convert`: from a currency with a rate to the base currency, rounded half up. */
function toBase(amount: number, from: Currency, rate: string, base: Currency): number {
  const [whole, fraction = ''] = rate.split('.')
  const units = BigInt(`${whole}${fraction}`)
  if (units === 0n) return Number.POSITIVE_INFINITY
  const numerator = BigInt(amount) * 10n ** BigInt(fraction.length + exponent(base))
  const denominator = units * 10n ** BigInt(exponent(from))
  return Number((2n * numerator + denominator) / (2n * denominator))
}

function priceEntry(
  amount: number,
  line: number | null,
  tiers: readonly Tier[],
  currency: Currency,
): OwnPrices[string] {
  return {
    price: amountText(amount, currency),
    ...(line === null ? {} : { linePrice: amountText(line, currency) }),
    ...(tiers.length === 0
      ? {}
      : { tiers: tiers.map((tier) => ({ from: tier.from, amount: amountText(tier.amount, currency) })) }),
  }
}

/** In minor units: each step is for more units than the one before, and cheaper. */
function tierSteps(
  given: NonNullable<OwnPrices[string]['tiers']>,
  amount: number,
  currency: Currency,
): Result<Tier[], string> {
  const steps: Tier[] = []
  for (const tier of given) {
    const read = amountOf(tier.amount, currency)
    if (!read.ok) return read
    const before = steps.at(-1) ?? { from: 1, amount }
    if (tier.from <= before.from)
      return no(`the tier from ${tier.from} does not follow the one from ${before.from}`)
    if (read.value >= before.amount)
      return no(
        `the tier from ${tier.from} costs ${tier.amount} ${currency}, which is not less than before it`,
      )
    steps.push({ from: tier.from, amount: read.value })
  }
  return ok(steps)
}

function amountOf(text: string, currency: Currency): Result<number, string> {
  const read = parseAmount(text, currency)
  if (read.ok) return read
  const why = {
    not_a_number: 'is not a price such as 19.90',
    too_precise: `is more exact than ${currency} can be`,
    too_large: 'is too large',
  }
  return no(`${shown(text)} ${why[read.problem]}`)
}

/** Of a price that has been read before. */
function minorUnits(text: string, currency: Currency): number {
  const read = parseAmount(text, currency)
  if (!read.ok) throw new Error(`${text} ${currency} was not checked`)
  return read.value
}
