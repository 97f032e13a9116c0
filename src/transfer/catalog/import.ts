import { join } from 'node:path'
import { no, ok, type Result } from '#domain/result.ts'
import type { Currency } from '#domain/currency.ts'
import { copyFilms } from '#features/media/shop/films.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { catalogPictures, fetchPictures, type PictureUser } from '../pictures/fetch-pictures.ts'
import { detectFormat, type Format } from '../formats/format.ts'
import { openPictureDesk, type PictureDesk } from '../pictures/picture-desk.ts'
import type { Currencies } from '#features/catalog/rules/prices.ts'
import { refused, type Refusal } from '../formats/reading.ts'
import { isRefusedByDatabase, runImport, type Phase, type Run } from './run.ts'
import { catalogSources, type CatalogSource } from '../formats/source.ts'
import { startTally, type ImportReport, type Tally } from './tally.ts'
import { printable } from '#wire/shown-text.ts'
import { allowPauses, lockImports } from '#features/catalog/queries/import-lock.ts'
import { filmPaths } from '#features/catalog/queries/films.ts'
import { analyzeCatalog } from '#features/catalog/queries/statistics.ts'

export type { ImportReport } from './tally.ts'

export interface ImportOptions {
  /** A file, or a folder of files that belong together. */
  path: string
  shop: Currencies
  now: Date
  /** Null finds out by content. */
  format: Format | null
  /** Of amounts in files that do not say; null is the shop's base currency. */
  currency: Currency | null
  /** Of texts in files that do not say. */
  locale: Locale
  /**
   * `fetch` gets the pictures after the entries are in; `made` draws them and leaves fetching to a later import;
   * `none` leaves the shop's pictures as they are.
   */
  pictures: 'fetch' | 'made' | 'none'
  /** A folder in which pictures are looked for first. */
  pictureFolder: string | null
  /** Where the shop keeps its pictures. */
  mediaDir: string
  /** For tests: pictures may come from this machine. */
  privatePictures?: boolean
  /** Everything goes in, or nothing. */
  strict: boolean
  /** Says what would happen, and keeps nothing. */
  dryRun: boolean
  /** Takes in what else the folder holds. */
  companion?: Companion
  onProgress(progress: ImportProgress): void
}

/** Takes in files that lie beside a catalogue's and speak of its products, in the same import. */
export interface Companion {
  /** This file is one of them, and none of the catalogue's. */
  takes(source: CatalogSource): Promise<boolean>
  /** Runs when the catalogue is in: in the same transaction, where there is only one. */
  run(work: CompanionWork): Promise<void>
  /** Nothing of what was run is kept. */
  forget(): void
  pictures: PictureUser
}

export interface CompanionWork extends Pick<Run, 'write' | 'transact' | 'separable'> {
  sources: readonly CatalogSource[]
  prepare: Pick<Run['prepare'], 'currencies' | 'pictures'>
  /** Tells of an entry that does not go in; `kind` is null, for none of the catalogue's kinds is counted. */
  refuse(file: string, refusal: Refusal): void
  note(note: string): void
}

export interface ImportProgress {
  phase: Phase
  report: ImportReport
  /** 0 to 1 of the files; null where it is not known. */
  share: number | null
  /** In the phase `pictures`: how many were tried. */
  pictures: number
}

/** Why an import could not begin; what is wrong inside the files is in the report. */
export type ImportFault =
  | { code: 'unreadable'; path: string; reason: string }
  | { code: 'no_files'; path: string }
  | { code: 'busy' }
  | { code: 'unknown_currency'; currency: Currency }

/**
 * Brings a catalogue into the shop. It can be repeated: what the shop has already is not touched. Each product
 * goes in wholly or not at all, also when the program is killed; what is wrong with a file is told by line.
 */
export async function importCatalog(
  db: Database,
  options: ImportOptions,
): Promise<Result<ImportReport, ImportFault>> {
  const { shop, currency } = options
  if (
    currency !== null &&
    currency !== shop.baseCurrency &&
    shop.currencies.every(({ code }) => code !== currency)
  ) {
    return no({ code: 'unknown_currency', currency })
  }
  const sources = await openSources(options.path)
  if (!sources.ok) return sources
  const lock = await lockImports(db)
  if (lock === null) return no({ code: 'busy' })
  try {
    return ok(await importSources(db, sources.value, options))
  } finally {
    await lock.release()
  }
}

async function openSources(path: string): Promise<Result<CatalogSource[], ImportFault>> {
  try {
    const sources = await catalogSources(path)
    return sources.length === 0 ? no({ code: 'no_files', path }) : ok(sources)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    const reason = { ENOENT: 'it is not there', EACCES: 'it may not be read' }[code ?? ''] ?? String(error)
    return no({ code: 'unreadable', path, reason })
  }
}

