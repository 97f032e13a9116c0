import type { Quote } from '../quote.ts'
import { no, ok, type Result } from '../result.ts'
import { allocate } from '../money.ts'
import { sum } from '../pricing-rounding.ts'
import {
  adjustLine,
  giveUnits,
  leftOfLine,
  lineLedger,
  recordLine,
  type LineLedger,
  type RefundedLine,
} from './refund-lines.ts'
import {
  leftOfServices,
  noServices,
  servicesLedger,
  takeServices,
  withoutServices,
  type RefundedServices,
  type ServicesLedger,
} from './refund-services.ts'

/*
 * What of an order's money comes back, for whatever reason, and in whatever parts. The same function makes the
 * shopper's preview, the recorded quote of a return, and by it the refund. Amounts are minor units of the order's
 * currency.
 */

export type RefundEntry =
  | {
      readonly kind: 'units'
      /** Units given back. */
      readonly lines: readonly { readonly key: string; readonly quantity: number }[]
      /** What the shop keeps of the refund, as for its return label; of a smaller refund all of it. */
      readonly fee: number
      /** Shipping and payment fee come back if with these units nothing stays with the shopper. */
      readonly servicesBack: boolean
    }
  /**
   * A price reduced afterwards, tax included: of a line, or of the order (null), where it is taken first of what
   * belongs to no line: shipping and payment fee.
   */
  | { readonly kind: 'adjustment'; readonly line: string | null; readonly amount: number }
  /** A cancellation: all that is left. */
  | { readonly kind: 'rest' }

/**
 * A quote that was recorded for a return, open or done: counts as it stands. A return that was applied for before
 * another one, and cancelled after it, then changes no cent of the other's.
 */
export interface RecordedRefund {
  readonly kind: 'recorded'
  readonly refund: RefundQuote
}

export interface RefundQuote {
  readonly lines: readonly RefundedLine[]
  /** What of shipping and payment fee comes back. Their tax is in them, or on top where the order's is. */
  readonly services: RefundedServices
  /** What the shop keeps of it: never more than there is. */
  readonly fee: number
  /** All tax of lines and services; the fee changes none of it. */
  readonly tax: number
  /** The same by class of tax. */
  readonly taxByClass: Readonly<Record<string, number>>
  /** Lines and services less the fee. */
  readonly total: number
  /** Of `total`, by the way of payment; first this, until all that was paid so is back. */
  readonly toPayment: number
  /** Of `total`, as store credit: it was paid with that. */
  readonly toCredit: number
  /** With it nothing of the order stays with the shopper. */
  readonly isWhole: boolean
}

export type RefundRefusal =
  | { readonly name: 'unknown_line'; readonly key: string }
  /** More than was bought and not given back yet. */
  | { readonly name: 'too_many'; readonly key: string; readonly left: number }
  /** A reduction of more than is left of the line, or of the order. */
  | { readonly name: 'too_much'; readonly left: number }

/**
 * The refund that a wish gives after everything that came back before. Whatever the history: line by line, by tax
 * class, for shipping and in total never more than was paid; the last refund gives exactly the rest; and units that
 * come back one by one give the cents that they give together. Specified in docs/decisions/089-refund-arithmetic.md.
 * @param history in its order. It has happened: of what does not fit, no more counts than there is
 */
export function refundQuote(
  quote: Quote,
  history: readonly (RefundEntry | RecordedRefund)[],
  wish: RefundEntry,
): Result<RefundQuote, RefundRefusal> {
  const before = history.reduce((ledger, entry) => record(quote, ledger, entry), openLedger(quote))
  const refusal = refusalOf(before, wish)
  return refusal === null ? ok(give(quote, before, wish).refund) : no(refusal)
}

/**
 * A recorded quote at the moment of its refund (decision 111): its goods as they were promised. Shipping and payment fee
 * are in it only if all units have really come back: as they were promised, or, where no other quote has them, what is
 * left of them.
 * @param others the recorded quotes of all other returns, open or done, and reductions
 * @param isAllBack with its units, everything has come back
 */
