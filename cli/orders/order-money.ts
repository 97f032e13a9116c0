import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { isSendingOver, unitsToSend } from '#domain/order.ts'
import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import {
  choiceFault,
  leftOfOrder,
  recordRefund,
  refundByShop,
  type RefundByShop,
  type RefundFault,
} from '#features/orders/shop/record.ts'
import { confirmed } from '../confirm.ts'
import { many, onOrders, type Columns } from './order-bulk.ts'
import { exchangeOwed, giveExchangeHome } from './order-exchange.ts'
import {
  amountOf,
  differenceFailure,
  noSuchOrder,
  promisedBy,
  readAmount,
  refundLines,
  refundsOf,
  sayResult,
  startedRefunds,
  whole,
  withOrders,
  type OrderShop,
} from './order-shop.ts'
import { reasonText } from '../reason.ts'
import { counted, Failure } from '../terminal.ts'

interface Flags {
  json: boolean
  yes: boolean
}

/** `violet orders refund|refunded` */
export function addOrderMoney(orders: Command): void {
  many(orders, 'refund', 'give money back the way it was paid', ['amount', 'reason', 'key'])
    .option('--amount <amount>', "in the order's currency, as 12.50; without it, all that is left")
    .option('--end', 'with all that is left: the order ends as cancelled', false)
    .option(
      '--keep',
      'with all that is left: the order stays as it is, and nothing more of it is sent',
      false,
    )
    .option('--restock', 'with --end: its units come back to stock', false)
    .option('--reason <text>', 'for the books', reasonText, 'goodwill')
    .option(
      '--key <key>',
      'names this refund: asked for again under the same key, it is made once; needed for many orders',
    )
    .option('--yes', 'do not ask', false)
    .addHelpText('after', '\nExample: violet orders refund --file refunds.csv --key march-recall --yes')
    .action((numbers: string[], flags: RefundFlags) => {
      // A file that is given twice must not refund twice.
      const isMany = flags.file !== undefined || numbers.length > 1
      const act = isMany ? refundKeyed : refund
      return onOrders(numbers, flags, {
        columns: refundColumns,
        question: (all) => `Give money of ${all} back?`,
        isKeyed: true,
        act,
      })
    })

  orders
    .command('refunded')
    .description('note that a refund which had to be made by hand is made')
    .argument('<refund>', 'its number, as `violet orders show` numbers it', whole)
    .option('--reference <text>', 'what the bank calls it', '')
    .option('--json', 'print the result as JSON', false)
    .action(refunded)
}

interface RefundFlags extends Flags {
  file?: string
  hasOwnKey?: boolean
  amount?: string
  end: boolean
  keep: boolean
  restock: boolean
  reason: string
  key?: string
}

const refundColumns: Columns<RefundFlags> = {
  amount: (cell) => ({ amount: cell }),
  reason: (cell) => ({ reason: reasonText(cell) }),
  key: (cell) => ({ key: cell, hasOwnKey: true }),
}

/** One key for many orders is another one of each. */
function refundKeyed(work: OrderShop, order: OrderRow, flags: RefundFlags): Promise<void> {
  const { key, hasOwnKey = false } = flags
  if (key === undefined)
    throw new Failure(`say --key, so that nothing of ${order.number} is given back twice`)
  return refund(work, order, { ...flags, key: hasOwnKey ? key : `${key}-${order.number}` })
}

async function refund(work: OrderShop, order: OrderRow, flags: RefundFlags): Promise<void> {
  const choice = choiceOf(flags)
  const amount = flags.amount === undefined ? null : readAmount(flags.amount, order.currency)
  if (amount === 0)
    throw new Failure(
      `0 is no refund: say by --amount how much of ${order.number} goes back, or leave it out for all that is left`,
    )
  const most = await leftOfOrder(work.db, order)
  // A key may name a refund that is made already, after which less is left.
  if (flags.key === undefined) {
    const fault = choiceFault(order, amount ?? most.left, most, choice)
    if (fault !== null) throw refundFailure(order, fault)
  }
  const text = amountOf(amount ?? most.left, order.currency)
  const and =
    choice?.kind === 'end' ? `, and cancel it${choice.restock ? ' with its units back in stock' : ''}` : ''
  const owed = choice?.kind === 'end' ? exchangeOwed(order) : ''
  await confirmed(`Give back ${text} of order ${order.number} to ${order.email}${and}${owed}?`, flags)
  const { key = randomUUID(), reason } = flags
  const made = await refundByShop(work, order.number, { amount, reason, key, choice })
  if (!made.ok) throw refundFailure(order, made.problem)
  const { isNew, status } = made.value
  const refunds = isNew
    ? await startedRefunds(work, order)
    : (await refundsOf(work, order.number)).filter(({ waits }) => waits)
  const isEnded = isNew && choice?.kind === 'end'
  const home = isEnded ? await giveExchangeHome(work, order) : { refunds: [], lines: [] }
  await sayResult(
    flags.json,
    {
      order: order.number,
      amount: made.value.amount,
      currency: order.currency,
      isNew,
      status,
      refunds: [...refunds, ...home.refunds],
    },
    [
      ...(isNew ? [] : [`${order.number}: nothing more is given back, this key has its refund already`]),
      ...refundLines(order, refunds),
      ...home.lines,
      ...(isNew ? await afterRefund(work, order, choice) : []),
    ].join('\n'),
  )
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
  if (order === null || order.status === 'cancelled' || !isSendingOver(order)) return []
  const stock = stockLines(order, false)
  if (stock.length === 0) return []
  const isUnsent = order.deliveryStatus === 'unshipped'
  return [
    `${number}: ${order.status}, and nothing more of it is sent`,
    ...stock,
    // With it, the units that were added by hand would come back twice.
    ...(isUnsent ? [`${number}: if you cancel it after adding them, do so without --restock`] : []),
  ]
}

/** Units of an order that were taken from the shelf and have not left. */
function unsold({ lines }: OrderRow): { sku: string; count: number }[] {
  return lines
    .map((line) => ({ sku: line.sku, count: unitsToSend(line) - line.held }))
    .filter(({ count }) => count > 0)
}

export function stockLines(order: OrderRow, restock: boolean): string[] {
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
      return new Failure(
        `${number} has ${amountOf(problem.left, currency)} that could be given back${promisedBy(problem.openReturns)}`,
      )
    case 'key_taken':
      return new Failure(
        problem.isOfOrder
          ? `this key has a refund of ${amountOf(problem.amount, currency)}; another refund needs another key`
          : 'this key names a refund of another order; another refund needs another key',
      )
    case 'difference_due':
      return differenceFailure(order, problem.due)
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
