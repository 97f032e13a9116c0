import { randomUUID } from 'node:crypto'
import { InvalidArgumentError, type Command } from 'commander'
import { own } from '#domain/by-word.ts'
import { adjustOrder, planAdjustment, type AdjustFault } from '#features/orders/shop/adjust.ts'
import { editOrder, type EditFault } from '#features/orders/shop/edit.ts'
import {
  planEdit,
  promotionsForEdit,
  type EditPlan,
  type LineChange,
  type OrderEdit,
} from '#features/orders/shop/plan-edit.ts'
import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import { confirmed } from '../confirm.ts'
import { reasonText } from '../reason.ts'
import { Failure } from '../terminal.ts'
import {
  amountOf,
  differenceFailure,
  keyName,
  noSuchOrder,
  promisedBy,
  readAmount,
  refundLines,
  sayResult,
  startedRefunds,
  type OrderShop,
} from './order-shop.ts'
import { callOff, withTill, type Till } from './order-till.ts'
import { many, onOrders, type Columns, type ManyFlags } from './order-bulk.ts'

interface Flags extends ManyFlags {
  yes: boolean
}

/** `violet orders adjust|edit` */
export function addOrderEdits(orders: Command): void {
  many(
    orders,
    'adjust',
    'take a part of the price off: a paid order gets it back, an unpaid one costs less',
    Object.keys(adjustColumns),
  )
    .option('--amount <amount>', "in the order's currency, with its tax, as 5.00")
    .option('--reason <text>', 'what the shopper is told, and the books', reason)
    .option('--line <sku>', 'off the price of this line; without it, off the whole order')
    .option(
      '--key <key>',
      'names this adjustment: asked for again under the same key, it is made once; needed for many orders',
      keyName,
    )
    .option('--yes', 'do not ask', false)
    .addHelpText(
      'after',
      [
        '',
        'Examples: violet orders adjust K7M2N-9QXD4 --amount 5 --line stool-sage --reason "scratched leg"',
        '          violet orders adjust --file late.csv --reason "sent late" --key november --yes',
      ].join('\n'),
    )
    .action((numbers: string[], flags: AdjustFlags) => {
      const isMany = flags.file !== undefined || numbers.length > 1
      return onOrders(numbers, flags, {
        columns: adjustColumns,
        question: (all) => `Lower the price of ${all}?`,
        isKeyed: true,
        act: isMany ? adjustKeyed : adjust,
      })
    })

  many(orders, 'edit', 'change the lines of an order of which nothing has left', Object.keys(editColumns))
    .option('--add <sku:count...>', 'units that come in, at the prices of today: --add vase-ink:2', added, {})
    .option('--set <sku:count...>', 'how many units a line has then: --set stool-sage:3', added, {})
    .option('--remove <sku...>', 'lines that are taken out')
    .option('--shipping <amount>', 'another price of shipping')
    .option(
      '--keep-prices',
      'units that stay keep the price and the discounts they were sold at (as without it)',
      false,
    )
    .option('--reprice', 'all units at the prices and promotions of today', false)
    .option('--reason <text>', 'what the shopper is told', reasonText, '')
    .option('--yes', 'do not ask', false)
    .addHelpText(
      'after',
      [
        '',
        'An unpaid order has another amount to pay then, and its hold begins anew. Of a paid one that becomes cheaper the',
        'difference goes back. One that becomes dearer asks for the difference, by a mail with the way to pay it; nothing',
        'of it is sent before. Edit it back, or cancel it (violet orders cancel --refund), if the difference never comes.',
        '',
        'Examples: violet orders edit K7M2N-9QXD4 --set stool-sage:1 --add vase-ink:2 --reason "as you wished"',
        '          violet orders edit --file recalled.csv --remove lamp-sage --reason "recalled" --yes',
      ].join('\n'),
    )
    .action((numbers: string[], flags: EditFlags) =>
      onOrders(numbers, flags, {
        columns: editColumns,
        question: (all) => `Edit ${all}, give back what they cost less, and ask for what they cost more?`,
        act: edit,
      }),
    )
}

