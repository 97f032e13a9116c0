import { slugFaults, takeFormerNames, takeSlugs } from '#features/names/shop.ts'
import { isEntryKind } from '#features/names/contract.ts'
import type { SlugsWanted } from '#features/names/queries/entry-slugs.ts'
import type { Companion, CompanionWork } from '../catalog/import.ts'
import { refused } from '../formats/reading.ts'
import { attempt, formerIn, isRefusedByDatabase } from '../catalog/run.ts'
import type { Counts } from '../catalog/tally.ts'
import { isNamedKind } from '#wire/entry-slugs.ts'
import { printable, shown } from '#wire/shown-text.ts'
import { no, ok } from '#domain/result.ts'
import { schemaReasons } from '../formats/schema-reasons.ts'
import type { Loss, Lost } from '../merge/losses.ts'
import { merged, removesSomething, type Given } from '../merge/merge.ts'
import { settle, type Settling, type Unsettled } from '../merge/settle.ts'
import type { Sought } from '../pictures/sought.ts'
import { keepSources } from '#features/media/rules/prose.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { knownEntries, rememberEntries } from '#platform/server/db/put-entries.ts'
import { kinds, type AnyKind } from './kinds.ts'
import { contentPictures, placePictures } from './pictures.ts'
import type { Prepared, PrepareOptions } from './prepare.ts'
import {
  contentKinds,
  isContentFile,
  readContent,
  schemaOf,
  type ContentKind,
  type ContentReading,
} from './read.ts'
import { findReferences, unknownName } from './references.ts'

export type ContentCounts = Record<ContentKind, Counts>

/** Imports the content files of an import, and counts the results. */
export interface ContentCompanion extends Companion {
  counts: ContentCounts
  /** Some file was a content file. */
  met: boolean
}

interface Item extends Settling<Prepared<unknown> & { entry: object }> {
  file: string
  /** Where its line tells nothing. */
  place?: string
  key: string
  /** Slugs that it had before. */
  former: readonly string[]
}

type Place = Pick<Item, 'file' | 'line' | 'place' | 'key'>

const batchEntries = 500
const batchCharacters = 4 * 1024 * 1024

export function contentCompanion(): ContentCompanion {
  const companion: ContentCompanion = {
    counts: noCounts(),
    met: false,
    takes: isContentFile,
    pictures: contentPictures,
    async run(work) {
      companion.met = true
      // A retried transaction starts again.
      companion.counts = noCounts()
      await importContent(work, companion.counts)
    },
    forget: () => void (companion.counts = noCounts()),
  }
  return companion
}

function noCounts(): ContentCounts {
  return Object.fromEntries(
    contentKinds.map((kind) => [kind, { added: 0, changed: 0, same: 0, refused: 0 }]),
  ) as ContentCounts
}

async function importContent(work: CompanionWork, counts: ContentCounts): Promise<void> {
  const batches = Object.fromEntries(contentKinds.map((name) => [name, emptyBatch()])) as Record<
    ContentKind,
    Batch
  >
  const refuse = (kind: ContentKind, entry: Place, problem: string | Unsettled): void => {
    const { file, line, place, key } = entry
    counts[kind].refused++
    work.refuse(file, {
      ...(typeof problem === 'string'
        ? refused(null, key, line, problem)
        : { what: 'refused', kind: null, name: key, ...problem }),
      ...(place !== undefined && { place }),
    })
  }
  const flush = async (kind: ContentKind): Promise<void> => {
    const { items } = batches[kind]
    batches[kind].items = []
    batches[kind].size = 0
    await writeBatch(work, kind, items, counts[kind], (item, problem) => refuse(kind, item, problem))
  }

  for (const source of work.sources) {
    for await (const reading of readContent(source)) {
      if (reading.what === 'note') work.note(reading.note)
      else if (reading.what === 'refused') {
        if (reading.kind !== null) counts[reading.kind].refused++
        work.refuse(source.name, reading.refusal)
      } else {
        const { kind, line, key, given } = reading
        const batch = batches[kind]
        const at = reading.place === undefined ? {} : { place: reading.place }
        const place = { file: source.name, line, ...at, key }
        const names = namesOf(kinds[kind], key, given)
        const fault = seenBefore(batch, names, key)
        const alone = preparedAlone(reading, work.prepare)
        if (fault !== null) refuse(kind, place, fault)
        else {
          const where = `${reading.place ?? `line ${line}`} of ${printable(source.name)}`
          for (const name of names) batch.seen.set(name, where)
          seek(work.sought, given)
          const former = formerIn(given)
          batch.items.push({ ...place, former, given, alone, removes: removesSomething(given) })
          batch.size += JSON.stringify(given).length
          if (batch.items.length >= batchEntries || batch.size >= batchCharacters) await flush(kind)
        }
      }
    }
  }
  for (const kind of contentKinds) await flush(kind)
}

