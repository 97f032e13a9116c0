import { setTimeout as sleep } from 'node:timers/promises'
import { no, type Result } from '#domain/result.ts'
import type { CategoryEntry, CollectionEntry, TagEntry } from '#wire/catalog-format.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { readDummyJson } from '../formats/dummyjson.ts'
import { picturesLeftOut } from '#features/content/rules/html.ts'
import type { Format } from '../formats/format.ts'
import {
  prepareCategory,
  prepareCollection,
  prepareProduct,
  prepareTag,
  type PreparedGroup,
  type PrepareOptions,
} from './prepare.ts'
import type { ProductGiven } from './product-news.ts'
import type { AnyGroup, GroupGiven } from './group-news.ts'
import { isGiven, type Given } from '../merge/merge.ts'
import type { Sought } from '../pictures/sought.ts'
import {
  refused,
  type EntryReading,
  type Kind,
  type Reading,
  type ReadOptions,
  type Reason,
  type Refusal,
} from '../formats/reading.ts'
import { readShopify } from '../formats/shopify.ts'
import type { CatalogSource } from '../formats/source.ts'
import { countsOf, type Tally } from './tally.ts'
import { printable, shown } from '#wire/shown-text.ts'
import { readViolet } from '../formats/violet.ts'
import { writeCategories, writeCollections, writeTags, type GroupsWritten } from './write-groups.ts'
import type { WriteOptions } from '../pictures/write-pictures.ts'
import { writeProducts } from './write-products.ts'

/* From files to the database: categories and tags of all files first, then products, then collections. */

export interface Run {
  sources: readonly { source: CatalogSource; format: Format }[]
  read: ReadOptions
  prepare: Omit<PrepareOptions, 'foreign'>
  write: WriteOptions
  tally: Tally
  /** Collects the pictures that the files name. */
  sought: Sought
  /** Runs a batch: in its own transaction, or always in the same one. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A batch that the database refuses may be tried product by product, since each has its own transaction. */
  separable: boolean
  /** @param bytes read so far, of all files */
  onProgress(phase: Phase, bytes: number): void
}

export type Phase = 'groups' | 'products' | 'collections' | 'pictures'

const batchProducts = 200
const batchCharacters = 4 * 1024 * 1024
const batchGroups = 50

export async function runImport(run: Run): Promise<void> {
  await writeGroupsOf(run)
  const slugs = new Map<string, string>()
  let bytes = 0
  for (const { source, format } of run.sources) {
    await importProducts(run, source, format, slugs, bytes)
    bytes += source.size
  }
  await importCollections(run, bytes)
}

async function writeGroupsOf(run: Run): Promise<void> {
  const categories = new Map<string, GroupGiven<CategoryEntry>>()
  const tags = new Map<string, GroupGiven<TagEntry>>()
  // Lines are relative to a file, so refusals of the writer are reported with the file of the entry.
  const files = new Map<string, string>()
  for (const { source, format } of run.sources) {
    if (format !== 'violet') continue
    for await (const reading of readViolet(source, ['category', 'tag'], run.read)) {
      if (reading.what === 'refused') run.tally.refuse(source.name, reading)
      else if (reading.what === 'entry') {
        files.set(`${reading.kind} ${reading.slug}`, source.name)
        if (reading.kind === 'category') collect(run, source, categories, reading, prepareCategory)
        else if (reading.kind === 'tag') collect(run, source, tags, reading, prepareTag)
      }
    }
  }
  const fileOf = (kind: Kind) => (refusal: Refusal) => files.get(`${kind} ${refusal.name}`) ?? ''
  if (categories.size > 0) {
    count(
      run,
      'category',
      await attempt(run, (tx) => writeCategories(tx, [...categories.values()], run.write)),
      fileOf('category'),
    )
  }
  if (tags.size > 0)
    count(run, 'tag', await attempt(run, (tx) => writeTags(tx, [...tags.values()], run.write)), fileOf('tag'))
  run.onProgress('groups', 0)
}

