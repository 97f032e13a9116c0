import { refundQuote, type RefundEntry, type RefundQuote } from '#domain/aftersale/refund-quote.ts'
import { portion } from '#domain/pricing-rounding.ts'
import type { Quote } from '#domain/quote.ts'
import { ok } from '#domain/result.ts'
import { refundByRule, wishOf, type Shop } from './refund-shop.ts'
import type { Entry } from './refund-oracle.ts'

/* The bugs by which other shops gave back the wrong sum, each as a shop that has it: the proof must find every one. */

export const plantedRefunds: Readonly<Record<string, Shop>> = {
  'the discount is taken of the price without tax, and the tax is that of the full price': (order, ...rest) =>
    refundByRule(taxedBeforeDiscount(order), ...rest),
  'the tax is forgotten': (order, ...rest) => refundByRule({ ...order, taxMode: 'none' }, ...rest),
  'the way back is not deducted': (order, history, entry) =>
    refundByRule(
      order,
      history,
      withFee(entry, () => 0),
    ),
  'the way back is deducted twice': (order, history, entry) =>
    refundByRule(
      order,
      history,
      withFee(entry, (fee) => 2 * fee),
    ),
  'the tax of shipping is left over': (order, ...rest) =>
    changed(refundByRule(order, ...rest), (refund) => {
      const { services, tax, total } = refund
      const less = order.taxMode === 'added' ? services.tax : 0
      return {
        ...refund,
        services: { ...services, tax: 0 },
        tax: tax - services.tax,
        total: Math.max(0, total - less),
        toPayment: Math.max(0, refund.toPayment - less),
      }
    }),
  'what was announced is refunded, not what arrived': (order, history, entry) =>
    refundQuote(order, history, asAnnounced(entry)),
  'the shares are scaled from what was announced': (order, history, entry) => {
    const announced = refundQuote(order, history, asAnnounced(entry))
    return changed(refundByRule(order, history, entry), (refund) => {
      if (!announced.ok) return refund
      const lines = refund.lines.map((line) => {
        const other = announced.value.lines.find(({ key }) => key === line.key)
        return other ? { ...line, tax: other.tax, parts: other.parts } : line
      })
      return { ...refund, lines }
    })
  },
  'the tax is counted twice, and more comes back than was paid': (order, ...rest) =>
    changed(refundByRule(order, ...rest), (refund) => {
      const { tax, total, toPayment } = refund
      return { ...refund, total: total + tax, toPayment: toPayment + tax }
    }),
}

function changed(given: ReturnType<Shop>, change: (refund: RefundQuote) => RefundQuote): ReturnType<Shop> {
  return given.ok ? ok(change(given.value)) : given
}

function taxedBeforeDiscount(order: Quote): Quote {
  const lines = order.lines.map((line) =>
    line.net === 0 ? line : { ...line, tax: portion(line.tax, line.gross, line.net) },
  )
  return { ...order, lines }
}

function withFee(entry: Entry, change: (fee: number) => number): Entry {
  return entry.kind === 'return' ? { ...entry, fee: change(entry.fee) } : entry
}

function asAnnounced(entry: Entry): RefundEntry {
  return wishOf(entry.kind === 'return' ? { ...entry, received: entry.announced } : entry)
}
