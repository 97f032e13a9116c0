import { InvalidArgumentError, type Command } from 'commander'
import { fullName } from '#domain/person/person-name.ts'
import { confirmUnpaid, type ConfirmFault } from '#features/orders/shop/decide.ts'
import { leftOfOrder, recordPayment } from '#features/orders/shop/record.ts'
import type { OrderRow } from '#features/orders/shop/read.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { unshipOrder } from '#features/orders/shop/unship.ts'
import { confirmed, isAsked } from '../confirm.ts'
import { many, onOrders, type Columns, type ManyFlags } from './order-bulk.ts'
import {
  amountOf,
  differenceFailure,
  noSuchOrder,
  refundsOf,
  sayResult,
  whole,
  type OrderShop,
} from './order-shop.ts'
import { Failure } from '../terminal.ts'
import { unitCount } from '../units.ts'

type Flags = ManyFlags

/** `violet orders pay|ship|unship|deliver|confirm` */
export function addOrderChanges(orders: Command): void {
  many(orders, 'pay', 'note that its transfer came, or that the courier brought its cash')
    .option('--late', 'also of an order that was cancelled: what came has to be sent back', false)
    .option('--yes', 'do not ask', false)
    .addHelpText('after', '\nAt a terminal it asks, since it cannot be undone; a script is not asked.')
    .action((numbers: string[], flags: PayFlags) =>
      onOrders(numbers, flags, {
        ...(isAsked() && !flags.json
          ? { question: (all: string) => `Note that the money of ${all} has come?`, describe: payable }
          : {}),
        act: pay,
      }),
    )

  many(orders, 'ship', 'note that a parcel has left; without --unit all that is left of the order', [
    'carrier',
    'tracking',
    'url',
    'units',
  ])
    .option('--carrier <name>', 'who carries it', carrierName)
    .option('--tracking <number>', 'what the carrier calls it', '')
    .option('--url <address>', 'where the shopper can follow it: https://…', httpsUrl)
    .option('--unit <sku=count...>', 'what is in it: --unit stool-sage=2 vase-ink=1', unitCount, {})
    .addHelpText(
      'after',
      [
        '',
        'An order leaves in as many parcels as there are rows of it. Units of a file are written "stool-sage=2 vase-ink=1".',
        '',
        'Examples: violet orders ship K7M2N-9QXD4 --carrier DHL --tracking 00340 --unit stool-sage=1',
        '          violet orders ship --file parcels.csv --carrier DHL',
      ].join('\n'),
    )
    .action((numbers: string[], flags: ShipFlags) =>
      onOrders(numbers, flags, { columns: shipColumns, act: ship }),
    )

  many(orders, 'unship', 'take back the note of a parcel that has not left', ['parcel'])
    .option('--parcel <number>', 'as `violet orders show` numbers it', whole)
    .option('--yes', 'do not ask', false)
    .addHelpText('after', '\nExample: violet orders unship K7M2N-9QXD4 --parcel 12')
    .action((numbers: string[], flags: UnshipFlags) =>
      onOrders(numbers, flags, {
        columns: parcelColumn,
        question: (all) => `Take back that parcels of ${all} have left?`,
        act: unship,
      }),
    )

  many(orders, 'deliver', 'note that its parcels have arrived', ['parcel'])
    .option('--parcel <number>', 'only this one, as `violet orders show` numbers it', whole)
    .action((numbers: string[], flags: DeliverFlags) =>
      onOrders(numbers, flags, { columns: parcelColumn, act: deliver }),
    )

  many(
    orders,
    'confirm',
    'keep the units of an order that is paid on delivery for as long as it takes',
  ).action((numbers: string[], flags: Flags) => onOrders(numbers, flags, { act: confirm }))
}

/** An empty one is a script's variable that was never set: the shopper would be mailed of a parcel of nobody. */
function carrierName(text: string): string {
  const name = text.trim()
  if (name === '') throw new InvalidArgumentError('It must have a letter.')
  return name
}

function httpsUrl(text: string): string {
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new InvalidArgumentError('It must be an address that begins with https://.')
  return text
}

interface PayFlags extends Flags {
  late: boolean
  yes: boolean
}

