import type { PricingFacts } from '#domain/quote.ts'
import { nearest, shares, type Part, type Sheet } from './pricing-oracle.ts'
import type { Step, Units } from './random-histories.ts'

/*
 * What comes back of an order, a second time: every unit lies on a table with its price and its tax on it, and whoever
 * gives one back takes what is written there. From the words of docs/decisions/089-refund-arithmetic.md, with nothing
 * of the shop's code. Where it differs from `refundQuote`, one of the two is wrong.
 */

export interface Note {
  lines: { key: string; quantity: number; amount: number; tax: number; parts: [string, number][] }[]
  shipping: number
  paymentFee: number
  serviceTax: number
  fee: number
  tax: number
  /** Class and amount, by name. */
  classes: [string, number][]
  total: number
  toPayment: number
  toCredit: number
  isWhole: boolean
}

/** A note, or why there is none: `too_many sku-1 2`. */
export type Answer = Note | string

export type Entry = Exclude<Step, { kind: 'take-back' }>

interface Row {
  key: string
  bought: number
  /** One slip for each unit that is still out there. */
  slips: { net: bigint; tax: bigint }[]
  /** What is left of a line whose units are all back. */
  odd: { net: bigint; tax: bigint }
  price: bigint
  tier: bigint
  /** Taken off all units. */
  promotion: bigint
  coupon: bigint
  taxClass: string
}

export interface Table {
  rows: Row[]
  shipping: bigint
  paymentFee: bigint
  serviceTax: bigint
  serviceClass: string
  isAdded: boolean
  /** Of what was paid by payment, still there. */
  paid: bigint
}

/** Lays a paid order on the table. */
export function layOrder(facts: PricingFacts, sheet: Sheet): Table {
  const off = (what: string, key: string) =>
    sheet.rows.reduce(
      (all, [kind, , line, amount]) => (kind === what && line === key ? all - BigInt(amount) : all),
      0n,
    )
  const classOf = (key: string) =>
    sheet.rows.find(([kind, , line]) => kind.startsWith('tax') && line === key)?.[1].split(' ')[0] ?? ''
  return {
    rows: facts.lines.map(({ key, quantity, amount }, at) => {
      const row: Row = {
        key,
        bought: quantity,
        slips: [],
        odd: { net: 0n, tax: 0n },
        price: BigInt(amount),
        tier: off('tier', key) / BigInt(quantity),
        promotion: off('promotion', key),
        coupon: off('coupon', key),
        taxClass: classOf(key),
      }
      lay(row, quantity, BigInt(sheet.lines[at]!.net), BigInt(sheet.lines[at]!.tax))
      return row
    }),
    shipping: BigInt(sheet.shipping ?? 0),
    paymentFee: BigInt(sheet.fee),
    serviceTax: BigInt(sheet.tax - sheet.lines.reduce((all, { tax }) => all + tax, 0)),
    serviceClass: classOf(''),
    isAdded: facts.tax?.mode === 'added',
    paid: BigInt(sheet.toPay),
  }
}

/** Writes the slips anew: the first so many are worth their parts of the whole, to the nearest; so the last has the rest. */
function lay(row: Row, units: number, net: bigint, tax: bigint): void {
  row.slips = []
  row.odd = units === 0 ? { net, tax } : { net: 0n, tax: 0n }
  let before = { net: 0n, tax: 0n }
  for (let unit = 1n; unit <= BigInt(units); unit += 1n) {
    const share: Part = [net * unit, BigInt(units)]
    const upTo = {
      net: nearest(share),
      tax: nearest(net === 0n ? [tax * unit, BigInt(units)] : [tax * nearest(share), net]),
    }
    row.slips.push({ net: upTo.net - before.net, tax: upTo.tax - before.tax })
    before = upTo
  }
}

function left({ slips, odd }: Row): { net: bigint; tax: bigint } {
  return slips.reduce((all, slip) => ({ net: all.net + slip.net, tax: all.tax + slip.tax }), odd)
}

