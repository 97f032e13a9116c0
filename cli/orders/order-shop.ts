import { InvalidArgumentError, type Command } from 'commander'
import pino from 'pino'
import type { FastifyBaseLogger } from 'fastify'
import { amountText, parseAmount } from '#domain/money.ts'
import type { OrderWork } from '#features/orders/rules/announce.ts'
import type { PayWork } from '#features/orders/rules/pay.ts'
import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/db.ts'
import { liveTeller } from '#platform/server/live-bus.ts'
import type { Theme } from '#wire/shop-config.ts'
import { withShop } from '../shop.ts'
import { Failure, writeOut } from '../terminal.ts'

/** The context that actions on orders need, and the shop's configuration. */
export type OrderShop = OrderWork & PayWork & { db: Database; config: Config }

/** Opens the shop for a command on orders. */
export function withOrders<T>(command: (work: OrderShop) => Promise<T>): Promise<T> {
  return withShop(async ({ db, config }) => {
    const { document } = await loadConfig(db)
    const work: OrderShop = {
      db,
      config,
      transact: db.transact,
      now: new Date(),
      live: liveTeller(db),
      // The document's own values; none is undefined, since it came from JSON.
      shop: { ...document, theme: { ...defaultTheme, ...document.theme } as Theme },
      log: pino({ level: 'warn' }, pino.destination(2)) as unknown as FastifyBaseLogger,
    }
    return command(work)
  })
}

/** A command on one order. */
export function numbered(orders: Command, name: string, description: string): Command {
  return orders
    .command(name)
    .description(description)
    .argument('<number>', 'of the order')
    .option('--json', 'print the result as JSON', false)
}

export async function withOrder(
  given: string,
  command: (work: OrderShop, order: OrderRow) => Promise<void>,
): Promise<void> {
  await withOrders(async (work) => {
    const order = await findOrder(work.db, given)
    if (order === null) throw noSuchOrder(given)
    await command(work, order)
  })
}

export function noSuchOrder(number: string): Failure {
  return new Failure(`the shop has no order ${JSON.stringify(number)}`)
}

/** Why nothing of an order is sent or given back that became dearer after it was paid. */
export function differenceFailure(
  { number, currency }: Pick<OrderRow, 'number' | 'currency'>,
  due: number,
): Failure {
  return new Failure(
    `${number} became dearer after it was paid, and waits for ${amountOf(due, currency)}; if they never come, edit it back (violet orders edit) or cancel it (violet orders cancel --refund)`,
  )
}

/** "102.00 USD" */
export function amountOf(amount: number, currency: string): string {
  return `${amountText(amount, currency)} ${currency}`
}

/** Why no more can be given back, where returns are open; empty where none is. */
export function promisedBy(openReturns: readonly string[]): string {
  if (openReturns.length === 0) return ''
  const returns = `${openReturns.length === 1 ? 'return' : 'returns'} ${openReturns.join(', ')}`
  return `; more is promised by the open ${returns} (violet returns show ${openReturns[0]})`
}

export interface ShownRefund {
  /** Its number in `violet orders show`. */
  refund: number
  /** Minor units. */
  amount: number
  /** It waits until somebody has sent the money and says so. */
  waits: boolean
}

/** The refunds of an order that were not refused, the first first. */
export async function refundsOf({ db }: OrderShop, number: string): Promise<ShownRefund[]> {
  const order = await findOrder(db, number)
  return (order?.refunds ?? [])
    .filter(({ status }) => status !== 'failed')
    .map(({ id, amount, status, isByHand }) => ({
      refund: id,
      amount,
      waits: isByHand && status === 'pending',
    }))
}

/** The refunds that a command has started. */
export async function startedRefunds(work: OrderShop, before: OrderRow): Promise<ShownRefund[]> {
  const known = new Set(before.refunds.map(({ id }) => id))
  return (await refundsOf(work, before.number)).filter(({ refund: id }) => !known.has(id))
}

/** What becomes of each refund, and what the operator has to do. */
export function refundLines(
  { number, currency, email }: Pick<OrderRow, 'number' | 'currency' | 'email'>,
  refunds: readonly ShownRefund[],
): string[] {
  return refunds.map(({ refund: id, amount, waits }) =>
    waits
      ? `${number}: ${amountOf(amount, currency)} waits for you: ask ${email} for the account, send it there, then note it by \`violet orders refunded ${id}\``
      : `${number}: ${amountOf(amount, currency)} goes back`,
  )
}

/** An amount that the operator typed, in minor units of the order's currency. */
export function readAmount(text: string, currency: string): number {
  const amount = parseAmount(text, currency)
  if (!amount.ok) throw new Failure(`${JSON.stringify(text)} is not an amount in ${currency}`)
  return amount.value
}

/** The operator's name for something that is done once. */
export function keyName(text: string): string {
  if (!/^[\w.-]{1,80}$/.test(text))
    throw new InvalidArgumentError('It must have 1 to 80 letters, digits, ".", "_" and "-".')
  return text
}

export function whole(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

/** The first moment of a day, UTC. 31 November is none: it would be read as 1 December. */
export function utcDay(text: string): Date {
  const at = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a day such as 2026-11-21.')
  return at
}

export function sayResult(json: boolean, result: object, text: string): Promise<void> {
  return writeOut(json ? `${JSON.stringify(result)}\n` : `${text}\n`)
}
