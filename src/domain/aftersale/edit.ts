import { allocate } from '../money.ts'
import { portion, sum } from '../pricing-rounding.ts'
import type { Adjustment, Quote, QuotedLine, TaxFacts } from '../quote.ts'
import { taxOf, type Tax } from '../tax.ts'
import { beforeServices, fromServices, summedUp } from './adjust.ts'

/*
 * The price of an order after units were taken out or added (decision 095). Units that stay keep the price that they
 * were sold at, their share of all discounts and of the tax; added units have the price of today. So the units that are
 * taken out are worth what `refundOf` gives for them; where tax is added to prices, net and tax are rounded each.
 */

export interface QuoteEdit {
  /** Key → units that stay, of the units that the quote has; missing ones stay whole, 0 takes the line out. */
  readonly keep: ReadonlyMap<string, number>
  /** Today's quote of the added units alone, without shipping, fee, coupons and credit; null for none. */
  readonly added: Quote | null
  /** Another price of shipping; null leaves it as it was sold. */
  readonly shipping: number | null
  /** Today's taxes, for a line or shipping that had none in the quote. */
  readonly tax: TaxFacts | null
}

export function editedQuote(quote: Quote, { keep, added, shipping, tax }: QuoteEdit): Quote {
  const kept = quote.lines.flatMap((line) => keptPart(quote, line, keep.get(line.key) ?? line.quantity))
  const parts =
    added === null ? kept : added.lines.reduce<LinePart[]>((all, line) => join(quote, all, added, line), kept)
  const services = servicesOf(quote, shipping, tax)
  const units = sum(quote.lines.map(({ quantity }) => quantity))
  const staying = sum(kept.map(({ line }) => line.quantity))
  const adjustments = [
    ...parts.flatMap(({ reductions }) => reductions),
    ...services.steps,
    ...parts.flatMap(({ line, taxed }) =>
      taxed === null || line.tax === 0 ? [] : [{ ...taxed, amount: line.tax, line: line.key }],
    ),
    ...services.taxes,
    ...quote.adjustments.filter(({ because }) => because.kind === 'store_credit'),
  ]
  return summedUp(
    quote,
    parts.map(({ line }) => line),
    adjustments,
    {
      shipping: services.shipping,
      qualifying: portion(quote.qualifying, staying, units) + (added?.qualifying ?? 0),
      weight: portion(quote.weight, staying, units) + (added?.weight ?? 0),
    },
  )
}

interface LinePart {
  readonly line: QuotedLine
  readonly reductions: readonly Adjustment[]
  /** The class and rate of its tax; null for none. */
  readonly taxed: Pick<Adjustment, 'because'> | null
}

/** The first units of a line, in the share that `refundOf` counts by. */
function keptPart(quote: Quote, line: QuotedLine, quantity: number): LinePart[] {
  if (quantity === 0) return []
  const own = (part: readonly Adjustment[]): Adjustment[] => part.filter((one) => one.line === line.key)
  const reductions = own(beforeServices(quote.adjustments))
  const taxed = own(fromServices(quote.adjustments)).find(({ because }) => because.kind === 'tax') ?? null
  if (quantity === line.quantity) return [{ line, reductions, taxed }]
  const gross = line.amount * quantity
  const net = portion(line.net, quantity, line.quantity)
  const tax = portion(line.tax, quantity, line.quantity)
  const discount = gross - net
  const shares =
    discount === 0
      ? reductions.map(() => 0)
      : allocate(
          discount,
          reductions.map(({ amount }) => -amount),
        )
  return [
    {
      line: { ...line, quantity, gross, net, discount, tax },
      reductions: reductions.flatMap((one, index) =>
        shares[index] === 0 ? [] : [{ ...one, amount: -shares[index]! }],
      ),
      taxed,
    },
  ]
}

/** The line with units that are added: of one key there is one line, with the higher of both prices as its list price. */
function join(quote: Quote, all: readonly LinePart[], added: Quote, line: QuotedLine): LinePart[] {
  const reductions = added.adjustments.filter(
    (one) => one.line === line.key && beforeServices([one]).length === 1,
  )
  const before = all.find((part) => part.line.key === line.key)
  const today = added.adjustments.find((one) => one.line === line.key && one.because.kind === 'tax')
  if (before === undefined) return [...all, { line, reductions, taxed: today ?? null }]
  const amount = Math.max(before.line.amount, line.amount)
  const quantity = before.line.quantity + line.quantity
  const gross = amount * quantity
  const net = before.line.net + line.net
  const discount = gross - net
  const cheaper = discount - before.line.discount - line.discount
  const tax = before.line.tax + taxOfAdded(before, quote, line)
  const joined: LinePart = {
    line: { key: line.key, amount, quantity, gross, net, discount, tax },
    reductions: [
      ...before.reductions,
      ...reductions,
      ...(cheaper === 0
        ? []
        : [{ because: { kind: 'adjusted', reason: '' } as const, amount: -cheaper, line: line.key }]),
    ],
    taxed: before.taxed ?? today ?? null,
  }
  return all.map((part) => (part === before ? joined : part))
}

/** Units that are added to a line are taxed as the line was, though the rate may be another by now. */
function taxOfAdded({ taxed }: LinePart, { taxMode }: Quote, line: QuotedLine): number {
  if (taxed === null || taxed.because.kind !== 'tax' || taxMode === 'none') return line.tax
  const { taxClass, rate } = taxed.because
  return (
    taxOf(line.net, taxClass, { mode: taxMode, rates: { [taxClass]: rate }, shippingClass: null })?.amount ??
    0
  )
}

interface EditedServices {
  readonly shipping: number | null
  readonly steps: readonly Adjustment[]
  readonly taxes: readonly Adjustment[]
}

function servicesOf(quote: Quote, shipping: number | null, today: TaxFacts | null): EditedServices {
  const rest = fromServices(quote.adjustments)
  const isStep = ({ because: { kind } }: Adjustment): boolean =>
    kind === 'shipping' || kind === 'free_shipping' || kind === 'payment_fee'
  const taxes = rest.filter(({ because, line }) => because.kind === 'tax' && line === undefined)
  if (shipping === null || shipping === quote.shipping)
    return { shipping: quote.shipping, steps: rest.filter(isStep), taxes }
  const method = rest.flatMap(({ because }) => (because.kind === 'shipping' ? [because.method] : []))[0] ?? ''
  const steps: Adjustment[] = [
    ...(shipping === 0 ? [] : [{ because: { kind: 'shipping', method } as const, amount: shipping }]),
    ...rest.filter(({ because }) => because.kind === 'payment_fee'),
  ]
  const tax = serviceTax(quote, taxes[0], shipping + quote.paymentFee, today)
  return {
    shipping,
    steps,
    taxes:
      tax === null || tax.amount === 0
        ? []
        : [
            {
              because: {
                kind: 'tax',
                taxClass: tax.taxClass,
                rate: tax.rate,
                included: quote.taxMode === 'included',
              },
              amount: tax.amount,
            },
          ],
  }
}

function serviceTax(
  { taxMode }: Quote,
  before: Adjustment | undefined,
  amount: number,
  today: TaxFacts | null,
): Tax | null {
  if (taxMode === 'none') return null
  if (before?.because.kind === 'tax') {
    const { taxClass, rate } = before.because
    return taxOf(amount, taxClass, { mode: taxMode, rates: { [taxClass]: rate }, shippingClass: null })
  }
  const taxClass = today?.shippingClass ?? null
  return today === null || taxClass === null ? null : taxOf(amount, taxClass, { ...today, mode: taxMode })
}