function worth({ isAdded }: Table, { net, tax }: { net: bigint; tax: bigint }): bigint {
  return isAdded ? net + tax : net
}

function worthOfServices(table: Table): bigint {
  return table.shipping + table.paymentFee + (table.isAdded ? table.serviceTax : 0n)
}

/** Of several lines with one name, all units; of what was announced, no more than arrived. */
function arrived(announced: readonly Units[], received: readonly Units[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { key, quantity } of announced) {
    const came = received.find((one) => one.key === key)?.quantity ?? 0
    units.set(key, came < quantity ? came : quantity)
  }
  return units
}

/** Carries an entry out, on the table too; a refused one leaves the table as it is. */
export function takeByHand(table: Table, entry: Entry): Answer {
  if (entry.kind === 'adjustment') return reduce(table, entry.line, BigInt(entry.amount))
  const units =
    entry.kind === 'rest'
      ? new Map(table.rows.map(({ key, slips }) => [key, slips.length]))
      : arrived(entry.announced, entry.received)
  for (const [key, quantity] of units)
    if (quantity > 0 && !table.rows.some((row) => row.key === key)) return `unknown_line ${key}`
  const poor = table.rows.find(({ key, slips }) => (units.get(key) ?? 0) > slips.length)
  if (poor) return `too_many ${poor.key} ${poor.slips.length}`

  const isMoved = [...units.values()].some((quantity) => quantity > 0)
  const isEmptied = table.rows.every(({ key, slips }) => (units.get(key) ?? 0) === slips.length)
  const isWhole = isEmptied && (isMoved || entry.kind === 'rest')
  const lines = table.rows.flatMap((row) => {
    const quantity = units.get(row.key) ?? 0
    const first = row.bought - row.slips.length
    const taken = row.slips.splice(0, quantity)
    if (isWhole) taken.push(row.odd)
    if (isWhole) row.odd = { net: 0n, tax: 0n }
    return line(table, row, first, quantity, left({ ...row, slips: taken, odd: { net: 0n, tax: 0n } }))
  })
  const withServices = isWhole && (entry.kind === 'rest' || entry.servicesBack)
  return note(table, lines, withServices ? worthOfServices(table) : 0n, {
    fee: entry.kind === 'rest' ? 0n : BigInt(entry.fee),
    isWhole,
  })
}

/** A price is less afterwards. */
function reduce(table: Table, name: string | null, amount: bigint): Answer {
  const row = table.rows.find(({ key }) => key === name)
  if (name !== null && !row) return `unknown_line ${name}`
  const lefts = table.rows.map((one) => (name === null || one === row ? worth(table, left(one)) : 0n))
  const ofServices = name === null ? worthOfServices(table) : 0n
  const all = lefts.reduce((a, b) => a + b, ofServices)
  if (amount > all) return `too_much ${all}`
  const services = amount < ofServices ? amount : ofServices
  const parts = amount === services ? lefts.map(() => 0n) : shares(amount - services, lefts)
  const lines = table.rows.flatMap((one, at) => {
    const part = parts[at]!
    if (part === 0n) return []
    const before = left(one)
    const tax = nearest([before.tax * part, worth(table, before)])
    const net = table.isAdded ? part - tax : part
    const first = one.bought - one.slips.length
    lay(one, one.slips.length, before.net - net, before.tax - tax)
    return line(table, one, first, 0, { net, tax })
  })
  return note(table, lines, services, { fee: 0n, isWhole: false })
}

type Line = Note['lines'][number] & { taxClass: string }

/** Exactly between two, the smaller. */
function nearestLower([top, bottom]: Part): bigint {
  return -nearest([-top + bottom * (top / bottom + 1n), bottom]) + top / bottom + 1n
}