function reason(text: string): string {
  const words = text.trim()
  if (words === '' || words.length > 500) throw new InvalidArgumentError('It must have 1 to 500 letters.')
  return words
}

function added(text: string, before: Readonly<Record<string, number>>): Record<string, number> {
  const [, sku = '', count = ''] = /^(.+):(\d{1,6})$/.exec(text) ?? []
  if (sku === '') throw new InvalidArgumentError('It must be sku:count, as vase-ink:2.')
  return { ...before, [sku]: (own(before, sku) ?? 0) + Number(count) }
}

interface AdjustFlags extends Flags {
  amount?: string
  reason?: string
  hasOwnKey?: boolean
  line?: string
  key?: string
}

const adjustColumns: Columns<AdjustFlags> = {
  amount: (cell) => ({ amount: cell }),
  line: (cell) => ({ line: cell }),
  reason: (cell) => ({ reason: reason(cell) }),
  key: (cell) => ({ key: keyName(cell), hasOwnKey: true }),
}

/** A file that is given twice must not lower a price twice. */
function adjustKeyed(work: OrderShop, order: OrderRow, flags: AdjustFlags): Promise<void> {
  if (flags.key === undefined)
    throw new Failure(`say --key, so that the price of ${order.number} is not lowered twice`)
  return adjust(work, order, flags)
}

async function adjust(work: OrderShop, order: OrderRow, flags: AdjustFlags): Promise<void> {
  if (flags.amount === undefined || flags.reason === undefined)
    throw new Failure(`say how much is taken off ${order.number}, and why: --amount and --reason`)
  const amount = readAmount(flags.amount, order.currency)
  const wish = { line: flags.line ?? null, amount, reason: flags.reason, key: flags.key ?? randomUUID() }
  const text = amountOf(amount, order.currency)
  await withTill(work, order, async (till) => {
    if (!order.adjustments.some(({ key }) => key === wish.key)) {
      const planned = await planAdjustment(till.db, order, wish)
      if (!planned.ok) throw adjustFailure(order, planned.problem)
      const isPaid = order.payStatus === 'paid'
      await confirmed(
        `Take ${text} off ${wish.line ?? 'the price'} of order ${order.number} of ${order.email}${isPaid ? ', and give it back' : ''}?`,
        flags,
      )
      if (order.payStatus === 'unpaid') await callOff(till, order)
    }
    const made = await adjustOrder({ ...till, now: new Date() }, order.number, wish)
    if (!made.ok) throw adjustFailure(order, made.problem)
    const { isNew, refund, tax } = made.value
    const refunds = isNew ? await startedRefunds(work, order) : []
    await sayResult(
      flags.json,
      { order: order.number, amount, tax, currency: order.currency, isNew, refund, refunds },
      (isNew
        ? [`${order.number}: ${text} off ${wish.line ?? 'the order'}`, ...refundLines(order, refunds)]
        : [`${order.number}: nothing more is taken off, this key has its adjustment already`]
      ).join('\n'),
    )
  })
}

function adjustFailure({ number, currency, deliveryStatus }: OrderRow, problem: AdjustFault): Failure {
  switch (problem.name) {
    case 'unknown_order':
      return noSuchOrder(number)
    case 'not_now':
      return new Failure(`the price of ${number} cannot be lowered: it is ${problem.status}`)
    case 'difference_due':
      return differenceFailure({ number, currency }, problem.due)
    case 'unknown_sku':
      return new Failure(`${number} has no ${JSON.stringify(problem.sku)}`)
    case 'too_much':
      return new Failure(
        `only ${amountOf(problem.left, currency)} are left of that price${promisedBy(problem.openReturns)}`,
      )
    case 'all_of_it':
      return new Failure(
        `${amountOf(problem.left, currency)} is all that is left of ${number}: cancel it, or give it back by \`violet orders refund\``,
      )
    case 'already_sent':
      return new Failure(
        `${number} is ${deliveryStatus} and the courier takes its price; give a part back when it is paid`,
      )
    case 'key_taken':
      return new Failure(
        `this key has an adjustment of ${amountOf(problem.amount, currency)}; another one needs another key`,
      )
    case 'payment_deciding':
    case 'payment_started':
      return paymentFailure(number, problem.name)
  }
}

