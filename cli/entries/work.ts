import { loadConfig } from '#features/shop/actions.ts'
import type { ImportFault } from '#transfer/catalog/import.ts'
import type { ImportProblem } from '#transfer/catalog/tally.ts'
import { importEntries, type Entries } from '#transfer/entries/entries.ts'
import type { ShopImportReport } from '#transfer/import-shop.ts'
import type { ShopConfigDocument } from '#wire/shop-config.ts'
import { withShop, type Shop } from '../shop.ts'
import { Failure } from '../terminal.ts'

/** A shop that entries are read from and changed in. */
export interface EntryShop extends Shop {
  document: ShopConfigDocument
  now: Date
}

export function withEntries<T>(command: (shop: EntryShop) => Promise<T>): Promise<T> {
  return withShop(async (shop) =>
    command({ ...shop, document: (await loadConfig(shop.db)).document, now: new Date() }),
  )
}

/** Changes entries as an import of them would; fails with the reason of the first that is refused. */
export async function changeEntries(
  shop: EntryShop,
  entries: Entries,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<ShopImportReport> {
  const report = await tryEntries(shop, entries, { dryRun, strict: true })
  const [problem] = report.problems
  if (problem !== undefined) throw new Failure(problemText(problem))
  return report
}

/** The same, but what is refused is in the report. */
export async function tryEntries(
  { db, config, document, now }: EntryShop,
  entries: Entries,
  { dryRun, strict }: { dryRun: boolean; strict: boolean },
): Promise<ShopImportReport> {
  const options = { shop: document.shop, now, mediaDir: config.mediaDir, strict, dryRun }
  const imported = await importEntries(db, entries, options)
  if (!imported.ok) throw new Failure(importFaultText(imported.problem))
  return imported.value
}

function problemText({ entry, reason }: ImportProblem): string {
  return entry === null ? reason : `${entry}: ${reason}`
}

export function importFaultText(fault: ImportFault): string {
  return fault.name === 'busy' ? 'another import is running on this shop' : fault.name
}