/** "K7M2N-9QXD4: 102.00 USD of Ada Lovelace, ada@example.com" */
function payable({ number, toPay, due, currency, payments, address, email }: OrderRow): string {
  const amount = payments.at(-1)?.amount ?? (due > 0 ? due : toPay)
  return `${number}: ${amountOf(amount, currency)} of ${fullName(address)}, ${email}`
}

async function pay(work: OrderShop, order: OrderRow, { json, late, yes }: PayFlags): Promise<void> {
  const isOpen = order.payStatus === 'unpaid' || order.due > 0
  // Its shopper is mailed that the money goes back: nobody should be by a number that was mistyped.
  if (isOpen && order.status === 'cancelled' && !late)
    throw new Failure(
      `nothing was done: ${order.number} was cancelled, and what came for it would have to be sent back; if it has come, say --late`,
    )
  if (isOpen && isAsked() && !json)
    await confirmed(`Note that the money has come? ${payable(order)}`, { yes, json })
  const paid = await recordPayment(work, order.number)
  if (paid.ok) {
    const { amount, currency, isLate } = paid.value
    const received = `${order.number}: ${amountOf(amount, currency)} received`
    // A withdrawal from goods that the courier was paid for waits for this note.
    const { openReturns } = isLate ? { openReturns: [] } : await leftOfOrder(work.db, order)
    const waiting =
      openReturns.length === 0 ? '' : `; it has open returns: ${openReturns.join(', ')} (violet returns show)`
    const back = isLate ? (await refundsOf(work, order.number)).at(-1) : undefined
    return sayResult(
      json,
      { order: order.number, amount, currency, isLate },
      back === undefined
        ? `${received}${waiting}`
        : `${received}, but the order was cancelled before: send it back, then note it by \`violet orders refunded ${back.refund}\``,
    )
  }
  const { problem } = paid
  switch (problem.name) {
    case 'unknown_order':
      throw noSuchOrder(order.number)
    case 'already_paid':
      throw new Failure(`${order.number} is paid already`)
    case 'not_payable':
      throw new Failure(`${order.number} cannot be paid: it is ${problem.status}`)
    case 'paid_online':
      throw new Failure(`${order.number} is paid by ${problem.method}, whose provider says itself when it is`)
  }
}

interface DeliverFlags extends Flags {
  parcel?: number
}

type UnshipFlags = DeliverFlags & { yes: boolean }

const parcelColumn = { parcel: (cell: string) => ({ parcel: whole(cell) }) }

interface ShipFlags extends Flags {
  carrier?: string
  tracking: string
  url?: string
  unit: Record<string, number>
}

const shipColumns: Columns<ShipFlags> = {
  carrier: (cell) => ({ carrier: carrierName(cell) }),
  tracking: (cell) => ({ tracking: cell }),
  url: (cell) => ({ url: httpsUrl(cell) }),
  units: (cell) => ({ unit: cell.split(/[\s;]+/).reduce((before, one) => unitCount(one, before), {}) }),
}

async function ship(
  work: OrderShop,
  order: OrderRow,
  { json, carrier, tracking, url, unit: units }: ShipFlags,
): Promise<void> {
  if (carrier === undefined) throw new Failure(`say who carries ${order.number}, by --carrier`)
  const parcel = {
    carrier,
    trackingNumber: tracking,
    trackingUrl: url ?? null,
    units: Object.keys(units).length === 0 ? null : units,
  }
  const isPaidOnDelivery = (code: string): boolean =>
    work.shop.sales.payment.some((method) => method.code === code && method.provider === 'cod')
  const shipped = await shipOrder(work, order.number, parcel, isPaidOnDelivery)
  if (shipped.ok)
    return sayResult(
      json,
      { order: order.number, ...shipped.value },
      `${order.number}: parcel ${shipped.value.parcel} noted, ${shipped.value.deliveryStatus}`,
    )
  const { problem } = shipped
  switch (problem.name) {
    case 'unknown_order':
      throw noSuchOrder(order.number)
    case 'not_now':
      throw new Failure(`${order.number} cannot be sent: it is ${problem.status}`)
    case 'unpaid':
      throw new Failure(`${order.number} is not paid; note its payment first (violet orders pay)`)
    case 'difference_due':
      throw differenceFailure(order, problem.due)
    case 'refunded':
      throw new Failure(`${order.number} cannot be sent: all of its money was given back`)
    case 'unknown_sku':
      throw new Failure(`${order.number} has no ${JSON.stringify(problem.sku)}`)
    case 'too_many':
      throw new Failure(`of ${problem.sku} only ${problem.left} are left to be sent`)
    case 'not_on_hand':
      throw new Failure(
        `${problem.sku} was ordered before it was there; add what came first (violet stock add)`,
      )
    case 'nothing_left':
      throw new Failure(`all of ${order.number} has been sent`)
  }
}