function paymentFailure(number: string, name: 'payment_deciding' | 'payment_started'): Failure {
  return new Failure(
    name === 'payment_deciding'
      ? `the payment of ${number} is being decided; try again when it is`
      : `the shopper has just begun to pay ${number}; try again`,
  )
}

interface EditFlags extends Flags {
  add: Record<string, number>
  set: Record<string, number>
  remove?: string[]
  shipping?: string
  keepPrices: boolean
  reprice: boolean
  reason: string
}

const editColumns: Columns<EditFlags> = {
  set: (cell) => ({ set: unitsOf(cell) }),
  add: (cell) => ({ add: unitsOf(cell) }),
  remove: (cell) => ({ remove: cell.split(/[\s;]+/) }),
  shipping: (cell) => ({ shipping: cell }),
  reason: (cell) => ({ reason: reasonText(cell) }),
}

/** "stool-sage:1 vase-ink:2"; from JSON "stool-sage=1". */
function unitsOf(cell: string): Record<string, number> {
  return cell
    .split(/[\s;]+/)
    .reduce<Record<string, number>>((before, one) => added(one.replace(/=(\d+)$/, ':$1'), before), {})
}

async function edit(work: OrderShop, order: OrderRow, flags: EditFlags): Promise<void> {
  if (flags.keepPrices && flags.reprice)
    throw new Failure('--keep-prices and --reprice are two things: say one of them')
  const changes = changesOf(flags)
  const { currency, number } = order
  const shipping = flags.shipping === undefined ? null : readAmount(flags.shipping, currency)
  const wish = { changes, reprice: flags.reprice, shipping }
  await withTill(work, order, async (till) => {
    const plan = await planOf(till, order, wish)
    await confirmed(`${planText(order, plan)}\nEdit order ${number} of ${order.email}?`, flags)
    if (order.payStatus === 'unpaid' || plan.due !== order.due) await callOff(till, order)
    const seen = await versionOfSame(till, order)
    const done = await editOrder(
      { ...till, now: new Date() },
      number,
      { ...wish, reason: flags.reason },
      seen,
    )
    if (!done.ok) throw editFailure(order, done.problem)
    const refunds = await startedRefunds(work, order)
    const { total, toPay, due, calledOff, units } = done.value
    await sayResult(
      flags.json,
      {
        order: number,
        total,
        toPay,
        due,
        currency,
        difference: toPay - order.toPay,
        units,
        refunds,
        calledOff: calledOff.map(({ refund, amount }) => ({ refund, amount })),
      },
      [
        `${number}: edited, ${amountOf(toPay, currency)} to pay instead of ${amountOf(order.toPay, currency)}`,
        ...calledOff.map(
          ({ refund, amount }) =>
            `${number}: do not send the ${amountOf(amount, currency)} of refund ${refund} any more`,
        ),
        ...(due === 0
          ? []
          : [`${number}: waits for ${amountOf(due, currency)}, which the shopper is mailed how to pay`]),
        ...refundLines(order, refunds),
      ].join('\n'),
    )
  })
}

/** The version of an order that is as it was shown; calling its payment off has raised it. */
async function versionOfSame({ db }: Till, order: OrderRow): Promise<number> {
  const now = await findOrder(db, order.number)
  const facts = (one: OrderRow): string =>
    JSON.stringify([
      [one.status, one.payStatus, one.due, one.deliveryStatus, one.quote, one.refunded],
      // The question names those that are called off, and how to note one that was sent.
      one.refunds.map(({ id, status }) => [id, status]),
    ])
  if (now === null || facts(now) !== facts(order)) throw editFailure(order, { name: 'changed_meanwhile' })
  return now.version
}

