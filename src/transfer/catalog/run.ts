import { setTimeout as sleep } from 'node:timers/promises'
import type { Result } from '#domain/result.ts'
import type { CategoryEntry, CollectionEntry, TagEntry } from '#wire/catalog-format.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { readDummyJson } from '../formats/dummyjson.ts'
import type { Format } from '../formats/format.ts'
import {
  prepareCategory,
  prepareCollection,
  prepareProduct,
  prepareTag,
  type PreparedGroup,
  type PrepareOptions,
} from './prepare.ts'
import type { ProductItem } from './product-news.ts'
import { refused, type Kind, type Reading, type ReadOptions, type Refusal } from '../formats/reading.ts'
import { readShopify } from '../formats/shopify.ts'
import type { CatalogSource } from '../formats/source.ts'
import { countsOf, type Tally } from './tally.ts'
import { printable, shown } from '#wire/shown-text.ts'
import { readViolet } from '../formats/violet.ts'
import {
  writeCategories,
  writeCollections,
  writeTags,
  type GroupItem,
  type GroupsWritten,
} from './write-groups.ts'
import type { WriteOptions } from '../pictures/write-pictures.ts'
import { writeProducts } from './write-products.ts'

/* From files to the database: categories and tags of all files first, then products, then collections. */

export interface Run {
  sources: readonly { source: CatalogSource; format: Format }[]
  read: ReadOptions
  prepare: Omit<PrepareOptions, 'foreign'>
  write: WriteOptions
  tally: Tally
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
  const categories = new Map<string, GroupItem<CategoryEntry>>()
  const tags = new Map<string, GroupItem<TagEntry>>()
  // Lines are relative to a file, so refusals of the writer are reported with the file of the entry.
  const files = new Map<string, string>()
  for (const { source, format } of run.sources) {
    if (format !== 'violet') continue
    for await (const reading of readViolet(source, ['category', 'tag'])) {
      if (reading.what === 'refused') run.tally.refuse(source.name, reading)
      else if (reading.what === 'entry' && reading.kind === 'category') {
        collect(
          run,
          source,
          categories,
          'category',
          reading.line,
          prepareCategory(reading.entry),
          reading.entry.slug,
        )
        files.set(`category ${reading.entry.slug}`, source.name)
      } else if (reading.what === 'entry' && reading.kind === 'tag') {
        collect(run, source, tags, 'tag', reading.line, prepareTag(reading.entry), reading.entry.slug)
        files.set(`tag ${reading.entry.slug}`, source.name)
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
  const seen = new Map<string, GroupItem<CollectionEntry>>()
  for (const { source, format } of run.sources) {
    if (format !== 'violet') continue
    let batch = new Map<string, GroupItem<CollectionEntry>>()
    const flush = async (): Promise<void> => {
      const items = [...batch.values()]
      batch = new Map()
      if (items.length > 0)
        count(
          run,
          'collection',
          await attempt(run, (tx) => writeCollections(tx, items, run.write)),
          () => source.name,
        )
    }
    for await (const reading of readViolet(source, ['collection'])) {
      if (reading.what === 'refused') run.tally.refuse(source.name, reading)
      if (reading.what !== 'entry' || reading.kind !== 'collection') continue
      const { slug } = reading.entry
      const fresh = collect(
        run,
        source,
        seen,
        'collection',
        reading.line,
        prepareCollection(reading.entry),
        slug,
      )
      if (fresh !== null) batch.set(slug, fresh)
      if (batch.size >= batchGroups) await flush()
    }
    await flush()
    run.onProgress('collections', bytes)
  }
}

/** Collects the entry, unless it is faulty or its slug is taken. */
function collect<E extends { slug: string }>(
  run: Run,
  source: CatalogSource,
  into: Map<string, GroupItem<E>>,
  kind: Kind,
  line: number,
  prepared: Result<PreparedGroup<E>, string>,
  slug: string,
): GroupItem<E> | null {
  const before = into.get(slug)
  if (!prepared.ok) run.tally.refuse(source.name, refused(kind, slug, line, prepared.problem))
  else if (before !== undefined)
    run.tally.refuse(
      source.name,
      refused(kind, slug, line, `${shown(slug)} was there before, in line ${before.line}`),
    )
  else {
    const item = { line, group: prepared.value }
    into.set(slug, item)
    return item
  }
  return null
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
  let batch: ProductItem[] = []
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
    else if (reading.what === 'note') run.tally.note(reading.note)
    else if (reading.kind === 'product') {
      const { entry, line, implied } = reading
      const product = prepareProduct(entry, { ...run.prepare, foreign: format !== 'violet' })
      const before = slugs.get(entry.slug)
      if (before !== undefined)
        run.tally.refuse(
          source.name,
          refused(
            'product',
            entry.slug,
            line,
            `the address ${shown(entry.slug)} was there before, in ${before}`,
          ),
        )
      else if (!product.ok)
        run.tally.refuse(source.name, refused('product', entry.slug, line, product.problem))
      else {
        slugs.set(
          entry.slug,
          run.sources.length === 1 ? `line ${line}` : `line ${line} of ${printable(source.name)}`,
        )
        batch.push({ line, product: product.value, implied: implied ?? { categories: [], tags: [] } })
        size += product.value.size
      }
    }
    if (batch.length >= batchProducts || size >= batchCharacters) await flush()
  }
  await flush()
}

function readings(source: CatalogSource, format: Format, options: ReadOptions): AsyncIterable<Reading> {
  switch (format) {
    case 'violet':
      return readViolet(source, ['product'])
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

async function writeBatch(run: Run, file: string, items: readonly ProductItem[]): Promise<void> {
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
  } catch (error) {
    if (!isRefusedByDatabase(error) || !run.separable) throw error
    const [only, ...others] = items
    if (only !== undefined && others.length === 0) {
      run.tally.refuse(
        file,
        refused(
          'product',
          only.product.entry.slug,
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
