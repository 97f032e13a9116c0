import { ok, type Result } from '#domain/result.ts'
import { importCatalog, type ImportFault, type ImportOptions, type ImportReport } from './catalog/import.ts'
import type { Counts } from './catalog/tally.ts'
import { indexStale } from '#features/search/work/keep-index.ts'
import type { Database } from '#platform/server/db/db.ts'
import { contentCompanion } from './content/companion.ts'
import { contentKinds, plurals, type ContentKind } from './content/read.ts'

/** The report of an import, or of a dry run, with the catalogue and all other files. */
export type ShopImportReport = Omit<ImportReport, 'formats'> & {
  formats: (ImportReport['formats'][number] | 'violet-content')[]
} & Record<(typeof plurals)[ContentKind], Counts>

/** Brings a folder of catalogue and content files, or one of them, into the shop: the catalogue first. */
export async function importShop(
  db: Database,
  options: Omit<ImportOptions, 'companion'>,
): Promise<Result<ShopImportReport, ImportFault>> {
  const companion = contentCompanion()
  const imported = await importCatalog(db, { ...options, companion })
  if (!imported.ok) return imported
  // Marks that a running indexer leaves are indexed by the server, or by the next import.
  if (imported.value.applied && !options.dryRun) await indexStale(db)
  const content = Object.fromEntries(contentKinds.map((kind) => [plurals[kind], companion.counts[kind]]))
  return ok({
    ...imported.value,
    ...(content as Record<(typeof plurals)[ContentKind], Counts>),
    formats: [...imported.value.formats, ...(companion.met ? (['violet-content'] as const) : [])],
  })
}
