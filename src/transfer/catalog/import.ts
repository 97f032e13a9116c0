import { join } from 'node:path'
import { no, ok, type Result } from '#domain/result.ts'
import type { Currency } from '#domain/currency.ts'
import { copyFilms } from '#features/media/shop/films.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { catalogPictures, fetchPictures, type PictureUser } from '../pictures/fetch-pictures.ts'
import { detectFormat, type Format } from '../formats/format.ts'
import { openPictureDesk, type PictureDesk } from '../pictures/picture-desk.ts'
import { soughtPictures } from '../pictures/sought.ts'
import type { Lost } from '../merge/losses.ts'
import type { Currencies } from '#features/catalog/rules/prices.ts'
import { refused, type Refusal } from '../formats/reading.ts'
import { isRefusedByDatabase, runImport, type Phase, type Run } from './run.ts'
import { catalogSources, type CatalogSource } from '../formats/source.ts'
import { startTally, type ImportReport, type Tally } from './tally.ts'
import { printable } from '#wire/shown-text.ts'
import { allowPauses, lockImports } from '#features/catalog/queries/import-lock.ts'
import { filmPaths } from '#features/catalog/queries/films.ts'
import { analyzeCatalog } from '#features/catalog/queries/statistics.ts'
import type { Named } from '#wire/problems.ts'

export type { ImportReport } from './tally.ts'

export interface ImportOptions {
  /** A file, a folder of files that belong together, or such files themselves. */
  path: string | readonly CatalogSource[]
  shop: Currencies & { languages?: readonly string[] }
  now: Date
  /** Null finds out by content. */
  format: Format | null
  /** Currency of files that name none; null is the shop's base currency. */
  currency: Currency | null
  /** Language of texts in files that name none. */
  locale: Locale
  /**
   * `fetch` gets the pictures after the entries are in; `later` leaves that to a later import;
   * `none` leaves the shop's pictures as they are.
   */
  pictures: 'fetch' | 'later' | 'none'
  /** A folder that is searched for pictures first. */
  pictureFolder: string | null
  /** The shop's media folder. */
  mediaDir: string
  /** For tests: pictures may come from this machine. */
  privatePictures?: boolean
  /** All entries are written, or none. */
  strict: boolean
  /** Reports what an import would do, and rolls back. */
  dryRun: boolean
  /** An entry becomes what the file says; otherwise what the file does not name stays. */
  replace?: boolean
  /** Entries that would lose something by `replace` or null are refused, and told. */
  holdBack?: boolean
  /** Imports the other files of the folder. */
  companion?: Companion
  onProgress(progress: ImportProgress): void
}

/** Imports files next to a catalogue's that refer to its products, in the same import. */
export interface Companion {
  /** Whether this file is one of them, and not the catalogue's. */
  takes(source: CatalogSource): Promise<boolean>
  /** Runs after the catalogue is written: in the same transaction, if there is only one. */
  run(work: CompanionWork): Promise<void>
  /** Everything is rolled back at the end. */
  forget(): void
  pictures: PictureUser
}

export interface CompanionWork extends Pick<Run, 'write' | 'transact' | 'separable' | 'sought'> {
  sources: readonly CatalogSource[]
  prepare: Pick<Run['prepare'], 'currencies'>
  /** Reports an entry that was refused; `kind` is null because it is none of the catalogue's kinds. */
  refuse(file: string, refusal: Refusal): void
  note(note: string): void
  lose(losses: readonly Lost[]): void
}

export interface ImportProgress {
  phase: Phase
  report: ImportReport
  /** 0 to 1 of the files; null where it is not known. */
  share: number | null
  /** In the phase `pictures`: how many were tried. */
  pictures: number
}

/** Why an import could not begin; faults inside the files are in the report. */
export type ImportFault =
  | { name: 'unreadable'; path: string; reason: string }
  | { name: 'no_files'; path: string }
  | { name: 'busy' }
  | (Named<'unknown_currency'> & { currency: Currency })

/**
 * Imports a catalogue. It can be repeated: unchanged entries are not written. Each product is written completely or
 * not at all, even if the program is killed; faults of a file are reported by line.
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
    return no({ name: 'unknown_currency', currency })
  }
  const sources = await openSources(options.path)
  if (!sources.ok) return sources
  const lock = await lockImports(db)
  if (lock === null) return no({ name: 'busy' })
  try {
    return ok(await importSources(db, sources.value, options))
  } finally {
    await lock.release()
  }
}

async function openSources(
  path: ImportOptions['path'],
): Promise<Result<readonly CatalogSource[], ImportFault>> {
  if (typeof path !== 'string') return ok(path)
  try {
    const sources = await catalogSources(path)
    return sources.length === 0 ? no({ name: 'no_files', path }) : ok(sources)
  } catch (error) {
    return no({ name: 'unreadable', path, reason: whyUnreadable(error) })
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
  const sought = soughtPictures()
  const begin = async (transact: Run['transact']): Promise<Tally> => {
    const { own, companions } = await shareOut(sources, options.companion)
    const { known, tally } = await openFiles(own, options.format)
    const bytes = own.reduce((sum, source) => sum + source.size, 0)
    const shared = {
      prepare: { currencies: options.shop },
      write: {
        now: options.now,
        pictures: options.pictures !== 'none',
        merging: {
          replace: options.replace ?? false,
          holdBack: options.holdBack ?? false,
          mainLocale: options.shop.languages?.[0] ?? 'en',
        },
      },
      sought,
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
        lose: tally.lose,
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
    const { elsewhere, ...tried } = await fetchPictures(db, users, desk.fetcher, {
      folder: options.pictureFolder,
      network: options.pictures === 'fetch',
      isSought: sought.has,
      onProgress: (pictures) => options.onProgress({ phase: 'pictures', report, share: null, pictures }),
      onFault: (note) => tally.note(printable(note)),
    })
    report.pictures = tried
    report.picturesElsewhere = elsewhere
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

/** The format of each file; unknown files are reported and left out. */
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
    // An error of the database ends the one transaction; a run without `strict` tells which entry caused it.
    const tally = startTally([])
    tally.refuse(
      typeof options.path === 'string' ? options.path : '',
      refused(null, null, 1, `the database refuses an entry: ${printable(error.message).slice(0, 200)}`),
    )
    tally.report.applied = false
    return tally
  }
}