function changesOf({ add, set, remove = [] }: EditFlags): LineChange[] {
  const counts = (kind: 'add' | 'set', units: Record<string, number>): LineChange[] =>
    Object.entries(units).map(([sku, quantity]) => ({ kind, sku, quantity }))
  const named = [...Object.keys(add), ...Object.keys(set), ...remove]
  const twice = named.find((sku, index) => named.indexOf(sku) !== index)
  if (twice !== undefined) throw new Failure(`${twice} is named twice: say once what becomes of it`)
  return [
    ...counts('set', set),
    ...counts('add', add),
    ...remove.map((sku) => ({ kind: 'remove' as const, sku })),
  ]
}

async function planOf(till: Till, order: OrderRow, wish: OrderEdit): Promise<EditPlan> {
  const planned = await planEdit(till, till.db, order, wish, await promotionsForEdit(till))
  if (!planned.ok) throw editFailure(order, planned.problem)
  return planned.value
}

function planText({ currency, toPay }: OrderRow, { units, quote, due, refund, calledOff }: EditPlan): string {
  return [
    ...units.map(({ sku, from, to }) => `${sku}: ${from} → ${to}`),
    `to pay: ${amountOf(toPay, currency)} → ${amountOf(quote.toPay, currency)}`,
    ...calledOff.map(
      (one) =>
        `not sent any more: ${amountOf(one.amount, currency)}; if you have sent them, note it first (violet orders refunded ${one.refund})`,
    ),
    ...(refund > 0 ? [`goes back: ${amountOf(refund, currency)}`] : []),
    ...(due > 0 ? [`the shopper is asked for: ${amountOf(due, currency)}; nothing is sent before`] : []),
  ].join('\n')
}

function editFailure(order: OrderRow, problem: EditFault): Failure {
  const { number, currency } = order
  switch (problem.name) {
    case 'unknown_order':
      return noSuchOrder(number)
    case 'not_now':
      return new Failure(`${number} cannot be edited: it is ${problem.status}`)
    case 'already_sent':
      return new Failure(`${number} cannot be edited: a parcel of it has left`)
    case 'unknown_sku':
      return new Failure(`${number} has no ${JSON.stringify(problem.sku)}`)
    case 'not_for_sale':
      return new Failure(`${JSON.stringify(problem.sku)} is not sold in ${currency}, or is sold out`)
    case 'out_of_stock':
      return new Failure(`not enough units are there of ${problem.skus.join(', ')}`)
    case 'nothing_changed':
      return new Failure(`${number} is so already`)
    case 'nothing_left':
      return new Failure(`nothing would be left of ${number}: cancel it (violet orders cancel ${number})`)
    case 'has_coupon':
      return new Failure(
        `${number} was placed with a coupon, which the prices of today do not know; edit it with --keep-prices`,
      )
    case 'was_returned':
      return new Failure(
        `${JSON.stringify(problem.sku)} stays in ${number}: a return of it was asked for, which names it; leave one unit, or cancel the order`,
      )
    case 'money_went_back':
      return new Failure(
        `${number} cannot be edited: a part of its money has gone back already; cancel it, or give more back by \`violet orders refund\``,
      )
    case 'would_charge':
      return new Failure(
        `${number} would cost ${amountOf(problem.more, currency)} more, and there is no way to ask for it before it is sent: it was paid to the courier or without a payment, and the shop offers no way but cash on delivery for it now. Offer one (violet config set), or write a second order for what is added (violet orders create)`,
      )
    case 'below_credit':
      return new Failure(
        `${number} would cost less than the ${amountOf(problem.credit, currency)} of store credit that it was paid with; cancel it instead, which gives the credit back`,
      )
    case 'nothing_to_pay':
      return new Failure(`nothing would be left to pay of ${number}: cancel it, or leave more in it`)
    case 'changed_meanwhile':
      return new Failure(`${number} has changed meanwhile: look at it, and say it again`)
    case 'payment_deciding':
    case 'payment_started':
      return paymentFailure(number, problem.name)
  }
}
