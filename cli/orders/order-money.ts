import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { InvalidArgumentError, type Command } from 'commander'
import { refundStatus } from '#domain/order.ts'
import {
  approveCancellation,
  cancelByShop,
  cancelFault,
  refuseCancellation,
  type CancelFault,
  type DecideFault,
} from '#features/orders/shop/decide.ts'
import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import {
  choiceFault,
  recordRefund,
  refundByShop,
  type RefundByShop,
  type RefundFault,
} from '#features/orders/shop/record.ts'
import { unpaidOrdersFrom } from '#features/orders/rules/networks.ts'
import { confirmed } from '../confirm.ts'
import {
  amountOf,
  noSuchOrder,
  numbered,
  readAmount,
  refundLines,
  refundsOf,
  sayResult,
  startedRefunds,
  whole,
  withOrder,
  withOrders,
  type OrderShop,
} from './order-shop.ts'
import { counted, Failure, table, writeOut } from '../terminal.ts'

interface Flags {
  json: boolean
  yes: boolean
}

/** `violet orders refund|refunded|cancel|approve-cancellation|refuse-cancellation` */
export function addOrderMoney(orders: Command): void {
  numbered(orders, 'refund', 'give money back the way it was paid')
    .option('--amount <amount>', "in the order's currency, as 12.50; without it, all that is left")
    .option('--end', 'with all that is left: the order ends as cancelled', false)
    .option(
      '--keep',
      'with all that is left: the order stays as it is, and nothing more of it is sent',
      false,
    )
    .option('--restock', 'with --end: its units come back to stock', false)
    .option('--reason <text>', 'for the books', 'goodwill')
    .option('--key <key>', 'names this refund: asked for again under the same key, it is made once')
    .option('--yes', 'do not ask', false)
    .action(refund)

  orders
    .command('refunded')
    .description('note that a refund which had to be made by hand is made')
    .argument('<refund>', 'its number, as `violet orders show` numbers it', whole)
    .option('--reference <text>', 'what the bank calls it', '')
    .option('--json', 'print the result as JSON', false)
    .action(refunded)

  orders
    .command('cancel')
    .description('cancel an order of which nothing has left, or all unpaid ones of a network')
    .argument('[number]', 'of the order')
    .option('--refund', 'if it is paid: give its money back', false)
    .option('--restock', 'with --refund: its units come back to stock', false)
    .option('--from <address>', 'all unpaid orders of the network that this address belongs to', ipAddress)
    .option('--json', 'print the result as JSON', false)
    .option('--reason <text>', 'what the shopper is told', '')
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
    .requiredOption('--reason <text>', 'what the shopper is told')
    .action(refuse)
}

function ipAddress(text: string): string {
  const address = text.replace(/\/64$/, '')
  if (isIP(address) === 0)
    throw new InvalidArgumentError('It must be an address such as 203.0.113.7 or 2001:db8::1.')
  return address
}

interface RefundFlags extends Flags {
  amount?: string
  end: boolean
  keep: boolean
  restock: boolean
  reason: string
  key?: string
}

async function refund(given: string, flags: RefundFlags): Promise<void> {
  const choice = choiceOf(flags)
  await withOrder(given, async (work, order) => {
    const left = order.captured - order.refunded
    const amount = flags.amount === undefined ? null : readAmount(flags.amount, order.currency)
    // A key may name a refund that is made already, after which less is left.
    if (flags.key === undefined) {
      const fault = choiceFault(order, amount ?? left, choice)
      if (fault !== null) throw refundFailure(order, fault)
    }
    const text = amountOf(amount ?? left, order.currency)
    const and =
      choice?.kind === 'end' ? `, and cancel it${choice.restock ? ' with its units back in stock' : ''}` : ''
    await confirmed(`Give back ${text} of order ${order.number} to ${order.email}${and}?`, flags)
    const { key = randomUUID(), reason } = flags
    const made = await refundByShop(work, order.number, { amount, reason, key, choice })
    if (!made.ok) throw refundFailure(order, made.problem)
    const { isNew, status } = made.value
    const refunds = isNew
      ? await startedRefunds(work, order)
      : (await refundsOf(work, order.number)).filter(({ waits }) => waits)
    await sayResult(
      flags.json,
      { order: order.number, amount: made.value.amount, currency: order.currency, isNew, status, refunds },
      [
        ...(isNew ? [] : [`${order.number}: nothing more is given back, this key has its refund already`]),
        ...refundLines(order, refunds),
        ...(isNew ? await afterRefund(work, order, choice) : []),
      ].join('\n'),
    )
  })
}

function choiceOf({ end, keep, restock }: RefundFlags): RefundByShop['choice'] {
  if (end && keep) throw new Failure('--end and --keep are two things: say one of them')
  if (restock && !end)
    throw new Failure(
      '--restock goes with --end; what else comes back is added by `violet stock add SKU COUNT`',
    )
  if (end) return { kind: 'end', restock }
  return keep ? { kind: 'keep' } : null
}

/** What else the operator should know: how the order stands, and what became of its units. */
async function afterRefund(
  { db }: OrderShop,
  before: OrderRow,
  choice: RefundByShop['choice'],
): Promise<string[]> {
  const { number } = before
  if (choice?.kind === 'end') return [`${number}: cancelled`, ...stockLines(before, choice.restock)]
  const order = await findOrder(db, number)
  if (order === null || order.status === 'cancelled' || refundStatus(order) !== 'refunded') return []
  const stock = stockLines(order, false)
  return stock.length === 0 ? [] : [`${number}: ${order.status}, and nothing more of it is sent`, ...stock]
}

