import { InvalidArgumentError, type Command } from 'commander'
import { confirmUnpaid, type ConfirmFault } from '#features/orders/shop/decide.ts'
import { recordPayment } from '#features/orders/shop/record.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { amountOf, noSuchOrder, numbered, refundsOf, sayResult, whole, withOrder } from './order-shop.ts'
import { Failure } from '../terminal.ts'
import { unitCount } from '../units.ts'

interface Flags {
  json: boolean
}

/** `violet orders pay|ship|deliver|confirm` */
export function addOrderChanges(orders: Command): void {
  numbered(orders, 'pay', 'note that its transfer came, or that the courier brought its cash').action(pay)

  numbered(orders, 'ship', 'note that a parcel has left; without --unit all that is left of the order')
    .requiredOption('--carrier <name>', 'who carries it', carrierName)
    .option('--tracking <number>', 'what the carrier calls it', '')
    .option('--url <address>', 'where the shopper can follow it: https://…', httpsUrl)
    .option('--unit <sku=count...>', 'what is in it: --unit stool-sage=2 vase-ink=1', unitCount, {})
    .action(ship)

  numbered(orders, 'deliver', 'note that its parcels have arrived')
    .option('--parcel <number>', 'only this one, as `violet orders show` numbers it', whole)
    .action(deliver)

  numbered(
    orders,
    'confirm',
    'keep the units of an order that is paid on delivery for as long as it takes',
  ).action(confirm)
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

async function pay(given: string, { json }: Flags): Promise<void> {
  await withOrder(given, async (work, order) => {
    const paid = await recordPayment(work, order.number)
    if (paid.ok) {
      const { amount, currency, isLate } = paid.value
      const received = `${order.number}: ${amountOf(amount, currency)} received`
      const back = isLate ? (await refundsOf(work, order.number)).at(-1) : undefined
      return sayResult(
        json,
        { order: order.number, amount, currency, isLate },
        back === undefined
          ? received
          : `${received}, but the order was cancelled before: send it back, then note it by \`violet orders refunded ${back.refund}\``,
      )
    }
    const { problem } = paid
    switch (problem.name) {
      case 'unknown_order':
        throw noSuchOrder(given)
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
      return sayResult(
        json,
        { order: order.number, ...shipped.value },
        `${order.number}: parcel ${shipped.value.parcel} noted, ${shipped.value.deliveryStatus}`,
      )
    const { problem } = shipped
    switch (problem.name) {
      case 'unknown_order':
        throw noSuchOrder(given)
      case 'not_now':
        throw new Failure(`${order.number} cannot be sent: it is ${problem.status}`)
      case 'unpaid':
        throw new Failure(`${order.number} is not paid; note its payment first (violet orders pay)`)
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
  })
}

async function deliver(given: string, { json, parcel }: Flags & { parcel?: number }): Promise<void> {
  await withOrder(given, async (work, order) => {
    const delivered = await deliverOrder(work, order.number, parcel ?? null)
    if (!delivered.ok)
      throw delivered.problem.name === 'unknown_order'
        ? noSuchOrder(given)
        : new Failure(`nothing of ${order.number} is on its way`)
    await sayResult(
      json,
      { order: order.number, ...delivered.value },
      `${order.number}: ${delivered.value.deliveryStatus}`,
    )
  })
}

async function confirm(given: string, flags: Flags): Promise<void> {
  await withOrder(given, async (work, order) => {
    const kept = await confirmUnpaid(work, order.number)
    if (!kept.ok) throw new Failure(`${order.number} cannot be confirmed: ${whyNotConfirmed(kept.problem)}`)
    await sayResult(
      flags.json,
      { order: order.number, ...kept.value },
      `${order.number}: kept until it is paid`,
    )
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