async function importCollections(run: Run, bytes: number): Promise<void> {
  const seen = new Map<string, GroupGiven<CollectionEntry>>()
  for (const { source, format } of run.sources) {
    if (format !== 'violet') continue
    let batch: GroupGiven<CollectionEntry>[] = []
    const flush = async (): Promise<void> => {
      const items = batch
      batch = []
      if (items.length > 0)
        count(
          run,
          'collection',
          await attempt(run, (tx) => writeCollections(tx, items, run.write)),
          () => source.name,
        )
    }
    for await (const reading of readViolet(source, ['collection'], run.read)) {
      if (reading.what === 'refused') run.tally.refuse(source.name, reading)
      if (reading.what !== 'entry' || reading.kind !== 'collection') continue
      const fresh = collect(run, source, seen, reading, prepareCollection)
      if (fresh !== null) batch.push(fresh)
      if (batch.length >= batchGroups) await flush()
    }
    await flush()
    run.onProgress('collections', bytes)
  }
}

/** Collects the entry, unless its slug is taken. */
function collect<E extends AnyGroup>(
  run: Run,
  source: CatalogSource,
  into: Map<string, GroupGiven<E>>,
  {
    kind,
    line,
    place,
    slug,
    given,
    removes,
    alone,
  }: Omit<EntryReading<Kind>, 'alone'> & {
    alone: Result<E, readonly Reason[]>
  },
  prepare: (entry: E) => Result<PreparedGroup<E>, string>,
): GroupGiven<E> | null {
  const before = into.get(slug)
  if (before === undefined) {
    run.sought.addAll([given['picture']], given['description'])
    noteLeftOut(run, given['description'])
    const item = {
      line,
      slug,
      given,
      removes,
      former: formerIn(given),
      alone: alone.ok ? atLine(prepare(alone.value), line) : alone,
    }
    into.set(slug, item)
    if (place !== undefined) run.tally.place(source.name, kind, slug, place)
    return item
  }
  const refusal = refused(kind, slug, line, `${shown(slug)} was there before, in line ${before.line}`)
  run.tally.refuse(source.name, { ...refusal, ...(place !== undefined && { place }) })
  return null
}

export function formerIn({ formerSlugs }: Given): readonly string[] {
  return Array.isArray(formerSlugs)
    ? formerSlugs.filter((slug): slug is string => typeof slug === 'string')
    : []
}

function atLine<T>(prepared: Result<T, string>, line: number): Result<T, readonly Reason[]> {
  return prepared.ok ? prepared : no([{ line, reason: prepared.problem }])
}

/** @param slugs where each slug was seen first, in this file and those before */
async function importProducts(
  run: Run,
  source: CatalogSource,
  format: Format,
  slugs: Map<string, string>,
  before: number,
): Promise<void> {
  let bytes = 0
  const watched: CatalogSource = {
    ...source,
    open: () => watch(source.open(), (length) => (bytes += length)),
  }
  // The Shopify reader reads the file twice.
  const passes = format === 'shopify' ? 2 : 1
  const prepare = { ...run.prepare, foreign: format !== 'violet' }
  let batch: ProductGiven[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    const items = batch
    batch = []
    size = 0
    await writeBatch(run, source.name, items)
    run.onProgress('products', before + Math.min(source.size, bytes / passes))
  }
  for await (const reading of readings(watched, format, run.read)) {
    if (reading.what === 'refused') run.tally.refuse(source.name, reading)
    else if (reading.what === 'note') run.tally.note(reading.note, reading.count)
    else if (reading.kind === 'product') {
      const { line, place, slug, given } = reading
      const seen = slugs.get(slug)
      if (seen !== undefined) {
        const reason = `the address ${shown(slug)} was there before, in ${seen}`
        const refusal = refused('product', slug, line, reason)
        run.tally.refuse(source.name, { ...refusal, ...(place !== undefined && { place }) })
      } else {
        const where = place ?? `line ${line}`
        slugs.set(slug, run.sources.length === 1 ? where : `${where} of ${printable(source.name)}`)
        if (place !== undefined) run.tally.place(source.name, 'product', slug, place)
        const item = givenProduct(reading, prepare)
        run.sought.addAll(given['pictures'], given['description'])
        noteLeftOut(run, given['description'])
        batch.push(item)
        size += item.alone.ok ? item.alone.value.size : JSON.stringify(given).length
      }
    }
    if (batch.length >= batchProducts || size >= batchCharacters) await flush()
  }
  await flush()
}