type EntryRead = Extract<ContentReading, { what: 'entry' }>

function preparedAlone({ kind, line, alone }: EntryRead, options: PrepareOptions): Item['alone'] {
  return alone.ok ? prepareOne(kind, alone.value, line, options) : alone
}

function prepareOne(kind: ContentKind, entry: unknown, line: number, options: PrepareOptions): Item['alone'] {
  const found = kinds[kind].prepare(entry, options)
  return found.ok
    ? ok(found.value as Prepared<unknown> & { entry: object })
    : no([{ line, reason: found.problem }])
}

/** The pictures of the entry, and those within its texts. */
function seek(sought: Sought, { picture, pictures, body, description }: Given): void {
  sought.addAll([picture, ...(Array.isArray(pictures) ? (pictures as unknown[]) : [])], body)
  sought.add(null, description)
}

interface Batch {
  items: Item[]
  /** Characters. */
  size: number
  /** Where each name was seen first, in all files. */
  seen: Map<string, string>
}

function emptyBatch(): Batch {
  return { items: [], size: 0, seen: new Map() }
}

function seenBefore({ seen }: Batch, names: readonly string[], key: string): string | null {
  const name = names.find((candidate) => seen.has(candidate))
  return name === undefined
    ? null
    : `${name === key ? shown(key) : name} was there before, in ${seen.get(name)!}`
}

function namesOf(kind: AnyKind, key: string, given: Given): string[] {
  const alias = kind.alias?.(given) ?? null
  return alias === null ? [key] : [key, alias]
}

async function writeBatch(
  work: CompanionWork,
  kind: ContentKind,
  items: readonly Item[],
  counts: Counts,
  refuse: (item: Item, problem: string | Unsettled) => void,
): Promise<void> {
  if (items.length === 0) return
  try {
    const written = await attempt(work, (tx) => writeEntries(tx, kind, items, work))
    counts.added += written.added
    counts.changed += written.changed
    counts.same += items.length - written.added - written.changed - written.refusals.length
    for (const { item, problem } of written.refusals) refuse(item, problem)
    work.lose(written.losses)
  } catch (error) {
    if (!isRefusedByDatabase(error) || !work.separable) throw error
    const [only, ...others] = items
    if (only !== undefined && others.length === 0)
      refuse(only, `the database refuses it: ${printable(error.message).slice(0, 200)}`)
    else for (const item of items) await writeBatch(work, kind, [item], counts, refuse)
  }
}

interface Written {
  added: number
  changed: number
  refusals: { item: Item; problem: string | Unsettled }[]
  losses: Lost[]
}

/** An entry as it is to be. */
interface News {
  item: Item
  prepared: Prepared<unknown>
  losses: Loss[]
}

