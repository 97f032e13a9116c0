import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { mayGoOn, networkOf } from '#platform/server/rate.ts'
import { namedNetwork } from '#platform/server/visitor-network.ts'
import type { SalesSettings } from '#wire/settings/sales.ts'
import { unpaidOfNetwork, type NetworkUse } from '../queries/networks.ts'

/*
 * What one network may order and hold before it pays: decision 034.
 */

export type NetworkRefusal =
  | { name: 'too_many_orders' }
  /**
   * `most`: units of the SKU that one network may hold unpaid. `too_many_at_once`: it holds none of it yet, so there is
   * nothing that it could pay to be allowed more.
   */
  | { name: 'too_many_at_once' | 'too_many_unpaid'; sku: string; title: string; most: number }

/** How often each limit was reached since this program began: for `/metrics`. */
export const networkRefusals: Record<NetworkRefusal['name'], number> = {
  too_many_orders: 0,
  too_many_at_once: 0,
  too_many_unpaid: 0,
}

/** For the operator. @param address of a visitor, or any of its network */
export async function unpaidOrdersFrom(db: Db, address: string): Promise<string[]> {
  return unpaidOfNetwork(db, await namedNetwork(db, address))
}

export interface WantedUnits {
  skuId: number
  sku: string
  title: string
  quantity: number
  onHand: number
  /** Ordered first, made or bought later: it cannot be taken away from anybody. */
  backorder: boolean
  /** As few as are sold at once. */
  minQuantity: number
}

/** Whether a network may place one more order; null when it may. */
export function refuseOrder(
  use: NetworkUse,
  { ordersIn10Minutes, ordersPerDay }: NonNullable<SalesSettings['perNetwork']>,
): NetworkRefusal | null {
  return use.recent >= ordersIn10Minutes || use.today >= ordersPerDay ? { name: 'too_many_orders' } : null
}

/** Whether it may hold these units as well, unpaid. */
export function refuseUnits(
  use: NetworkUse,
  wanted: readonly WantedUnits[],
  { units, percent }: NonNullable<SalesSettings['perNetwork']>,
): NetworkRefusal | null {
  for (const { skuId, sku, title, quantity, onHand, backorder, minQuantity } of wanted) {
    // Else nobody could buy it.
    const most = Math.max(units, minQuantity, Math.floor((onHand * percent) / 100))
    const waiting = use.units[skuId] ?? 0
    if (!backorder && waiting + quantity > most)
      return { name: waiting === 0 ? 'too_many_at_once' : 'too_many_unpaid', sku, title, most }
  }
  return null
}

/** Counted each time, logged once in ten minutes for each network: who tries a thousand times fills no log. */
const alarms = { name: 'network.alarm', most: 1, within: 600_000 }

/** Tells the operator that a network has reached a limit. */
export async function raiseAlarm(ctx: Ctx, refusal: NetworkRefusal): Promise<void> {
  networkRefusals[refusal.name] += 1
  const network = networkOf(ctx.visitor.ip)
  if (!(await mayGoOn(ctx.db, alarms, `${refusal.name} ${network}`, ctx.now))) return
  ctx.log.warn(
    { network, ...refusal },
    'a network has reached what it may order: `violet orders cancel --from` lists and cancels its unpaid orders',
  )
}