/** Units of an order that were taken from the shelf and have not left. */
function unsold({ lines }: OrderRow): { sku: string; count: number }[] {
  return lines
    .map(({ sku, quantity, shipped, held }) => ({ sku, count: quantity - shipped - held }))
    .filter(({ count }) => count > 0)
}

function stockLines(order: OrderRow, restock: boolean): string[] {
  const units = unsold(order)
  if (units.length === 0) return []
  const count = counted(
    units.reduce((sum, unit) => sum + unit.count, 0),
    'unit',
  )
  if (restock) return [`${order.number}: ${count} back in stock`]
  const commands = units.map((unit) => `\`violet stock add ${unit.sku} ${unit.count}\``)
  return [`${order.number}: ${count} not put back in stock; for what is there: ${commands.join(', ')}`]
}

function refundFailure(order: OrderRow, problem: RefundFault): Failure {
  const { number, currency, deliveryStatus } = order
  switch (problem.name) {
    case 'unknown_order':
      return noSuchOrder(number)
    case 'too_much':
      return new Failure(`${number} has ${amountOf(problem.left, currency)} that could be given back`)
    case 'key_taken':
      return new Failure(
        problem.isOfOrder
          ? `this key has a refund of ${amountOf(problem.amount, currency)}; another refund needs another key`
          : 'this key names a refund of another order; another refund needs another key',
      )
    case 'choice_needed':
      return new Failure(
        problem.mayEnd
          ? `nothing was done: this would give back all the money of ${number}, of which nothing has left; say --end (it is cancelled; with --restock its units come back to stock) or --keep (it stays, and is not sent)`
          : `nothing was done: this would give back all the money of ${number}, and ${whyNotEnd(order)}; say --keep (it stays, and nothing more of it is sent)`,
      )
    case 'not_whole':
      return new Failure(
        `${number} ends only with all of its money: ${amountOf(problem.left, currency)}; leave --amount out`,
      )
    case 'cannot_end':
      return new Failure(
        `${number} cannot end by a refund: ${whyNotEnd(order)}${deliveryStatus === 'unshipped' ? '' : '; say --keep'}`,
      )
  }
}

function whyNotEnd({ number, status, deliveryStatus }: OrderRow): string {
  if (status === 'pending_cancellation')
    return `the shopper has asked to cancel it (violet orders approve-cancellation ${number})`
  return status === 'in_progress' && deliveryStatus !== 'unshipped'
    ? 'a parcel of it has left'
    : `it is ${status}`
}

async function refunded(id: number, { json, reference }: Flags & { reference: string }): Promise<void> {
  await withOrders(async (work) => {
    const made = await recordRefund(work, id, reference)
    if (!made.ok)
      throw new Failure(`refund ${id} is sent by ${made.problem.provider}, which says itself when it is made`)
    if (!made.value) throw new Failure(`no refund ${id} waits to be made`)
    await sayResult(json, { refund: id, status: 'done' }, `refund ${id} is made`)
  })
}

interface CancelFlags extends Flags {
  refund: boolean
  restock: boolean
  reason: string
  from?: string
}

async function cancel(given: string | undefined, { from, ...flags }: CancelFlags): Promise<void> {
  if ((given === undefined) === (from === undefined))
    throw new Failure('name one order, or a network by --from')
  if (flags.restock && !flags.refund)
    throw new Failure('--restock goes with --refund: what an unpaid order holds is free again anyway')
  if (from === undefined) return cancelOne(given!, flags)
  if (flags.refund) throw new Failure('--refund goes with one order')
  return cancelFrom(from, flags)
}

async function cancelOne(given: string, flags: Omit<CancelFlags, 'from'>): Promise<void> {
  const { reason, restock, json } = flags
  const back = flags.refund ? { restock } : null
  await withOrder(given, async (work, order) => {
    const fault = cancelFault(order, back)
    if (fault !== null) throw cancelFailure(order, fault)
    const isPaid = order.payStatus === 'paid'
    await confirmed(
      `Cancel order ${order.number} of ${order.email}${isPaid ? givingBack(order, restock) : ''}?`,
      flags,
    )
    const done = await cancelByShop(work, order.number, reason, back)
    if (!done.ok) throw cancelFailure(order, done.problem)
    const refunds = await startedRefunds(work, order)
    await sayResult(
      json,
      { order: order.number, ...done.value, refunds },
      [
        `${order.number}: ${done.value.status}`,
        ...refundLines(order, refunds),
        ...(isPaid ? stockLines(order, restock) : []),
      ].join('\n'),
    )
  })
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
        `${number} cannot be cancelled: a parcel of it has left${captured === 0 ? '' : `; its money can be given back by \`violet orders refund ${number} --keep\``}`,
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
    for (const { number } of orders) {
      const done = await cancelByShop(work, number, reason)
      // Paid or sent meanwhile, or about to be: the others are cancelled all the same.
      const status = done.ok ? done.value.status : done.problem.name
      await sayResult(json, { order: number, status }, `${number}: ${status}`)
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
    await confirmed(`Cancel order ${order.number}${givingBack(order, true)}?`, flags)
    const granted = await approveCancellation(work, order.number)
    if (!granted.ok) throw notDecided(order, granted.problem)
    const refunds = await startedRefunds(work, order)
    const lines = [`${order.number}: ${granted.value.status}`, ...refundLines(order, refunds)]
    await sayResult(flags.json, { order: order.number, ...granted.value, refunds }, lines.join('\n'))
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