/** Pictures of descriptions that cannot be fetched from anywhere. */
function noteLeftOut({ tally }: Run, description: unknown): void {
  const texts = isGiven(description) ? Object.values(description) : []
  const count = texts.reduce<number>(
    (sum, html) => sum + (typeof html === 'string' && /<img/i.test(html) ? picturesLeftOut(html) : 0),
    0,
  )
  if (count > 0) tally.note(leftOutNote, count)
}

const leftOutNote =
  'a picture in a description is left out: it is at no web address, and at no path of the media folder'

function givenProduct(
  { line, slug, given, removes, locale, alone, implied }: EntryReading<'product'>,
  prepare: PrepareOptions,
): ProductGiven {
  return {
    line,
    slug,
    given,
    removes,
    locale,
    prepare,
    former: formerIn(given),
    alone: alone.ok ? atLine(prepareProduct(alone.value, prepare), line) : alone,
    implied: implied ?? { categories: [], tags: [] },
  }
}

function readings(source: CatalogSource, format: Format, options: ReadOptions): AsyncIterable<Reading> {
  switch (format) {
    case 'violet':
      return readViolet(source, ['product'], options)
    case 'shopify':
      return readShopify(source, options)
    case 'dummyjson':
      return readDummyJson(source, options)
  }
}

async function* watch(chunks: AsyncIterable<Buffer>, told: (length: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    told(chunk.length)
    yield chunk
  }
}

async function writeBatch(run: Run, file: string, items: readonly ProductGiven[]): Promise<void> {
  if (items.length === 0) return
  try {
    const written = await attempt(run, (tx) => writeProducts(tx, items, run.write))
    const { products, skus, categories, tags } = run.tally.report
    products.added += written.added
    products.changed += written.changed
    products.same += written.same
    skus.added += written.skus.added
    skus.changed += written.skus.changed
    skus.retired += written.skus.retired
    categories.added += written.newCategories
    tags.added += written.newTags
    for (const refusal of written.refusals) run.tally.refuse(file, refusal)
    run.tally.lose(written.losses)
    for (const slug of written.unmatched)
      run.tally.note(
        `${shown(slug)}: options in the second language cannot be matched with the shop's, so its options and SKUs stay as they are`,
      )
  } catch (error) {
    if (!isRefusedByDatabase(error) || !run.separable) throw error
    const [only, ...others] = items
    if (only !== undefined && others.length === 0) {
      run.tally.refuse(
        file,
        refused(
          'product',
          only.slug,
          only.line,
          `the database refuses it: ${printable(error.message).slice(0, 200)}`,
        ),
      )
    } else for (const item of items) await writeBatch(run, file, [item])
  }
}

function count(run: Run, kind: Kind, written: GroupsWritten, fileOf: (refusal: Refusal) => string): void {
  const counts = countsOf(run.tally.report, kind)
  counts.added += written.added
  counts.changed += written.changed
  counts.same += written.same
  for (const refusal of written.refusals) run.tally.refuse(fileOf(refusal), refusal)
  run.tally.lose(written.losses)
}

/** Waits a little and retries after a lock timeout: shoppers go first. */
export async function attempt<T>(
  run: Pick<Run, 'transact' | 'separable'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let turn = 1; ; turn++) {
    try {
      return await run.transact(work)
    } catch (error) {
      if (!run.separable || turn >= 10 || codeOfError(error) !== '55P03') throw error
      await sleep(200 * turn)
    }
  }
}

/** Data exceptions and violated constraints: a fault of the entry that our own checks missed. */
export function isRefusedByDatabase(error: unknown): error is Error {
  return /^(22|23|54)/.test(codeOfError(error) ?? '')
}

function codeOfError(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
