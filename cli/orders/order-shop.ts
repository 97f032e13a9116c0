import { InvalidArgumentError, type Command } from 'commander'
import pino from 'pino'
import type { FastifyBaseLogger } from 'fastify'
import { amountText } from '#domain/money.ts'
import type { OrderWork } from '#features/orders/rules/announce.ts'
import type { PayWork } from '#features/orders/rules/pay.ts'
import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { defaultTheme } from '#features/theming/default-theme.ts'
import type { Database } from '#platform/server/db/db.ts'
import { liveTeller } from '#platform/server/live-bus.ts'
import type { Theme } from '#wire/shop-config.ts'
import { withShop } from '../shop.ts'
import { Failure, writeOut } from '../terminal.ts'

/** The context that actions on orders need, and the shop's configuration. */
export type OrderShop = OrderWork & PayWork & { db: Database }

/** Opens the shop for a command on orders. */
export function withOrders<T>(command: (work: OrderShop) => Promise<T>): Promise<T> {
  return withShop(async ({ db }) => {
    const { document } = await loadConfig(db)
    const work: OrderShop = {
      db,
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

/** "102.00 USD" */
export function amountOf(amount: number, currency: string): string {
  return `${amountText(amount, currency)} ${currency}`
}

interface ShownRefund {
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
