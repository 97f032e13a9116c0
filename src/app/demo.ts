import { readFile } from 'node:fs/promises'
import { importCatalog, type ImportReport } from '#features/catalog/actions/import.ts'
import { loadConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { isEmptyCatalog } from '#features/catalog/queries/product.ts'
import { configure } from './configure.ts'

export interface DemoOptions {
  db: Database
  mediaDir: string
  now: Date
  say: (line: string) => void
}

/** What a merchant would write: settings, and a folder of catalogue files. */
const files = { settings: 'demo/shop.json', catalog: 'demo/catalog' }

/** Opens a new shop with the demo: only where nobody has imported or configured anything. */
export async function loadDemoIntoEmpty(options: DemoOptions): Promise<void> {
  const { version } = await loadConfig(options.db)
  if (version > 0 || !(await isEmptyCatalog(options.db))) return
  options.say('The database is empty: loading the demo shop (DEMO=off leaves it empty)')
  await loadDemo(options)
}

/** Imports the demo's settings and catalogue. Repeated, it changes only what differs. Throws when a file of it is faulty. */
export async function loadDemo({ db, mediaDir, now, say }: DemoOptions): Promise<ImportReport> {
  const settings = await configure(db, JSON.parse(await readFile(files.settings, 'utf8')), now)
  if (!settings.ok)
    throw new Error(
      `${files.settings}: ${settings.problem.map(({ path, reason }) => `${path} ${reason}`).join('; ')}`,
    )
  const imported = await importCatalog(db, {
    path: files.catalog,
    shop: settings.value.document.shop,
    now,
    format: null,
    currency: null,
    locale: 'en',
    pictures: 'fetch',
    pictureFolder: 'demo/media',
    mediaDir,
    strict: false,
    dryRun: false,
    onProgress: () => {},
  })
  if (!imported.ok) throw new Error(`the demo could not be loaded: ${imported.problem.code}`)
  const report = imported.value
  say(`The demo shop has ${report.products.added + report.products.changed + report.products.same} products`)
  return report
}