async function importSources(
  db: Database,
  sources: readonly CatalogSource[],
  options: ImportOptions,
): Promise<ImportReport> {
  const started = performance.now()
  const desk = openPictureDesk(db, options.mediaDir, options.privatePictures ?? false)
  try {
    const report = await importWith(desk, db, sources, options)
    report.ms = Math.round(performance.now() - started)
    return report
  } finally {
    desk.close()
  }
}

async function importWith(
  desk: PictureDesk,
  db: Database,
  sources: readonly CatalogSource[],
  options: ImportOptions,
): Promise<ImportReport> {
  const whole = options.strict || options.dryRun
  const begin = async (transact: Run['transact']): Promise<Tally> => {
    const { own, companions } = await shareOut(sources, options.companion)
    const { known, tally } = await openFiles(own, options.format)
    const bytes = own.reduce((sum, source) => sum + source.size, 0)
    const shared = {
      prepare: { currencies: options.shop, pictures: desk.rules },
      write: { now: options.now, pictures: options.pictures === 'none' ? null : desk.writer },
      transact,
      separable: !whole,
    }
    await runImport({
      ...shared,
      sources: known,
      read: { currency: options.currency ?? options.shop.baseCurrency, locale: options.locale },
      tally,
      onProgress: (phase, read) =>
        options.onProgress({
          phase,
          report: tally.report,
          share: bytes === 0 ? null : Math.min(1, read / bytes),
          pictures: 0,
        }),
    })
    if (companions.length > 0)
      await options.companion?.run({
        ...shared,
        sources: companions,
        refuse: tally.refuse,
        note: tally.note,
      })
    return tally
  }
  const tally = whole
    ? await inOneTransaction(db, begin, options)
    : await begin((work) => db.transact((tx) => patiently(tx, work)))
  const { report } = tally
  if (report.applied && report.products.added + report.products.changed > 0) await analyzeCatalog(db)

  if (report.applied && options.pictureFolder !== null && !options.dryRun) {
    const folder = join(options.mediaDir, 'films')
    const missing = await copyFilms(await filmPaths(db), options.pictureFolder, folder)
    for (const path of missing) tally.note(`the film ${printable(path)} is not in the media folder`)
  }
  if (report.applied && options.pictures !== 'none' && !options.dryRun) {
    const users = [catalogPictures, ...(options.companion ? [options.companion.pictures] : [])]
    report.pictures = await fetchPictures(db, users, desk.fetcher, {
      folder: options.pictureFolder,
      network: options.pictures === 'fetch',
      onProgress: (pictures) => options.onProgress({ phase: 'pictures', report, share: null, pictures }),
      onFault: (note) => tally.note(printable(note)),
    })
  }
  return report
}

async function shareOut(
  sources: readonly CatalogSource[],
  companion: Companion | undefined,
): Promise<{ own: CatalogSource[]; companions: CatalogSource[] }> {
  const own: CatalogSource[] = []
  const companions: CatalogSource[] = []
  for (const source of sources) ((await companion?.takes(source)) === true ? companions : own).push(source)
  return { own, companions }
}

/** What each file is; a file that is nothing we know is told and left out. */
async function openFiles(
  sources: readonly CatalogSource[],
  format: Format | null,
): Promise<{ known: { source: CatalogSource; format: Format }[]; tally: Tally }> {
  const known: { source: CatalogSource; format: Format }[] = []
  const faults: { source: CatalogSource; reason: string }[] = []
  for (const source of sources) {
    const found = format === null ? await detectFormat(source) : ok(format)
    if (found.ok) known.push({ source, format: found.value })
    else faults.push({ source, reason: found.problem })
  }
  const tally = startTally([...new Set(known.map((file) => file.format))])
  for (const { source, reason } of faults) tally.refuse(source.name, refused(null, null, 1, reason))
  return { known, tally }
}

async function patiently<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await allowPauses(tx)
  return work(tx)
}

async function inOneTransaction(
  db: Database,
  begin: (transact: Run['transact']) => Promise<Tally>,
  options: ImportOptions,
): Promise<Tally> {
  try {
    const outcome = await db.transact(async (tx): Promise<Result<Tally, Tally>> => {
      const tally = await patiently(tx, () => begin((work) => work(tx)))
      return options.dryRun || tally.hasProblems() ? no(tally) : ok(tally)
    })
    if (outcome.ok) return outcome.value
    outcome.problem.report.applied = false
    return outcome.problem
  } catch (error) {
    if (!isRefusedByDatabase(error)) throw error
    options.companion?.forget()
    // What the database refuses ends the one transaction: which entry it was, a run without `strict` tells.
    const tally = startTally([])
    tally.refuse(
      options.path,
      refused(null, null, 1, `the database refuses an entry: ${printable(error.message).slice(0, 200)}`),
    )
    tally.report.applied = false
    return tally
  }
}
