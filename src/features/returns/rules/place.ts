import { no, ok, type Result } from '#domain/result.ts'
import { day } from '#domain/time.ts'
import type { OrderRow } from '#features/orders/queries/read.ts'
import { addGiven } from '#features/orders/queries/returned.ts'
import { holdTime } from '#features/orders/rules/hold-time.ts'
import { placeExchange, type ExchangeToPlace } from '#features/orders/rules/place-exchange.ts'
import type { PlacedOrder } from '#features/orders/rules/place.ts'
import { paymentFor } from '#features/sales/rules/markets-and-methods.ts'
import { pricedSkus } from '#features/sales/queries/line-skus.ts'
import { fallbackChain, type Locale } from '#i18n/locales.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { PaymentMethod } from '#wire/settings/sales.ts'
import type { ShopConfig } from '#wire/shop-config.ts'
import { ownerOfOrder } from '../queries/facts.ts'
import type { ReturnRow } from '../queries/read.ts'
import { giveUpHeld, lockSkusOfReturn } from '../queries/stock.ts'
import type { ReturnWork } from './announce.ts'
import type { PricedExchange } from './exchange.ts'
import { payOut, type MoneyGoneFault } from './pay-out.ts'

/** The least time to pay a difference in: the shopper hears of it by mail. */
const timeToPay = 7 * day

export interface GoneFault {
  name: 'out_of_stock'
  skus: readonly string[]
}

/**
 * Makes an order of what was held, and gives back what no goods were taken for. The order that the goods came back of
 * is locked, and so are those that it is an exchange for (`lockParents`).
 */
export async function placeExchangeFor(
  tx: Tx,
  work: ReturnWork,
  order: OrderRow,
  row: ReturnRow,
  { quote, back }: PricedExchange,
): Promise<Result<PlacedOrder, GoneFault | MoneyGoneFault>> {
  await lockSkusOfReturn(tx, row.id)
  await giveUpHeld(tx, row.id, [], work.now)
  const lines = await linesOf(tx, order, row, quote)
  if (!lines.ok) return lines
  const method = methodFor(order, quote.toPay, work.shop)
  const { email, contact, address, billing, shipping, locale, currency } = order
  const placed = await placeExchange(tx, {
    ...(await ownerOfOrder(tx, order.id)),
    ...{ locale, currency, email, contact, address, billing, shipping, quote, method },
    note: '',
    lines: lines.value,
    holdUntil: new Date(work.now.getTime() + Math.max(timeToPay, holdTime(method, work.shop.sales))),
    now: work.now,
  })
  if (!placed.ok) return placed
  const reason = `exchange ${row.number}`
  if (quote.credit > 0)
    await addGiven(
      tx,
      { orderId: order.id, amount: quote.credit, reason, cause: `exchange:${row.number}` },
      work.now,
      quote.toPay === 0,
    )
  if (back > 0) {
    const toPayment = Math.min(back, row.quote.toPayment)
    const money = { total: back, toPayment, toCredit: back - toPayment }
    const paid = await payOut(tx, order, row, money, 0, work.now)
    if (!paid.ok) return paid
  }
  return placed
}

async function linesOf(
  tx: Tx,
  order: OrderRow,
  row: ReturnRow,
  quote: PricedExchange['quote'],
): Promise<Result<ExchangeToPlace['lines'], GoneFault>> {
  const skus = quote.lines.map(({ key }) => key)
  const chain = [...fallbackChain(order.locale as Locale)]
  const known = new Map((await pricedSkus(tx, skus, order.currency, chain)).map((sku) => [sku.sku, sku]))
  const gone = skus.filter((sku) => !known.has(sku))
  if (gone.length > 0) return no({ name: 'out_of_stock', skus: gone })
  return ok(
    quote.lines.map(({ key, quantity, amount, net, tax }) => {
      const { skuId, productId, slug, picture } = known.get(key)!
      const wanted = row.lines.find(({ exchange }) => exchange?.sku === key)?.exchange
      const names = { title: wanted?.title ?? key, choice: wanted?.choice ?? '' }
      return { skuId, productId, sku: key, slug, ...names, picture, quantity, amount, net, tax }
    }),
  )
}

/** The method that the first order was paid by, where it still serves; else the first that does. */
function methodFor(order: OrderRow, amount: number, { sales, shop }: ShopConfig): PaymentMethod | null {
  if (amount === 0) return null
  const found = paymentFor(
    sales,
    { country: order.address.country, currency: order.currency, total: amount },
    shop,
  )
  return found.find(({ code }) => code === order.paymentMethod) ?? found[0] ?? null
}