/** Writes entries with distinct names that are new or differ from the shop's. */
async function writeEntries(
  tx: Tx,
  kind: ContentKind,
  items: readonly Item[],
  work: CompanionWork,
): Promise<Written> {
  const definition = kinds[kind]
  const { table } = definition
  const { write } = work
  const addressed = kind === 'form' ? 'inquiry' : kind
  if (isEntryKind(addressed))
    await takeFormerNames(
      tx,
      addressed,
      items.map(({ key, former }) => ({ slug: key, former })),
    )
  const { news, refusals } = await newsOf(tx, kind, items, work)
  const references = await findReferences(
    tx,
    news.map(({ prepared: { entry } }) => definition.names(entry)),
  )
  const taken = isNamedKind(kind)
    ? await slugFaults(tx, kind, news.map(slugsWanted))
    : new Map<string, string>()
  const sound = news.filter(({ item, prepared: { entry } }) => {
    const reason =
      unknownName(definition.names(entry), references) ??
      definition.fault?.(entry, references) ??
      taken.get(item.key) ??
      null
    if (reason !== null) refusals.push({ item, problem: reason })
    return reason === null
  })
  if (sound.length === 0) return { added: 0, changed: 0, refusals, losses: [] }

  const pictures = await placePictures(
    tx,
    kind,
    sound.map(({ item: { key }, prepared: { pictures, keepsPictures = false } }) => ({
      key,
      pictures,
      keeps: keepsPictures,
    })),
    write,
  )
  const put = await definition.write(
    tx,
    sound.map(({ prepared }, index) => ({ prepared, pictures: pictures[index]! })),
    references,
  )
  if (isNamedKind(kind)) {
    const wanted = sound.map((one) => ({ id: put.ids.get(one.item.key)!, slugs: slugsWanted(one).slugs }))
    for (const id of await takeSlugs(tx, kind, wanted)) if (!put.added.has(id)) put.changed.add(id)
  }
  await keepSources(
    tx,
    sound.flatMap(({ prepared: { entry } }) => proseOf(entry)),
  )
  // An entry whose pictures were left out does not count as imported: an import with pictures must still bring them.
  const leftOut = ({ pictures, keepsPictures }: Prepared<unknown>) =>
    !write.pictures && keepsPictures !== true && pictures.length > 0
  await rememberEntries(
    tx,
    table,
    sound.map(({ item, prepared }) => ({
      id: put.ids.get(item.key)!,
      hash: leftOut(prepared) ? '' : prepared.hash,
    })),
  )
  return {
    added: put.added.size,
    changed: put.changed.size,
    refusals,
    losses: sound.map(({ item: { key }, losses }) => ({ entry: key, losses })),
  }
}

/** The entries that are new or differ from the shop's, as they are to be. */
async function newsOf(
  tx: Tx,
  kind: ContentKind,
  items: readonly Item[],
  { write, prepare }: CompanionWork,
): Promise<{ news: News[]; refusals: Written['refusals'] }> {
  const { parts, ...definition } = kinds[kind]
  const known = await knownEntries(
    tx,
    definition.table,
    items.map(({ key }) => key),
  )
  const isSame = (key: string, { hash }: Prepared<unknown>): boolean => known.get(key)?.hash === hash
  const differing = items.filter(({ key, alone }) => !alone.ok || !isSame(key, alone.value))
  const there = differing.flatMap(({ key }) => (known.has(key) ? [key] : []))
  const found = there.length === 0 ? [] : await definition.bases(tx, there)
  const baseOf = new Map(found.map((base) => [definition.keyOf(base), base as object] as const))
  const news: News[] = []
  const refusals: Written['refusals'] = []
  for (const item of differing) {
    const { key, line } = item
    const base = baseOf.get(key)
    // Pictures that are left alone cannot be lost.
    const losable =
      base === undefined || write.pictures ? base : { ...base, picture: undefined, pictures: undefined }
    const settled = settle(item, losable, write.merging, (_, said) => {
      const parsed = schemaOf(kind).safeParse(merged(base, said, parts))
      if (!parsed.success) return no(schemaReasons(parsed.error, line))
      const next = prepareOne(kind, parsed.data, line, prepare)
      const keepsPictures = !Object.hasOwn(said, 'picture') && !Object.hasOwn(said, 'pictures')
      return next.ok ? ok({ ...next.value, keepsPictures }) : next
    })
    if (!settled.ok) refusals.push({ item, problem: settled.problem })
    else if (!isSame(key, settled.value.prepared)) news.push({ item, ...settled.value })
  }
  return { news, refusals }
}

function slugsWanted({ item: { key }, prepared: { entry } }: News): SlugsWanted {
  return { slug: key, slugs: (entry as { slugs?: Record<string, string> }).slugs ?? {} }
}

/** The longer texts of articles, pages and promotions, in every language. */
function proseOf(entry: unknown): string[] {
  const { body, description } = entry as { body?: unknown; description?: unknown }
  return [body, description].flatMap((texts) =>
    typeof texts === 'object' && texts !== null ? Object.values(texts as Record<string, string>) : [],
  )
}