/** With the reasons: what the unit cost when it was bought, and what is different since. */
function line(
  table: Table,
  row: Row,
  first: number,
  quantity: number,
  back: { net: bigint; tax: bigint },
): Line[] {
  const amount = worth(table, back)
  if (quantity === 0 && amount === 0n) return []
  const units = BigInt(quantity)
  const off = (reduction: bigint) => {
    const upTo = (count: number) => nearestLower([reduction * BigInt(count), BigInt(row.bought)])
    return upTo(first + quantity) - upTo(first)
  }
  const both = off(row.promotion + row.coupon)
  const byPromotion = off(row.promotion)
  const promotion = byPromotion < both ? byPromotion : both
  const tax = table.isAdded ? back.tax : 0n
  const parts: [string, bigint][] = [
    ['price', row.price * units],
    ['tier', -row.tier * units],
    ['promotion', -promotion],
    ['coupon', promotion - both],
    ['tax', tax],
    ['adjusted', amount - tax - (row.price - row.tier) * units + both],
  ]
  return [
    {
      key: row.key,
      quantity,
      amount: Number(amount),
      tax: Number(back.tax),
      parts: parts.flatMap(([name, part]): [string, number][] => (part === 0n ? [] : [[name, Number(part)]])),
      taxClass: row.taxClass,
    },
  ]
}

/** Takes the services off the table, and adds everything up. */
function note(
  table: Table,
  lines: Line[],
  services: bigint,
  { fee: wanted, isWhole }: { fee: bigint; isWhole: boolean },
): Note {
  const serviceTax = services === 0n ? 0n : nearest([table.serviceTax * services, worthOfServices(table)])
  const base = table.isAdded ? services - serviceTax : services
  const both = table.shipping + table.paymentFee
  const shipping = base === 0n ? 0n : nearest([table.shipping * base, both])
  table.shipping -= shipping
  table.paymentFee -= base - shipping
  table.serviceTax -= serviceTax
  const value = lines.reduce((all, one) => all + BigInt(one.amount), services)
  const fee = wanted < value ? wanted : value
  const total = value - fee
  // The way of payment gets back first, to the brim.
  const toPayment = total < table.paid ? total : table.paid
  table.paid -= toPayment
  const classes = new Map<string, number>()
  for (const [name, tax] of [
    ...lines.map((one) => [one.taxClass, one.tax] as const),
    [table.serviceClass, Number(serviceTax)] as const,
  ])
    if (tax > 0) classes.set(name, (classes.get(name) ?? 0) + tax)
  return {
    lines: lines.map(({ taxClass: _, ...one }) => one),
    shipping: Number(shipping),
    paymentFee: Number(base - shipping),
    serviceTax: Number(serviceTax),
    fee: Number(fee),
    tax: lines.reduce((all, { tax }) => all + tax, Number(serviceTax)),
    classes: [...classes].sort(([a], [b]) => (a < b ? -1 : 1)),
    total: Number(total),
    toPayment: Number(toPayment),
    toCredit: Number(total - toPayment),
    isWhole,
  }
}

/** Takes off the table what a note says that was given; where the slips say otherwise, the rest is written anew. */
export function takeAsNoted(table: Table, noted: Note): void {
  for (const row of table.rows) {
    const found = noted.lines.find(({ key }) => key === row.key)
    if (!found) continue
    const before = left(row)
    const taken = row.slips.splice(0, found.quantity)
    const slips = left({ ...row, slips: taken, odd: { net: 0n, tax: 0n } })
    if (worth(table, slips) === BigInt(found.amount) && slips.tax === BigInt(found.tax)) continue
    const net = BigInt(found.amount) - (table.isAdded ? BigInt(found.tax) : 0n)
    lay(row, row.slips.length, before.net - net, before.tax - BigInt(found.tax))
  }
  table.shipping -= BigInt(noted.shipping)
  table.paymentFee -= BigInt(noted.paymentFee)
  table.serviceTax -= BigInt(noted.serviceTax)
  table.paid -= BigInt(noted.toPayment)
}
