import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { InvalidArgumentError, type Command } from 'commander'
import { own } from '#domain/by-word.ts'
import { amountText, parseAmount } from '#domain/money.ts'
import type { Result } from '#domain/result.ts'
import {
  approveCancellation,
  cancelUnpaid,
  confirmUnpaid,
  refuseCancellation,
  type ConfirmFault,
  type DecideFault,
} from '#features/orders/shop/decide.ts'
import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import { recordPayment, refundByShop, type RefundFault } from '#features/orders/shop/record.ts'
import { confirmRefund } from '#features/orders/rules/refund.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { unpaidOrdersFrom } from '#features/orders/rules/networks.ts'
import { confirmed } from './confirm.ts'
import { withOrders, type OrderShop } from './order-shop.ts'
import { counted, Failure, table, writeOut } from './terminal.ts'

interface Flags {
  json: boolean
  yes: boolean
}

/** `violet orders pay|ship|deliver|refund|refunded|confirm|cancel|approve-cancellation|refuse-cancellation` */
export function addOrderChanges(orders: Command): void {
  const numbered = (name: string, description: string): Command =>
    orders
      .command(name)
      .description(description)
      .argument('<number>', 'of the order')
      .option('--json', 'print the result as JSON', false)

  numbered('pay', 'note that its transfer came, or that the courier brought its cash').action(pay)

  numbered('ship', 'note that a parcel has left; without --unit all that is left of the order')
    .requiredOption('--carrier <name>', 'who carries it')
    .option('--tracking <number>', 'what the carrier calls it', '')
    .option('--url <address>', 'where the shopper can follow it: https://…', httpsUrl)
    .option('--unit <sku=count...>', 'what is in it: --unit stool-sage=2 vase-ink=1', unit, {})
    .action(ship)

  numbered('deliver', 'note that its parcels have arrived')
    .option('--parcel <number>', 'only this one, as `violet orders show` numbers it', whole)
    .action(deliver)

  numbered('refund', 'give money back the way it was paid')
    .option('--amount <amount>', "in the order's currency, as 12.50; without it, all that is left")
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

  numbered('confirm', 'keep the units of an order that is paid on delivery for as long as it takes').action(
    confirm,
  )

  orders
    .command('cancel')
    .description('cancel an order that is not paid, or all of a network')
    .argument('[number]', 'of the order')
    .option('--from <address>', 'all unpaid orders of the network that this address belongs to', ipAddress)
    .option('--json', 'print the result as JSON', false)
    .option('--reason <text>', 'what the shopper is told', '')
    .option('--yes', 'do not ask', false)
    .action(cancel)

  numbered(
    'approve-cancellation',
    'grant what the shopper asked for: the order ends, and its money goes back',
  )
    .option('--yes', 'do not ask', false)
    .action(approve)

  numbered('refuse-cancellation', 'let the order go on')
    .requiredOption('--reason <text>', 'what the shopper is told')
    .action(refuse)
}

function ipAddress(text: string): string {
  const address = text.replace(/\/64$/, '')
  if (isIP(address) === 0)
    throw new InvalidArgumentError('It must be an address such as 203.0.113.7 or 2001:db8::1.')
  return address
}

