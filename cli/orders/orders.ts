import { InvalidArgumentError, Option, type Command } from 'commander'
import { shownRefund, waitsForDifference, type OrderStatus, type OrderSums } from '#domain/order.ts'
import { fullName } from '#domain/person/person-name.ts'
import { findOrder, listOrders, type OrderFilter, type OrderRow } from '#features/orders/shop/read.ts'
import { editedOf } from '#features/orders/present-edit.ts'
import { phoneText } from '#features/postal/rules/phone.ts'
import { addOrderCancellations } from './order-cancel.ts'
import { addOrderBooks } from './order-books.ts'
import { addOrderChanges } from './order-changes.ts'
import { addOrderCreation } from './order-create.ts'
import { addOrderEdits } from './order-edits.ts'
import { addOrderMails } from './order-mails.ts'
import { addOrderMoney } from './order-money.ts'
import { addOrderPapers } from './order-papers.ts'
import { amountOf, noSuchOrder, utcDay, withOrders } from './order-shop.ts'
import { printable, table, writeOut } from '../terminal.ts'

export function addOrders(program: Command): void {
  const orders = program.command('orders').description('see, pay, ship, refund and cancel orders')

  orders
    .command('list')
    .description('list orders, the newest first')
    .addOption(
      new Option('--status <status>', 'only those in this status').choices([
        'in_progress',
        'completed',
        'cancelled',
        'pending_cancellation',
      ]),
    )
    .option('--unpaid', 'only those that wait for money: not paid, or dearer since they were', false)
    .option('--to-ship', 'only those that have to be sent', false)
    .option('--refund-waits', 'only those of which a refund failed or has to be made by hand', false)
    .option('--email <address>', 'only those of one address')
    .option('--since <day>', 'only those placed from this day on in UTC, as 2026-11-21', utcDay)
    .option('--most <count>', 'how many at the most', positive, 100)
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  orders
    .command('show')
    .description('show one order with all that happened to it')
    .argument('<number>', 'as in the list and in the mails')
    .option('--json', 'print it as JSON', false)
    .action(show)

  addOrderChanges(orders)
  addOrderMoney(orders)
  addOrderCancellations(orders)
  addOrderEdits(orders)
  addOrderCreation(orders)
  addOrderMails(orders)
  addOrderPapers(orders)
  addOrderBooks(orders)
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

interface ListFlags {
  status?: NonNullable<OrderFilter['status']>
  unpaid: boolean
  toShip: boolean
  refundWaits: boolean
  email?: string
  since?: Date
  most: number
  json: boolean
}

async function list({ status, unpaid, email, since, most, json, ...flags }: ListFlags): Promise<void> {
  const filter: OrderFilter = {
    toShip: flags.toShip,
    refundWaits: flags.refundWaits,
    ...(status === undefined ? {} : { status }),
    ...(unpaid ? { payStatus: 'unpaid' } : {}),
    ...(email === undefined ? {} : { email }),
    ...(since === undefined ? {} : { since }),
  }
  await withOrders(async ({ db }) => {
    const cells: string[][] = []
    await listOrders(db, filter, most, async (order) => {
      if (json) return writeOut(`${JSON.stringify(madeBack(order, order.refundPending))}\n`)
      cells.push([
        order.number,
        order.placedAt.toISOString().slice(0, 16).replace('T', ' '),
        order.status,
        paidText(order),
        order.deliveryStatus,
        amountOf(order.total, order.currency),
        String(order.units),
        order.email,
      ])
    })
    if (!json)
      await writeOut(
        `${table([['NUMBER', 'PLACED (UTC)', 'STATUS', 'PAID', 'SENT', 'TOTAL', 'UNITS', 'FROM'], ...cells])}\n`,
      )
  })
}

async function show(number: string, { json }: { json: boolean }): Promise<void> {
  const order = await withOrders(({ db }) => findOrder(db, number))
  if (order === null) throw noSuchOrder(number)
  await writeOut(
    json
      ? `${JSON.stringify(madeBack(order, pendingOf(order)))}\n`
      : `${describe(order).map(printable).join('\n')}\n`,
  )
}

/** The order as JSON has it: `refunded` is what has been sent, `refundPending` what is still to be. */
function madeBack<T extends { refunded: number }>(order: T, pending: number): T & { refundPending: number } {
  return { ...order, refunded: order.refunded - pending, refundPending: pending }
}

function describe(order: OrderRow): string[] {
  const money = (amount: number): string => amountOf(amount, order.currency)
  const pending = pendingOf(order)
  const { company, line1, line2, postcode, city, district, region, country } = order.address
  const address = [
    fullName(order.address),
    company,
    line1,
    line2,
    district,
    `${postcode} ${city}`.trim(),
    region,
    country,
    phoneText(order.address),
  ]
  return [
    `${order.number}  ${order.status}  ${paidText({ ...order, refundPending: pending })}  ${order.deliveryStatus}`,
    `placed ${order.placedAt.toISOString()} by ${order.email}${order.customer === null ? '' : ` (customer ${order.customer})`} in ${order.locale}`,
    `to ${address.filter((part) => part !== '').join(', ')}`,
    `by ${order.shipping.name}, paid by ${order.paymentMethod}`,
    ...(order.holdUntil === null ? [] : [`kept until ${order.holdUntil.toISOString()}`]),
    ...(order.cancelReason ? [`reason to cancel: ${order.cancelReason}`] : []),
    ...(order.note === '' ? [] : [`note: ${order.note}`]),
    '',
    table([
      ['SKU', 'QUANTITY', 'SENT', 'EACH', 'AFTER DISCOUNTS', 'NAME'],
      ...order.lines.map((line) => [
        line.sku,
        String(line.quantity),
        line.withdrawn === 0 ? String(line.shipped) : `${line.shipped}, ${line.withdrawn} withdrawn`,
        money(line.amount),
        money(line.net),
        line.title,
      ]),
    ]),
    '',
    sumsText(order),
    [
      `total ${money(order.total)}`,
      `${order.source === 'exchange' ? 'exchanged goods' : 'store credit'} ${money(order.credit)}`,
      `${order.payStatus === 'paid' ? 'due by its way of payment' : 'to pay'} ${money(order.toPay)}`,
    ].join(', '),
    ...(waitsForDifference(order)
      ? [`waits for ${money(order.due)}, since it became dearer after it was paid`]
      : []),
    `captured ${money(order.captured)}, given back ${money(order.refunded - pending)}${pending === 0 ? '' : `, still to be given back ${money(pending)}`}`,
    ...order.payments.map(({ id, method, status, amount, reference }) =>
      `payment ${id}: ${method} ${status} ${money(amount)} ${reference ?? ''}`.trimEnd(),
    ),
    ...order.refunds.map((refund) => backText(refund, money)),
    ...order.adjustments.map(
      ({ key, line, amount, tax, reason, inQuote }) =>
        `adjustment ${key}: ${money(amount)} off ${line ?? 'the order'}, tax in it ${money(tax)}, ${reason}${inQuote ? '; in the total' : ''}`,
    ),
    ...order.parcels.map(
      ({ id, carrier, trackingNumber, shippedAt, deliveredAt }) =>
        `parcel ${id}: ${carrier} ${trackingNumber}, left ${shippedAt}${deliveredAt === null ? '' : `, arrived ${deliveredAt}`}`,
    ),
    '',
    ...order.events.map((event) => eventText(event, money)),
  ]
}

/** When what happened by whom, and how much it was about and why, where it says so. */
function eventText(
  { at, kind, actor, data }: OrderRow['events'][number],
  money: (amount: number) => string,
): string {
  const { amount, line, reason } = data
  const { units, before, after } = editedOf(data)
  const said = [
    ...(kind === 'edited'
      ? [
          ...units.map(({ title, from, to }) => `${title}: ${from} → ${to}`),
          `total ${money(before)} → ${money(after)}`,
        ]
      : []),
    ...(typeof amount === 'number' ? [money(amount)] : []),
    ...(typeof line === 'string' ? [`of ${line}`] : []),
    ...(typeof reason === 'string' && reason !== '' ? [JSON.stringify(reason)] : []),
  ]
  const what = `${new Date(at).toISOString()}  ${kind}  (${actor})`
  return said.length === 0 ? what : `${what}  ${said.join(', ')}`
}

/** A refund, or other goods that were given instead of one: nobody has to send money for these. */
function backText(
  { id, cause, paymentId, status, amount, reason, isByHand }: OrderRow['refunds'][number],
  money: (amount: number) => string,
): string {
  if (paymentId === null && cause.startsWith('exchange:'))
    return `given as other goods: ${money(amount)}, ${reason}${status === 'pending' ? '; their order is not paid' : ''}`
  const toDo =
    isByHand && status === 'pending' ? `; send it, then note it by \`violet orders refunded ${id}\`` : ''
  return `refund ${id}: ${status} ${money(amount)}, ${reason}${toDo}`
}

type Paid = OrderSums & {
  status: OrderStatus
  asCredit: number
  payStatus: string
  refundPending: number
  currency: string
}

/** Whether it is paid, and what has gone back of that, with what of it has not been made yet. */
function paidText({ payStatus, refundPending, currency, ...sums }: Paid): string {
  if (waitsForDifference(sums)) return 'difference due'
  const status = shownRefund(sums)
  const text = status === 'none' ? payStatus : status.replace('_', ' ')
  return refundPending > 0 ? `${text} (refund pending: ${amountOf(refundPending, currency)})` : text
}

function pendingOf({ refunds }: OrderRow): number {
  return refunds.reduce(
    (sum, { status, paymentId, amount }) => (status === 'pending' && paymentId !== null ? sum + amount : sum),
    0,
  )
}

/** What the total is made of. */
function sumsText({ quote, currency }: OrderRow): string {
  const money = (amount: number): string => amountOf(amount, currency)
  return [
    `goods ${money(quote.subtotal)}`,
    ...(quote.discount === 0 ? [] : [`discount -${money(quote.discount)}`]),
    `shipping ${money(quote.shipping ?? 0)}`,
    ...(quote.paymentFee === 0 ? [] : [`payment fee ${money(quote.paymentFee)}`]),
    ...(quote.taxMode === 'none' ? [] : [`tax ${money(quote.tax)} ${quote.taxMode}`]),
  ].join(', ')
}
