import { readFile } from 'node:fs/promises'
import { contentHash } from '../catalog/canonical.ts'
import type { ImportOptions } from '../catalog/import.ts'
import { catalogSources } from '../formats/source.ts'
import type { Currency } from '#domain/currency.ts'
import type { Result } from '#domain/result.ts'
import { convertedPrices } from '#features/catalog/queries/reprice.ts'
import { loadConfig, type ConfigFault, type LoadedConfig } from '#features/shop/actions.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { shopConfig, type ShopConfigDocument } from '#wire/shop-config.ts'
import { demoHashes, readDemoFiles, recordDemo } from './entries.ts'
import { openDemoPictures } from './pictures.ts'
import { importShop, type ShopImportReport } from '../import-shop.ts'
import { forgetPrices, priceKind, recordEntries, recordedEntries } from './queries.ts'

export interface DemoOptions {
  db: Database
  mediaDir: string
  now: Date
  say: (line: string) => void
  configure: Configure
}

/** Stores the shop's whole configuration, with what follows from it. */
export type Configure = (
  db: Database,
  input: unknown,
  now: Date,
) => Promise<Result<LoadedConfig, ConfigFault[]>>

/** The files of a merchant: settings, and folders of catalogue and content. */
export const demo = {
  settings: 'demo/shop.json',
  folders: ['demo/catalog', 'demo/content'],
  pictures: 'demo/media',
}

/**
 * Imports the demo's settings, catalogue and content. Repeated, it changes only differences. Throws if a file is
 * faulty. Returns a report for each folder; the last one counts the pictures of all.
 */
export async function loadDemo(options: DemoOptions, from = demo): Promise<ShopImportReport[]> {
  const { db, mediaDir, say } = options
  const { keys, pictures: paths } = await readDemoFiles(from.folders)
  const pictures = openDemoPictures(db, mediaDir, { folder: from.pictures, paths })
  try {
    const settings = await loadSettings(options, from.settings)
    const before = await db.transact((tx) => demoHashes(tx, keys))
    const reports: ShopImportReport[] = []
    for (const path of from.folders) reports.push(await importFiles(path, options, settings.document, false))
    const last = reports.at(-1)!
    last.pictures = await pictures.show((note) => last.notes.push({ note, count: 1 }))
    await db.transact((tx) => recordDemo(tx, keys, before))
    say(`The demo shop has ${keys.products.length} products and ${keys.articles.length} articles`)
    return reports
  } finally {
    pictures.close()
  }
}

/** What a load would bring: nothing of it is kept. */
export async function tryDemo(
  options: Pick<DemoOptions, 'db' | 'mediaDir' | 'now'>,
  from = demo,
): Promise<ShopImportReport> {
  const document = shopConfig.parse(JSON.parse(await readFile(from.settings, 'utf8')))
  const files = await Promise.all(from.folders.map((folder) => catalogSources(folder)))
  return importFiles(files.flat(), options, document, true)
}

/** Tiles stand for the pictures, for the time being: those of all folders are shown together. */
async function importFiles(
  path: ImportOptions['path'],
  { db, mediaDir, now }: Pick<DemoOptions, 'db' | 'mediaDir' | 'now'>,
  document: ShopConfigDocument,
  dryRun: boolean,
): Promise<ShopImportReport> {
  const imported = await importShop(db, {
    path,
    shop: document.shop,
    now,
    format: null,
    currency: null,
    locale: 'en',
    pictures: 'later',
    pictureFolder: null,
    mediaDir,
    strict: false,
    dryRun,
    replace: true,
    onProgress: () => {},
  })
  if (!imported.ok) throw new Error(`the demo could not be loaded: ${imported.problem.name}`)
  const [problem] = imported.value.problems
  if (problem !== undefined)
    throw new Error(
      `the demo is faulty: ${problem.file}:${problem.line}: ${problem.entry ?? ''} ${problem.reason}`,
    )
  return { ...imported.value, pictures: { fetched: 0, failed: 0, waiting: 0 } }
}

/** Records the newest settings together with the earlier ones, to restore them when the demo is removed. */
async function loadSettings({ db, now, configure }: DemoOptions, file: string): Promise<LoadedConfig> {
  const given: unknown = JSON.parse(await readFile(file, 'utf8'))
  const before = await loadConfig(db)
  const wanted = shopConfig.safeParse(given)
  const isThere =
    before.version > 0 && wanted.success && contentHash(wanted.data) === contentHash(before.document)
  if (!isThere && wanted.success) await db.transact((tx) => recordAdopted(tx, wanted.data.shop.baseCurrency))
  const settings = isThere ? ({ ok: true, value: before } as const) : await configure(db, given, now)
  if (!settings.ok) {
    await db.transact(forgetPrices)
    throw new Error(`${file}: ${settings.problem.map(({ path, reason }) => `${path} ${reason}`).join('; ')}`)
  }
  await db.transact(async (tx) => {
    const recorded = (await recordedEntries(tx)).filter(({ kind }) => kind === 'config')
    const first = recorded.length > 0 ? [] : [{ kind: 'config', key: 'before', hash: String(before.version) }]
    await recordEntries(tx, [
      ...first,
      { kind: 'config', key: 'loaded', hash: String(settings.value.version) },
    ])
  })
  return settings.value
}

/** Converted prices in the demo's base currency become fixed ones: they are recorded, to be converted again later. */
async function recordAdopted(tx: Tx, base: Currency): Promise<void> {
  const prices = await convertedPrices(tx, base)
  await recordEntries(
    tx,
    prices.map(({ key, hash }) => ({ kind: priceKind, key, hash })),
  )
}
