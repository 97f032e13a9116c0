import { isIP } from 'node:net'
import { InvalidArgumentError, type Command } from 'commander'
import {
  approveCancellation,
  cancelByShop,
  cancelFault,
  refuseCancellation,
  type CancelFault,
  type DecideFault,
} from '#features/orders/shop/decide.ts'
import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import { unpaidOrdersFrom } from '#features/orders/rules/networks.ts'
import { endUnpaidWithdrawals } from '#features/returns/shop/end-unpaid.ts'
import { confirmed } from '../confirm.ts'
import { reasonText } from '../reason.ts'
import { counted, Failure, table, writeOut } from '../terminal.ts'
import { many, onOrders } from './order-bulk.ts'
import { exchangeOwed, giveExchangeHome } from './order-exchange.ts'
import { stockLines } from './order-money.ts'
import {
  amountOf,
  noSuchOrder,
  numbered,
  refundLines,
  sayResult,
  startedRefunds,
  withOrder,
  withOrders,
  type OrderShop,
} from './order-shop.ts'

interface Flags {
  json: boolean
  yes: boolean
}

/** `violet orders cancel|approve-cancellation|refuse-cancellation` */
export function addOrderCancellations(orders: Command): void {
  many(orders, 'cancel', 'cancel orders of which nothing has left, or all unpaid ones of a network', [
    'reason',
  ])
    .option('--refund', 'if it is paid: give its money back', false)
    .option('--came-back', 'if it is unpaid: its parcels, which had left, are back', false)
    .option('--restock', 'with --refund or --came-back: its units come back to stock', false)
    .option('--from <address>', 'all unpaid orders of the network that this address belongs to', ipAddress)
    .option('--reason <text>', 'what the shopper is told', reasonText, '')
    .option('--yes', 'do not ask', false)
    .action(cancel)

  numbered(
    orders,
    'approve-cancellation',
    'grant what the shopper asked for: the order ends, and its money goes back',
  )
    .option('--yes', 'do not ask', false)
    .action(approve)

  numbered(orders, 'refuse-cancellation', 'let the order go on')
    .requiredOption('--reason <text>', 'what the shopper is told', givenReason)
    .action(refuse)
}

/** A shopper who is refused is owed a reason. */
function givenReason(text: string): string {
  const reason = reasonText(text)
  if (reason === '') throw new Failure('a refusal has a reason: --reason "It is packed already"')
  return reason
}

function ipAddress(text: string): string {
  const address = text.replace(/\/64$/, '')
  if (isIP(address) === 0)
    throw new InvalidArgumentError('It must be an address such as 203.0.113.7 or 2001:db8::1.')
  return address
}

interface CancelFlags extends Flags {
  file?: string
  refund: boolean
  cameBack: boolean
  restock: boolean
  reason: string
  from?: string
}

async function cancel(numbers: string[], flags: CancelFlags): Promise<void> {
  const { from, file } = flags
  if ((numbers.length === 0 && file === undefined) === (from === undefined))
    throw new Failure('name one order, or a network by --from')
  if (flags.refund && flags.cameBack)
    throw new Failure('--refund is for paid orders, --came-back for unpaid ones: say one of them')
  if (flags.restock && !flags.refund && !flags.cameBack)
    throw new Failure(
      '--restock goes with --refund or --came-back: what an unpaid order holds is free again anyway',
    )
  if (from === undefined)
    return onOrders(numbers, flags, {
      columns: { reason: (cell) => ({ reason: reasonText(cell) }) },
      question: (all) =>
        `Cancel ${all}${flags.refund ? ', and give the money of those that are paid back' : ''}?`,
      act: cancelOne,
    })
  if (flags.refund || flags.cameBack)
    throw new Failure(`${flags.refund ? '--refund' : '--came-back'} goes with one order`)
  return cancelFrom(from, flags)
}

async function cancelOne(work: OrderShop, order: OrderRow, flags: CancelFlags): Promise<void> {
  const { reason, restock, json } = flags
  const { cameBack } = flags
  const back = flags.refund || cameBack ? { restock, cameBack } : null
  const fault = cancelFault(order, back)
  if (fault !== null) throw cancelFailure(order, fault)
  const isPaid = order.payStatus === 'paid'
  await confirmed(
    `Cancel order ${order.number} of ${order.email}${isPaid ? givingBack(order, restock) : ''}${exchangeOwed(order)}?`,
    flags,
  )
  const done = await cancelByShop(work, order.number, reason, back)
  if (!done.ok) throw cancelFailure(order, done.problem)
  const refunds = await startedRefunds(work, order)
  const home = await giveExchangeHome(work, order)
  const ended = cameBack ? await endUnpaidWithdrawals({ ...work, now: new Date() }, order.number) : []
  await sayResult(
    json,
    { order: order.number, ...done.value, refunds: [...refunds, ...home.refunds] },
    [
      `${order.number}: ${done.value.status}`,
      ...refundLines(order, refunds),
      ...home.lines,
      ...(isPaid ? stockLines(order, restock) : []),
      ...(cameBack ? stockLines(unsent(order), restock) : []),
      ...ended.map(
        (number) => `${number}: the withdrawal has ended; nothing was paid, and nothing is refunded`,
      ),
    ].join('\n'),
  )
}