export function settledRefund(
  quote: Quote,
  others: readonly (RefundEntry | RecordedRefund)[],
  promised: RefundQuote,
  isAllBack: boolean,
): RefundQuote {
  const { shipping, paymentFee } = promised.services
  if (isAllBack && shipping + paymentFee > 0) return promised
  const before = others.reduce((ledger, entry) => record(quote, ledger, entry), openLedger(quote))
  const services = takeServices(before.services, isAllBack ? leftOfServices(before.services) : 0)
  const { lines, fee } = promised
  const mostToPayment = Math.max(promised.toPayment, before.toPayment)
  return refundOf(quote, { lines, services, fee, mostToPayment, isWhole: isAllBack })
}

interface Given {
  lines: readonly RefundedLine[]
  services: ReturnType<typeof takeServices>
  /** What the shop keeps of it, if it is so much. */
  fee: number
  /** What the payments have left. */
  mostToPayment: number
  isWhole: boolean
}

/** The sums of a refund: by payment as far as that goes, the rest as credit. */
function refundOf(
  quote: Quote,
  { lines, services, fee: wanted, mostToPayment, isWhole }: Given,
): RefundQuote {
  const value = sum(lines.map(({ amount }) => amount)) + services.value
  const fee = Math.min(wanted, value)
  const total = value - fee
  const toPayment = Math.min(total, mostToPayment)
  return {
    lines,
    services: services.refunded,
    fee,
    tax: sum(lines.map(({ tax }) => tax)) + services.refunded.tax,
    taxByClass: taxByClass(quote, lines, services.refunded),
    total,
    toPayment,
    toCredit: total - toPayment,
    isWhole,
  }
}

/**
 * The refund less what the shop keeps of it: with a fee that is higher by so much. Tax and goods stay, and money that
 * was paid goes back first.
 * @param kept minor units, no more than the refund
 */
export function keepOf(refund: RefundQuote, kept: number): RefundQuote {
  if (count(kept) > refund.total) throw new RangeError(`${kept} cannot be kept of ${refund.total}`)
  const total = refund.total - kept
  const toPayment = Math.min(total, refund.toPayment)
  return { ...refund, fee: refund.fee + kept, total, toPayment, toCredit: total - toPayment }
}

/** What is left of an order: each entry of a history makes a new one. */
interface Ledger {
  readonly lines: readonly LineLedger[]
  readonly services: ServicesLedger
  /** Of what was paid by payment, not given back to it. */
  readonly toPayment: number
}

function openLedger(quote: Quote): Ledger {
  return {
    lines: quote.lines.map((line) => lineLedger(line, quote)),
    services: servicesLedger(quote),
    toPayment: quote.toPay,
  }
}

function record(quote: Quote, before: Ledger, entry: RefundEntry | RecordedRefund): Ledger {
  if (entry.kind !== 'recorded') return give(quote, before, fitting(before, entry)).after
  const { refund } = entry
  return {
    lines: before.lines.map((line) => {
      const found = refund.lines.find(({ key }) => key === line.key)
      return found ? recordLine(line, found) : line
    }),
    services: withoutServices(before.services, refund.services),
    toPayment: Math.max(0, before.toPayment - refund.toPayment),
  }
}

/** What of an entry can have happened. */
function fitting(before: Ledger, entry: RefundEntry): RefundEntry {
  if (entry.kind === 'rest') return entry
  if (entry.kind === 'adjustment') {
    const line = before.lines.find(({ key }) => key === entry.line)
    const isOrphan = entry.line !== null && line === undefined
    return {
      ...entry,
      line: isOrphan ? null : entry.line,
      amount: Math.min(entry.amount, leftFor(before, line)),
    }
  }
  const asked = countUnits(entry.lines)
  return {
    ...entry,
    lines: before.lines.map(({ key, units }) => ({ key, quantity: Math.min(asked.get(key) ?? 0, units) })),
  }
}

