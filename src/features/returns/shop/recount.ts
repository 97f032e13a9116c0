import { mayMove } from '#domain/aftersale/return.ts'
import { no, type Result } from '#domain/result.ts'
import { askForUnits, leaveUnits } from '#features/orders/queries/returned.ts'
import { announceStock } from '#features/orders/rules/release.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { ReturnEventRow, ReturnRow } from '../queries/read.ts'
import { holdAgain, isOnShelf, lockSkusOfReturn, putOnShelf } from '../queries/stock.ts'
import { setUnits } from '../queries/write.ts'
import type { ReturnWork } from '../rules/announce.ts'
import { factsOf, giveUpUnits } from '../rules/move.ts'
import { countingUnits, refundFor } from '../rules/units.ts'
import {
  decide,
  listed,
  notNow,
  step,
  unitsBySku,
  type Decided,
  type ShelfFault,
  type Units,
  type UnitsFault,
} from './decision.ts'

export type RecountFault =
  | UnitsFault
  | ShelfFault
  /** Of these SKUs the shopper has asked for units again meanwhile, by another return. */
  | { name: 'asked_again'; skus: readonly string[] }
  /** What is wanted for these SKUs was given up with them, and is sold. */
  | { name: 'not_held_again'; skus: readonly string[] }

/**
 * Corrects what is noted as received, before any money or goods have gone: the counts replace the former ones, and
 * refund, held goods and shelf follow. All that is not named did not come.
 * @param restocks what came goes on the shelf; `wasRestocked`: whether what had come is there, null if nothing had
 */
export function recountReturn(
  work: ReturnWork,
  number: string,
  given: Units,
  restocks: (row: ReturnRow, wasRestocked: boolean | null) => boolean,
): Promise<Result<Decided, RecountFault>> {
  return decide<RecountFault>(work, number, async (tx, order, row) => {
    if (!mayMove(factsOf(row), 'recount', work.now)) return notNow(row)
    const units = unitsBySku(row, given, ({ approved, quantity }) => approved ?? quantity, true)
    if (!units.ok) return units
    const changes = row.lines.map((line) => ({ line, by: units.value.get(line.id)! - countingUnits(line) }))
    const more = changes.filter(({ by }) => by > 0)
    const asked = await askForUnits(
      tx,
      order.id,
      more.map(({ line, by }) => ({ line: line.line, quantity: by })),
    )
    const missing = more.filter(({ line }) => !asked.includes(line.line)).map(({ line }) => line.sku)
    if (missing.length > 0) return no({ name: 'asked_again', skus: missing })
    await leaveUnits(
      tx,
      changes.flatMap(({ line, by }) => (by < 0 ? [{ line: line.line, quantity: -by }] : [])),
    )
    await giveUpUnits(tx, work, row, listed(units.value))
    const change = await refundFor(tx, order, promised(row), units.value, work.shop)
    const isPart = row.lines.some((line) => units.value.get(line.id)! < (line.approved ?? line.quantity))
    const data = { isPart: isPart ? 1 : 0 }
    const done = await step(tx, work, row, { event: 'recount', kind: 'recounted', data, change })
    if (!done.ok) return done
    await setUnits(tx, 'received', listed(units.value))
    const products = await lockSkusOfReturn(tx, row.id)
    const hadCome = row.lines.some(({ received }) => (received ?? 0) > 0)
    const goesOnShelf = restocks(row, hadCome ? await isOnShelf(tx, row.id) : null)
    const sold = await putOnShelf(tx, row.id, goesOnShelf ? listed(units.value) : [], work.now)
    if (sold.length > 0) return no({ name: 'not_on_shelf', skus: sold })
    const gone = await holdBack(tx, row, more, work.now)
    if (gone.length > 0) return no({ name: 'not_held_again', skus: gone })
    await announceStock(tx, products)
    return done
  })
}

/** Of an exchange that still holds what is wanted, units that come back after all are held, too. */
async function holdBack(
  tx: Tx,
  row: ReturnRow,
  more: readonly { line: ReturnRow['lines'][number]; by: number }[],
  now: Date,
): Promise<string[]> {
  const mayHold = row.exchangeTerms?.isHeld === true && row.events.every(({ kind }) => kind !== 'unheld')
  const wanted = mayHold ? more.filter(({ line }) => (line.exchange?.skuId ?? null) !== null) : []
  const units = wanted.map(({ line, by }) => ({ id: line.id, quantity: by }))
  if (units.length === 0 || (await holdAgain(tx, row.id, units, now))) return []
  return wanted.map(({ line }) => line.exchange!.sku)
}

/**
 * With the fee and the bonus that were confirmed, and the money that the bonus is of: the first counting noted them, as
 * a smaller refund has less of each. The bonus only as long as it goes to store credit.
 */
function promised(row: ReturnRow): ReturnRow {
  const { quote } = row
  const noted: ReturnEventRow['data'] = row.events.find(({ kind }) => kind === 'received')?.data ?? {}
  const { fee: notedFee, bonus, toPayment } = noted
  const fee = typeof notedFee === 'number' ? notedFee : quote.fee
  return row.refundTo === 'credit' && typeof bonus === 'number' && typeof toPayment === 'number'
    ? { ...row, quote: { ...quote, fee, toPayment }, bonus }
    : { ...row, quote: { ...quote, fee } }
}
