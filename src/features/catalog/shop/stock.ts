import { no, ok, type Result } from '#domain/result.ts'
import type { Database } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import type { Named } from '#wire/problems.ts'
import { bumpVersions, refreshStock } from '../queries/derived.ts'
import { stockOf, stockRows, writeStock, type StockRow } from '../queries/stock.ts'

export type { StockRow } from '../queries/stock.ts'

/** The most that one SKU can have on hand. */
const mostStock = 1_000_000_000

export type StockFault =
  | Named<'unknown_sku'>
  | { name: 'not_a_quantity' }
  /** Orders hold more units than would be left. */
  | { name: 'held'; held: number; onHand: number }

/** Sets how many units of a SKU are on hand. Unknown and retired SKUs are refused alike. */
export function setStock(
  db: Database,
  sku: string,
  quantity: number,
  now: Date,
): Promise<Result<StockRow, StockFault>> {
  return changeStock(db, sku, 'set', quantity, now)
}

/** Adds to the units on hand; a negative number subtracts. */
export function addStock(
  db: Database,
  sku: string,
  quantity: number,
  now: Date,
): Promise<Result<StockRow, StockFault>> {
  return changeStock(db, sku, 'add', quantity, now)
}

/** Calls `each` with every SKU, or with those that have at most `low` units left, by SKU. */
export async function listStock(
  db: Database,
  low: number | null,
  each: (row: StockRow) => void,
): Promise<void> {
  for (let after = ''; ;) {
    const found = await stockRows(db, low, after, 500)
    for (const row of found) each(row)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.sku
  }
}

async function changeStock(
  db: Database,
  sku: string,
  how: 'set' | 'add',
  quantity: number,
  now: Date,
): Promise<Result<StockRow, StockFault>> {
  if (!Number.isInteger(quantity) || Math.abs(quantity) > mostStock || (how === 'set' && quantity < 0))
    return no({ name: 'not_a_quantity' })
  return db.transact(async (tx) => {
    const written = await writeStock(tx, sku, how, quantity, now)
    if (written === null) {
      const row = await stockOf(tx, sku)
      return row === null
        ? no({ name: 'unknown_sku' })
        : no({ name: 'held', held: row.held, onHand: row.onHand })
    }
    const turned = await refreshStock(tx, [written.productId])
    await bumpVersions(tx, [written.productId])
    await announceChanges(tx, [`product:${written.productId}`], true)
    if (turned.length > 0) await announceChanges(tx, ['list'], false)
    return ok(written)
  })
}