/** As it is when its parcels are back. */
function unsent(order: OrderRow): OrderRow {
  return { ...order, lines: order.lines.map((line) => ({ ...line, shipped: 0 })) }
}

function givingBack(order: OrderRow, restock: boolean): string {
  const count = counted(
    order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'unit',
  )
  const money =
    order.captured > order.refunded
      ? `give back ${amountOf(order.captured - order.refunded, order.currency)}`
      : 'give back nothing more'
  return restock ? `, take ${count} back into stock and ${money}` : ` and ${money}`
}

function cancelFailure({ number, currency, captured }: OrderRow, problem: CancelFault): Failure {
  switch (problem.name) {
    case 'unknown_order':
      return noSuchOrder(number)
    case 'paid':
      return new Failure(
        `${number} is paid, and ${amountOf(problem.captured, currency)} would go back: cancel it with --refund, and with --restock if its units come back to stock`,
      )
    case 'already_sent':
      return new Failure(
        `${number} cannot be cancelled: a parcel of it has left${captured === 0 ? '; if it came back unpaid, say --came-back, and --restock if its units come back to stock' : `; its money can be given back by \`violet orders refund ${number} --keep\``}`,
      )
    case 'nothing_came_back':
      return new Failure(
        `nothing of ${number} came back: no parcel of it has left, or units of it are in a return`,
      )
    case 'asked_for':
      return new Failure(
        `the shopper has asked to cancel ${number}: grant it by \`violet orders approve-cancellation\`, or refuse it by \`violet orders refuse-cancellation\``,
      )
    case 'not_now':
      return new Failure(`${number} cannot be cancelled: it is ${problem.status}`)
    case 'payment_deciding':
      return new Failure(`the payment of ${number} is being decided; try again when it is`)
  }
}

async function cancelFrom(address: string, { reason, yes, json }: Flags & { reason: string }): Promise<void> {
  await withOrders(async (work) => {
    const numbers = await unpaidOrdersFrom(work.db, address)
    const orders = (await Promise.all(numbers.map((number) => findOrder(work.db, number)))).filter(
      (order) => order !== null,
    )
    if (!json) await writeOut(`${unpaidTable(orders)}\n`)
    if (orders.length === 0) return
    await confirmed(`Cancel ${counted(orders.length, 'unpaid order')} from ${address}?`, { yes, json })
    for (const order of orders) {
      const { number } = order
      const done = await cancelByShop(work, number, reason)
      // Paid or sent meanwhile, or about to be: the others are cancelled all the same.
      const status = done.ok ? done.value.status : done.problem.name
      const { refunds, lines } = done.ok ? await giveExchangeHome(work, order) : { refunds: [], lines: [] }
      await sayResult(json, { order: number, status, refunds }, [`${number}: ${status}`, ...lines].join('\n'))
    }
  })
}

function unpaidTable(orders: readonly OrderRow[]): string {
  const cells = orders.map(({ number, placedAt, lines, total, currency, paymentMethod, email }) => [
    number,
    placedAt.toISOString().slice(0, 16).replace('T', ' '),
    lines.map(({ sku, held }) => `${held} ${sku}`).join(', '),
    amountOf(total, currency),
    paymentMethod,
    email,
  ])
  return table([['NUMBER', 'PLACED (UTC)', 'HOLDS', 'TOTAL', 'METHOD', 'FROM'], ...cells])
}

async function approve(given: string, flags: Flags): Promise<void> {
  await withOrder(given, async (work, order) => {
    await confirmed(`Cancel order ${order.number}${givingBack(order, true)}${exchangeOwed(order)}?`, flags)
    const granted = await approveCancellation(work, order.number)
    if (!granted.ok) throw notDecided(order, granted.problem)
    const refunds = await startedRefunds(work, order)
    const home = await giveExchangeHome(work, order)
    const lines = [`${order.number}: ${granted.value.status}`, ...refundLines(order, refunds), ...home.lines]
    const result = { order: order.number, ...granted.value, refunds: [...refunds, ...home.refunds] }
    await sayResult(flags.json, result, lines.join('\n'))
  })
}

async function refuse(given: string, { reason, json }: Flags & { reason: string }): Promise<void> {
  await withOrder(given, async (work, order) => {
    const refused = await refuseCancellation(work, order.number, reason)
    if (!refused.ok) throw notDecided(order, refused.problem)
    const { status } = refused.value
    await sayResult(json, { order: order.number, status }, `${order.number}: ${status}`)
  })
}

function notDecided({ number, payStatus, deliveryStatus }: OrderRow, problem: DecideFault): Failure {
  switch (problem.name) {
    case 'unknown_order':
      return noSuchOrder(number)
    case 'not_now':
      return new Failure(
        `that cannot be done with ${number}: it is ${problem.status}, ${payStatus}, ${deliveryStatus}`,
      )
    case 'payment_deciding':
      return new Failure(`the payment of ${number} is being decided; try again when it is`)
  }
}
