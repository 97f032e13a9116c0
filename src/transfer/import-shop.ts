import { ok, type Result } from '#domain/result.ts'
import {
  importCatalog,
  type Companion,
  type ImportFault,
  type ImportOptions,
  type ImportReport,
} from './catalog/import.ts'
import type { Counts } from './catalog/tally.ts'
import type { ShopPages } from '#features/redirects/shop.ts'
import { indexStale } from '#features/search/work/keep-index.ts'
import type { Database } from '#platform/server/db/db.ts'
import { contentCompanion } from './content/companion.ts'
import { contentKinds, plurals, type ContentKind } from './content/read.ts'
import type { CatalogSource } from './formats/source.ts'
import { importRedirectLists } from './redirects/companion.ts'
import { isRedirectsFile } from './redirects/read.ts'

/** The report of an import, or of a dry run, with the catalogue and all other files. */
export type ShopImportReport = Omit<ImportReport, 'formats'> & {
  formats: (ImportReport['formats'][number] | 'violet-content')[]
} & Record<(typeof plurals)[ContentKind] | 'redirects', Counts>

export interface ShopImportOptions extends Omit<ImportOptions, 'companion'> {
  /** Without them, lists of redirects are refused. */
  pages?: ShopPages
}

/**
 * Brings a folder of catalogue and content files, or one of them, into the shop: the catalogue first, redirects to its
 * pages last.
 */
export async function importShop(
  db: Database,
  { pages, ...options }: ShopImportOptions,
): Promise<Result<ShopImportReport, ImportFault>> {
  const companion = contentCompanion()
  const { lists, ...withLists } = redirectsBeside(companion, pages, options.now)
  const imported = await importCatalog(db, { ...options, companion: withLists })
  if (!imported.ok) return imported
  // Marks that a running indexer leaves are indexed by the server, or by the next import.
  if (imported.value.applied && !options.dryRun) await indexStale(db)
  const content = Object.fromEntries(contentKinds.map((kind) => [plurals[kind], companion.counts[kind]]))
  return ok({
    ...imported.value,
    ...(content as Record<(typeof plurals)[ContentKind], Counts>),
    redirects: lists(),
    formats: [...imported.value.formats, ...(companion.met ? (['violet-content'] as const) : [])],
  })
}

/** A companion that takes lists of redirects as well. */
function redirectsBeside(
  content: Companion,
  pages: ShopPages | undefined,
  now: Date,
): Companion & { lists(): Counts } {
  const none: Counts = { added: 0, changed: 0, same: 0, refused: 0 }
  const taken = new Set<CatalogSource>()
  let counts = none
  return {
    lists: () => counts,
    pictures: content.pictures,
    async takes(source) {
      const isList = pages !== undefined && (await isRedirectsFile(source))
      if (isList) taken.add(source)
      return isList || content.takes(source)
    },
    async run(work) {
      const own = work.sources.filter((source) => !taken.has(source))
      if (own.length > 0) await content.run({ ...work, sources: own })
      const lists = work.sources.filter((source) => taken.has(source))
      if (pages !== undefined) counts = await importRedirectLists({ ...work, sources: lists }, pages, now)
    },
    forget() {
      counts = none
      content.forget()
    },
  }
}
