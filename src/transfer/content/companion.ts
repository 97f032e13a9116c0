import { takeFormerNames } from '#features/names/shop.ts'
import { isEntryKind } from '#features/names/contract.ts'
import type { Companion, CompanionWork } from '../catalog/import.ts'
import { refused } from '../formats/reading.ts'
import { attempt, isRefusedByDatabase } from '../catalog/run.ts'
import type { Counts } from '../catalog/tally.ts'
import { printable, shown } from '#wire/shown-text.ts'
import { keepSources } from '#features/media/rules/prose.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { knownEntries, rememberEntries } from '#platform/server/db/put-entries.ts'
import { kinds, type AnyKind } from './kinds.ts'
import { contentPictures, placePictures } from './pictures.ts'
import type { Prepared } from './prepare.ts'
import { contentKinds, isContentFile, readContent, type ContentKind } from './read.ts'
import { findReferences, unknownName } from './references.ts'

export type ContentCounts = Record<ContentKind, Counts>

/** Imports the content files of an import, and counts the results. */
export interface ContentCompanion extends Companion {
  counts: ContentCounts
  /** Some file was a content file. */
  met: boolean
}

interface Item {
  file: string
  line: number
  key: string
  /** Slugs that it had before. */
  former: readonly string[]
  prepared: Prepared<unknown>
}

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
  const refuse = (
    kind: ContentKind,
    { file, line, key }: Omit<Item, 'prepared' | 'former'>,
    reason: string,
  ): void => {
    counts[kind].refused++
    work.refuse(file, refused(null, key, line, reason))
  }
  const flush = async (kind: ContentKind): Promise<void> => {
    const { items } = batches[kind]
    batches[kind].items = []
    batches[kind].size = 0
    await writeBatch(work, kind, items, counts[kind], (item, reason) => refuse(kind, item, reason))
  }

  for (const source of work.sources) {
    for await (const reading of readContent(source)) {
      if (reading.what === 'note') work.note(reading.note)
      else if (reading.what === 'refused') {
        if (reading.kind !== null) counts[reading.kind].refused++
        work.refuse(source.name, reading.refusal)
      } else {
        const { kind, line, entry } = reading
        const batch = batches[kind]
        const definition = kinds[kind]
        const place = { file: source.name, line, key: definition.keyOf(entry) }
        const fault = seenBefore(batch, definition, entry, place)
        const prepared = definition.prepare(entry, work.prepare)
        if (fault !== null) refuse(kind, place, fault)
        else if (!prepared.ok) refuse(kind, place, prepared.problem)
        else {
          for (const name of namesOf(definition, entry))
            batch.seen.set(name, `line ${line} of ${printable(source.name)}`)
          batch.items.push({ ...place, former: formerOf(entry), prepared: prepared.value })
          batch.size += JSON.stringify(prepared.value.entry).length
          if (batch.items.length >= batchEntries || batch.size >= batchCharacters) await flush(kind)
        }
      }
    }
  }
  for (const kind of contentKinds) await flush(kind)
}

function formerOf(entry: unknown): readonly string[] {
  return (entry as { formerSlugs?: string[] }).formerSlugs ?? []
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

function seenBefore({ seen }: Batch, kind: AnyKind, entry: unknown, { key }: { key: string }): string | null {
  const name = namesOf(kind, entry).find((candidate) => seen.has(candidate))
  return name === undefined
    ? null
    : `${name === key ? shown(key) : name} was there before, in ${seen.get(name)!}`
}

function namesOf(kind: AnyKind, entry: unknown): string[] {
  return [kind.keyOf(entry), ...(kind.alias ? [kind.alias(entry)] : [])]
}

async function writeBatch(
  work: CompanionWork,
  kind: ContentKind,
  items: readonly Item[],
  counts: Counts,
  refuse: (item: Item, reason: string) => void,
): Promise<void> {
  if (items.length === 0) return
  try {
    const written = await attempt(work, (tx) => writeEntries(tx, kind, items, work))
    counts.added += written.added
    counts.changed += written.changed
    counts.same += items.length - written.added - written.changed - written.refusals.length
    for (const { item, reason } of written.refusals) refuse(item, reason)
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
  refusals: { item: Item; reason: string }[]
}

/** Writes entries with distinct names that are new or differ from the shop's. */
async function writeEntries(
  tx: Tx,
  kind: ContentKind,
  items: readonly Item[],
  { write }: CompanionWork,
): Promise<Written> {
  const definition = kinds[kind]
  const { table } = definition
  const addressed = kind === 'form' ? 'inquiry' : kind
  if (isEntryKind(addressed))
    await takeFormerNames(
      tx,
      addressed,
      items.map(({ key, former }) => ({ slug: key, former })),
    )
  const known = await knownEntries(
    tx,
    table,
    items.map(({ key }) => key),
  )
  const news = items.filter(({ key, prepared }) => known.get(key)?.hash !== prepared.hash)
  const references = await findReferences(
    tx,
    news.map(({ prepared: { entry } }) => definition.names(entry)),
  )
  const refusals: Written['refusals'] = []
  const sound = news.filter((item) => {
    const { entry } = item.prepared
    const reason =
      unknownName(definition.names(entry), references) ?? definition.fault?.(entry, references) ?? null
    if (reason !== null) refusals.push({ item, reason })
    return reason === null
  })
  if (sound.length === 0) return { added: 0, changed: 0, refusals }

  const pictures = await placePictures(
    tx,
    kind,
    sound.map(({ key, prepared }) => ({ key, pictures: prepared.pictures })),
    write,
  )
  const put = await definition.write(
    tx,
    sound.map(({ prepared }, index) => ({ prepared, pictures: pictures[index]! })),
    references,
  )
  await keepSources(
    tx,
    sound.flatMap(({ prepared: { entry } }) => proseOf(entry)),
  )
  // An entry whose pictures were left out does not count as imported: an import with pictures must still bring them.
  const leftOut = ({ prepared }: Item) => !write.pictures && prepared.pictures.length > 0
  await rememberEntries(
    tx,
    table,
    sound.map((item) => ({ id: put.ids.get(item.key)!, hash: leftOut(item) ? '' : item.prepared.hash })),
  )
  return { added: put.added.size, changed: put.changed.size, refusals }
}

/** The longer texts of articles, pages and promotions, in every language. */
function proseOf(entry: unknown): string[] {
  const { body, description } = entry as { body?: unknown; description?: unknown }
  return [body, description].flatMap((texts) =>
    typeof texts === 'object' && texts !== null ? Object.values(texts as Record<string, string>) : [],
  )
}
