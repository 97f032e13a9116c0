import type { OrderRow } from '#features/orders/queries/read.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { ReturnSettings } from '#wire/settings/returns.ts'
import { returnFacts } from '../queries/facts.ts'
import type { ReturnCase } from './plan.ts'

/** All that decides about returns of an order. Under its lock, nothing of it changes meanwhile. */
export async function caseOf(db: Db, order: OrderRow, { finalSale }: ReturnSettings): Promise<ReturnCase> {
  return { order, facts: await returnFacts(db, order.id, finalSale) }
}