async function unship(work: OrderShop, order: OrderRow, { json, yes, parcel }: UnshipFlags): Promise<void> {
  if (parcel === undefined) throw new Failure(`say which parcel of ${order.number}, by --parcel`)
  const known = order.parcels.find(({ id }) => id === parcel)
  if (known === undefined) throw new Failure(`${order.number} has no parcel ${parcel}`)
  const name = [known.carrier, known.trackingNumber].filter((part) => part !== '').join(' ')
  await confirmed(`Take back that parcel ${parcel} (${name}) of order ${order.number} has left?`, {
    yes,
    json,
  })
  const taken = await unshipOrder(work, order.number, parcel)
  if (taken.ok)
    return sayResult(
      json,
      { order: order.number, ...taken.value },
      `${order.number}: parcel ${parcel} has not left, ${taken.value.deliveryStatus}`,
    )
  const { problem } = taken
  switch (problem.name) {
    case 'unknown_order':
      throw noSuchOrder(order.number)
    case 'unknown_parcel':
      throw new Failure(`${order.number} has no parcel ${parcel}`)
    case 'arrived':
      throw new Failure(`parcel ${parcel} of ${order.number} has arrived: it has left`)
    case 'returned':
      throw new Failure(
        `parcel ${parcel} of ${order.number} has left: units of it are in a return; refuse or cancel that first (violet returns)`,
      )
    case 'withdrawn':
      throw new Failure(
        `parcel ${parcel} is the last one of ${order.number}, whose other units were withdrawn from; if it has not left, its shopper's return is completed without it (violet returns)`,
      )
    case 'not_now':
      throw new Failure(`the parcels of ${order.number} cannot be changed: it is ${problem.status}`)
  }
}

async function deliver(work: OrderShop, order: OrderRow, { json, parcel }: DeliverFlags): Promise<void> {
  if (parcel !== undefined) {
    const known = order.parcels.find(({ id }) => id === parcel)
    if (known === undefined) throw new Failure(`${order.number} has no parcel ${parcel}`)
    if (known.deliveredAt !== null)
      throw new Failure(`parcel ${parcel} of ${order.number} has arrived already`)
  }
  const delivered = await deliverOrder(work, order.number, parcel ?? null)
  if (!delivered.ok)
    throw delivered.problem.name === 'unknown_order'
      ? noSuchOrder(order.number)
      : new Failure(`nothing of ${order.number} is on its way`)
  await sayResult(
    json,
    { order: order.number, ...delivered.value },
    `${order.number}: ${delivered.value.deliveryStatus}`,
  )
}

async function confirm(work: OrderShop, order: OrderRow, flags: Flags): Promise<void> {
  const kept = await confirmUnpaid(work, order.number)
  if (!kept.ok) throw new Failure(`${order.number} cannot be confirmed: ${whyNotConfirmed(kept.problem)}`)
  await sayResult(
    flags.json,
    { order: order.number, ...kept.value },
    `${order.number}: kept until it is paid`,
  )
}

function whyNotConfirmed(problem: ConfirmFault): string {
  switch (problem.name) {
    case 'unknown_order':
      return 'the shop does not have it'
    case 'not_now':
      return `it is ${problem.status}`
    case 'already_paid':
      return 'it is paid, and its units are kept'
    case 'already_sent':
      return 'a parcel has left, and its units are kept'
    case 'not_on_delivery':
      return `it is paid by ${problem.method}, and only orders that are paid on delivery need it`
    case 'payment_deciding':
      return 'its payment is being decided'
  }
}