function refusalOf(before: Ledger, wish: RefundEntry): RefundRefusal | null {
  if (wish.kind === 'rest') return null
  const named =
    wish.kind === 'units' ? wish.lines.map(({ key }) => key) : wish.line === null ? [] : [wish.line]
  const unknown = named.find((name) => before.lines.every(({ key }) => key !== name))
  if (unknown !== undefined) return { name: 'unknown_line', key: unknown }
  if (wish.kind === 'adjustment') {
    const left = leftFor(
      before,
      before.lines.find(({ key }) => key === wish.line),
    )
    return count(wish.amount) > left ? { name: 'too_much', left } : null
  }
  const asked = countUnits(wish.lines)
  const tooFew = before.lines.find(({ key, units }) => (asked.get(key) ?? 0) > units)
  return tooFew ? { name: 'too_many', key: tooFew.key, left: tooFew.units } : null
}

function leftFor({ lines, services }: Ledger, line: LineLedger | undefined): number {
  return line ? leftOfLine(line) : sum(lines.map(leftOfLine)) + leftOfServices(services)
}

function countUnits(units: readonly { key: string; quantity: number }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { key, quantity } of units) counts.set(key, (counts.get(key) ?? 0) + count(quantity))
  return counts
}

function count(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} cannot be given back`)
  return amount
}

/** Carries out an entry that fits. */
function give(quote: Quote, before: Ledger, entry: RefundEntry): { refund: RefundQuote; after: Ledger } {
  const { changes, services, isWhole } = changesBy(before, entry)
  const lines = changes.flatMap(({ refunded }) => (refunded ? [refunded] : []))
  const fee = entry.kind === 'units' ? count(entry.fee) : 0
  const refund = refundOf(quote, { lines, services, fee, mostToPayment: before.toPayment, isWhole })
  return {
    refund,
    after: {
      lines: changes.map(({ after }) => after),
      services: services.after,
      toPayment: before.toPayment - refund.toPayment,
    },
  }
}

interface Changes {
  changes: readonly { refunded: RefundedLine | null; after: LineLedger }[]
  services: { refunded: RefundedServices; value: number; after: ServicesLedger }
  isWhole: boolean
}

function changesBy(before: Ledger, entry: RefundEntry): Changes {
  if (entry.kind === 'adjustment') return adjustmentOf(before, entry)
  const asked = entry.kind === 'units' ? countUnits(entry.lines) : null
  const unitsOf = ({ key, units }: LineLedger) => (asked === null ? units : (asked.get(key) ?? 0))
  const isLast = before.lines.every((line) => line.units === unitsOf(line))
  const isWhole = isLast && (asked === null || sum([...asked.values()]) > 0)
  const servicesCome = isWhole && (entry.kind === 'rest' || entry.servicesBack)
  return {
    changes: before.lines.map((line) => giveUnits(line, unitsOf(line), isWhole)),
    services: servicesCome
      ? takeServices(before.services, leftOfServices(before.services))
      : { refunded: noServices, value: 0, after: before.services },
    isWhole,
  }
}

/** Of the order: first of what belongs to no line, then of the lines by what is left of them. */
function adjustmentOf(
  before: Ledger,
  { line: name, amount }: Extract<RefundEntry, { kind: 'adjustment' }>,
): Changes {
  const ofServices = name === null ? Math.min(amount, leftOfServices(before.services)) : 0
  const lefts = before.lines.map((line) => (name === null || line.key === name ? leftOfLine(line) : 0))
  const parts = spread(amount - ofServices, lefts)
  return {
    changes: before.lines.map((line, index) => adjustLine(line, parts[index]!)),
    services: takeServices(before.services, ofServices),
    isWhole: false,
  }
}

function spread(amount: number, lefts: readonly number[]): readonly number[] {
  return amount === 0 ? lefts.map(() => 0) : allocate(amount, lefts)
}

function taxByClass(
  { adjustments }: Quote,
  lines: readonly RefundedLine[],
  services: RefundedServices,
): Record<string, number> {
  const sums = new Map<string, number>()
  const add = (line: string | undefined, tax: number) => {
    const found = adjustments.find(({ because, line: of }) => because.kind === 'tax' && of === line)?.because
    if (tax === 0 || found?.kind !== 'tax') return
    sums.set(found.taxClass, (sums.get(found.taxClass) ?? 0) + tax)
  }
  for (const { key, tax } of lines) add(key, tax)
  add(undefined, services.tax)
  return Object.fromEntries(sums)
}
