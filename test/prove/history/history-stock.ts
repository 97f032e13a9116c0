import type { History, SkuStock } from './history-rows.ts'

/* The history checker's rules of what is counted for the whole shop: units, uses of coupons, store credit. */

/** Notes what does not hold: the rule's name, of what, and how. */
export type Tell = (rule: string, subject: string, text: string) => void

/** Units are neither made nor lost. */
export function checkStock(
  { skus, moves, lines, returnLines }: History,
  before: readonly SkuStock[] | null,
  tell: Tell,
): void {
  const movesOf = Map.groupBy(moves, ({ skuId }) => skuId)
  const heldBy = new Map<number | null, number>()
  const hold = (skuId: number | null, held: number) => heldBy.set(skuId, (heldBy.get(skuId) ?? 0) + held)
  for (const { skuId, held } of lines) hold(skuId, held)
  for (const { exchangeSkuId, exchangeHeld } of returnLines) hold(exchangeSkuId, exchangeHeld)
  const first = before === null ? null : new Map(before.map((stock) => [stock.id, stock]))
  for (const { id, sku, onHand, held, backorder } of skus) {
    const subject = `sku ${sku}`
    const own = movesOf.get(id) ?? []
    const start = first === null ? null : (first.get(id) ?? { onHand: 0, held: 0 })
    const heldByMoves = (start?.held ?? 0) + sum(own, (move) => move.held)
    if (heldByMoves !== held) tell('held_is_moves', subject, `${held} are held, moves say ${heldByMoves}`)
    const heldByOrders = (start?.held ?? 0) + (heldBy.get(id) ?? 0)
    if (heldByOrders !== held)
      tell('held_is_orders', subject, `${held} are held, orders and exchanges hold ${heldByOrders}`)
    if (start !== null) {
      const byMoves = start.onHand + sum(own, (move) => move.onHand)
      if (byMoves !== onHand) tell('on_hand_is_moves', subject, `${onHand} are on hand, moves say ${byMoves}`)
    }
    if (onHand < 0 || held < 0) tell('never_below_nothing', subject, `${onHand} on hand, ${held} held`)
    if (!backorder && held > onHand) tell('never_oversold', subject, `${held} are held of ${onHand}`)
  }
}

/** Counters are the rows they count, within their limits, and a cancelled order uses none. */
export function checkCoupons({ coupons, couponUses, orders }: History, tell: Tell): void {
  const byId = new Map(orders.map((order) => [order.id, order]))
  for (const coupon of coupons) {
    const subject = `coupon ${coupon.slug}`
    const uses = couponUses.filter(({ couponId }) => couponId === coupon.id)
    if (uses.length !== coupon.used)
      tell('coupon_counter', subject, `${coupon.used} are counted, there are ${uses.length}`)
    if (coupon.useLimit !== null && uses.length > coupon.useLimit)
      tell('coupon_limit', subject, `${uses.length} uses of ${coupon.useLimit}`)
    for (const [who, own] of Map.groupBy(uses, (use) => use.who))
      if (own.length > coupon.perCustomer)
        tell('coupon_limit', subject, `${own.length} uses of ${coupon.perCustomer} by ${who}`)
  }
  for (const { couponId, orderId } of couponUses)
    if (byId.get(orderId)?.status === 'cancelled')
      tell('cancelled_gives_back', `order ${byId.get(orderId)!.number}`, `it still uses coupon ${couponId}`)
  const slugs = new Map(coupons.map(({ id, slug }) => [id, slug]))
  const used = Map.groupBy(couponUses, ({ orderId }) => orderId)
  for (const order of orders) {
    if (order.status === 'cancelled') continue
    const counted = (used.get(order.id) ?? []).flatMap(({ couponId }) => slugs.get(couponId) ?? []).toSorted()
    const given = order.quote.coupons
      .flatMap(({ applied, slug }) => (applied && [...slugs.values()].includes(slug) ? [slug] : []))
      .toSorted()
    if (counted.join() !== given.join())
      tell(
        'coupon_counter',
        `order ${order.number}`,
        `it was given ${given.join() || 'none'}, ${counted.join() || 'none'} is counted`,
      )
  }
}

/** Store credit is a sum that never goes below nothing, and each order has spent what its quote says. */
export function checkCredit({ credit, orders }: History, tell: Tell): void {
  for (const [who, entries] of Map.groupBy(
    credit,
    ({ customerId, currency }) => `${customerId} ${currency}`,
  )) {
    let balance = 0
    for (const { amount } of entries) {
      balance += amount
      if (balance < 0) tell('credit_never_below_nothing', `credit of ${who}`, `it was ${balance}`)
    }
  }
  const byOrder = Map.groupBy(credit, ({ orderId }) => orderId)
  for (const order of orders) {
    // An exchange is paid for with other goods.
    if (order.checkoutId === null) continue
    const own = byOrder.get(order.id) ?? []
    const of = (kind: string): number => sum(own, (entry) => (entry.kind === kind ? entry.amount : 0))
    if (-of('spent') !== order.credit)
      tell(
        'credit_is_entries',
        `order ${order.number}`,
        `${order.credit} was spent, entries say ${-of('spent')}`,
      )
    const back = order.status === 'cancelled' ? order.credit : 0
    if (of('returned') !== back)
      tell(
        'cancelled_gives_back',
        `order ${order.number}`,
        `${of('returned')} of store credit came back of ${back}`,
      )
  }
}

export function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}