function httpsUrl(text: string): string {
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new InvalidArgumentError('It must be an address that begins with https://.')
  return text
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

function unit(text: string, before: Readonly<Record<string, number>>): Record<string, number> {
  const [, sku = '', count = ''] = /^(.+)=([1-9]\d{0,5})$/.exec(text) ?? []
  if (sku === '') throw new InvalidArgumentError('It must be sku=count, as stool-sage=2.')
  return { ...before, [sku]: (own(before, sku) ?? 0) + Number(count) }
}

async function pay(given: string, { json }: Flags): Promise<void> {
  await withOrder(given, async (work, order) => {
    const paid = await recordPayment(work, order.number)
    if (paid.ok) {
      const { amount, currency, isLate } = paid.value
      const received = `${order.number}: ${amountText(amount, currency)} ${currency} received`
      return say(
        json,
        { order: order.number, amount, currency, isLate },
        isLate
          ? `${received}, but the order was cancelled before: give it back, then note it by \`violet orders refunded\``
          : received,
      )
    }
    const { problem } = paid
    switch (problem.name) {
      case 'unknown_order':
        throw noSuch(given)
      case 'already_paid':
        throw new Failure(`${order.number} is paid already`)
      case 'not_payable':
        throw new Failure(`${order.number} cannot be paid: it is ${problem.status}`)
      case 'paid_online':
        throw new Failure(
          `${order.number} is paid by ${problem.method}, whose provider says itself when it is`,
        )
    }
  })
}

interface ShipFlags extends Flags {
  carrier: string
  tracking: string
  url?: string
  unit: Record<string, number>
}

async function ship(given: string, { json, carrier, tracking, url, unit: units }: ShipFlags): Promise<void> {
  await withOrder(given, async (work, order) => {
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
      return say(
        json,
        { order: order.number, ...shipped.value },
        `${order.number}: parcel ${shipped.value.parcel} noted, ${shipped.value.deliveryStatus}`,
      )
    const { problem } = shipped
    switch (problem.name) {
      case 'unknown_order':
        throw noSuch(given)
      case 'not_now':
        throw new Failure(`${order.number} cannot be sent: it is ${problem.status}`)
      case 'unpaid':
        throw new Failure(`${order.number} is not paid; note its payment first (violet orders pay)`)
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
  })
}

async function deliver(given: string, { json, parcel }: Flags & { parcel?: number }): Promise<void> {
  await withOrder(given, async (work, order) => {
    const delivered = await deliverOrder(work, order.number, parcel ?? null)
    if (!delivered.ok)
      throw delivered.problem.name === 'unknown_order'
        ? noSuch(given)
        : new Failure(`nothing of ${order.number} is on its way`)
    await say(
      json,
      { order: order.number, ...delivered.value },
      `${order.number}: ${delivered.value.deliveryStatus}`,
    )
  })
}

interface RefundFlags extends Flags {
  amount?: string
  reason: string
  key?: string
}

async function refund(given: string, flags: RefundFlags): Promise<void> {
  await withOrder(given, async (work, order) => {
    const left = order.captured - order.refunded
    const amount = flags.amount === undefined ? left : readAmount(flags.amount, order.currency)
    const text = `${amountText(amount, order.currency)} ${order.currency}`
    if (amount <= 0 || amount > left)
      throw new Failure(
        `${order.number} has ${amountText(left, order.currency)} ${order.currency} that could be given back`,
      )
    await confirmed(`Give back ${text} of order ${order.number} to ${order.email}?`, flags)
    const made = await refundByShop(work, order.number, amount, flags.reason, flags.key ?? randomUUID())
    if (!made.ok) throw refundFailure(given, order, made.problem)
    const { isNew } = made.value
    const result = { order: order.number, amount, currency: order.currency, isNew }
    await say(
      flags.json,
      result,
      isNew ? `${order.number}: ${text} goes back` : `${order.number}: it went back before, under this key`,
    )
  })
}

function refundFailure(given: string, { number, currency }: OrderRow, problem: RefundFault): Failure {
  switch (problem.name) {
    case 'unknown_order':
      return noSuch(given)
    case 'too_much':
      return new Failure(`${number} has ${amountText(problem.left, currency)} that could be given back`)
    case 'key_taken':
      return new Failure(
        problem.isOfOrder
          ? `under this key ${amountText(problem.amount, currency)} ${currency} went back before; another refund needs another key`
          : 'this key names a refund of another order; another refund needs another key',
      )
  }
}

function readAmount(text: string, currency: string): number {
  const amount = parseAmount(text, currency)
  if (!amount.ok) throw new Failure(`${JSON.stringify(text)} is not an amount in ${currency}`)
  return amount.value
}

async function refunded(id: number, { json, reference }: Flags & { reference: string }): Promise<void> {
  await withOrders(async (work) => {
    if (!(await confirmRefund(work, id, reference))) throw new Failure(`no refund ${id} waits to be made`)
    await say(json, { refund: id, status: 'done' }, `refund ${id} is made`)
  })
}

async function confirm(given: string, flags: Flags): Promise<void> {
  await withOrder(given, async (work, order) => {
    const kept = await confirmUnpaid(work, order.number)
    if (!kept.ok) throw new Failure(`${order.number} cannot be confirmed: ${whyNotConfirmed(kept.problem)}`)
    await say(flags.json, { order: order.number, ...kept.value }, `${order.number}: kept until it is paid`)
  })
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

interface CancelFlags extends Flags {
  reason: string
  from?: string
}

async function cancel(given: string | undefined, { from, ...flags }: CancelFlags): Promise<void> {
  if ((given === undefined) === (from === undefined))
    throw new Failure('name one order, or a network by --from')
  if (from !== undefined) return cancelFrom(from, flags)
  await withOrder(given!, async (work, order) => {
    await confirmed(`Cancel order ${order.number} of ${order.email}?`, flags)
    await told(flags, order, await cancelUnpaid(work, order.number, flags.reason))
  })
}

async function cancelFrom(address: string, { reason, yes, json }: Omit<CancelFlags, 'from'>): Promise<void> {
  await withOrders(async (work) => {
    const numbers = await unpaidOrdersFrom(work.db, address)
    const orders = (await Promise.all(numbers.map((number) => findOrder(work.db, number)))).filter(
      (order) => order !== null,
    )
    if (!json) await writeOut(`${unpaidTable(orders)}\n`)
    if (orders.length === 0) return
    await confirmed(`Cancel ${counted(orders.length, 'unpaid order')} from ${address}?`, { yes, json })
    for (const { number } of orders) {
      const done = await cancelUnpaid(work, number, reason)
      // Paid or sent meanwhile, or about to be: the others are cancelled all the same.
      const status = done.ok ? done.value.status : done.problem.name
      await say(json, { order: number, status }, `${number}: ${status}`)
    }
  })
}

function unpaidTable(orders: readonly OrderRow[]): string {
  const cells = orders.map(({ number, placedAt, lines, total, currency, paymentMethod, email }) => [
    number,
    placedAt.toISOString().slice(0, 16).replace('T', ' '),
    lines.map(({ sku, held }) => `${held} ${sku}`).join(', '),
    `${amountText(total, currency)} ${currency}`,
    paymentMethod,
    email,
  ])
  return table([['NUMBER', 'PLACED (UTC)', 'HOLDS', 'TOTAL', 'METHOD', 'FROM'], ...cells])
}

async function approve(given: string, flags: Flags): Promise<void> {
  await withOrder(given, async (work, order) => {
    const left = `${amountText(order.captured - order.refunded, order.currency)} ${order.currency}`
    const count = counted(
      order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
      'unit',
    )
    const money = order.captured > order.refunded ? `give back ${left}` : 'give back nothing more'
    await confirmed(`Cancel order ${order.number}, take ${count} back into stock and ${money}?`, flags)
    await told(flags, order, await approveCancellation(work, order.number))
  })
}

async function refuse(given: string, { reason, ...flags }: Flags & { reason: string }): Promise<void> {
  await withOrder(given, async (work, order) =>
    told(flags, order, await refuseCancellation(work, order.number, reason)),
  )
}

async function told(
  { json }: Flags,
  { number, payStatus, deliveryStatus }: OrderRow,
  decided: Result<{ status: string }, DecideFault>,
): Promise<void> {
  if (decided.ok) return say(json, { order: number, ...decided.value }, `${number}: ${decided.value.status}`)
  const { problem } = decided
  switch (problem.name) {
    case 'unknown_order':
      throw noSuch(number)
    case 'not_now':
      throw new Failure(
        `that cannot be done with ${number}: it is ${problem.status}, ${payStatus}, ${deliveryStatus}`,
      )
    case 'payment_deciding':
      throw new Failure(`the payment of ${number} is being decided; try again when it is`)
  }
}

async function withOrder(
  given: string,
  command: (work: OrderShop, order: OrderRow) => Promise<void>,
): Promise<void> {
  await withOrders(async (work) => {
    const order = await findOrder(work.db, given)
    if (order === null) throw noSuch(given)
    await command(work, order)
  })
}

function noSuch(number: string): Failure {
  return new Failure(`the shop has no order ${JSON.stringify(number)}`)
}

function say(json: boolean, result: object, text: string): Promise<void> {
  return writeOut(json ? `${JSON.stringify(result)}\n` : `${text}\n`)
}
