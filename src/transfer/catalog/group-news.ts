import type { z } from 'zod'
import { no, ok, type Result } from '#domain/result.ts'
import {
  categoryEntry,
  collectionEntry,
  tagEntry,
  type CategoryEntry,
  type CollectionEntry,
  type TagEntry,
} from '#wire/catalog-format.ts'
import { exportedCategories, exportedCollections, exportedTags } from '#features/catalog/queries/export.ts'
import { knownGroups, type GroupKind } from '#features/catalog/queries/import-groups.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { categoryEntryOf, collectionEntryOf, tagEntryOf } from './export-entries.ts'
import { prepareCategory, prepareCollection, prepareTag, type PreparedGroup } from './prepare.ts'
import type { Reason, Refusal } from '../formats/reading.ts'
import { schemaReasons } from '../formats/schema-reasons.ts'
import type { Lost } from '../merge/losses.ts'
import { merged, type Parts } from '../merge/merge.ts'
import { settle, type Settling } from '../merge/settle.ts'
import type { WriteOptions } from '../pictures/write-pictures.ts'

export type AnyGroup = CategoryEntry | TagEntry | CollectionEntry

/** A category, tag or collection of a file on its way into the shop. */
export interface GroupGiven<E extends AnyGroup> extends Settling<PreparedGroup<E>> {
  slug: string
  /** Slugs that it had before. */
  former: readonly string[]
}

/** One that is to be written if it differs. */
export interface GroupItem<E> {
  line: number
  group: PreparedGroup<E>
}

interface Kind<E> {
  schema: z.ZodType<E>
  /** The shop's entries with these slugs. */
  bases(tx: Tx, slugs: readonly string[]): Promise<E[]>
  prepare(entry: E): Result<PreparedGroup<E>, string>
}

interface Kinds {
  category: Kind<CategoryEntry>
  tag: Kind<TagEntry>
  collection: Kind<CollectionEntry>
}

const kinds: Kinds = {
  category: {
    schema: categoryEntry,
    bases: async (tx, slugs) => (await exportedCategories(tx, slugs)).map(categoryEntryOf),
    prepare: prepareCategory,
  },
  tag: {
    schema: tagEntry,
    bases: async (tx, slugs) => (await exportedTags(tx, slugs)).map(tagEntryOf),
    prepare: prepareTag,
  },
  collection: {
    schema: collectionEntry,
    bases: async (tx, slugs) => (await exportedCollections(tx, slugs)).map(collectionEntryOf),
    prepare: prepareCollection,
  },
}

const parts: Parts = { picture: 'whole' }

export interface GroupNews<E> {
  items: GroupItem<E>[]
  refusals: Refusal[]
  losses: Lost[]
}

/** The groups as they are to be. */
export async function settleGroups<E extends AnyGroup>(
  tx: Tx,
  kind: GroupKind,
  given: readonly GroupGiven<E>[],
  { pictures, merging }: WriteOptions,
): Promise<GroupNews<E>> {
  const definition = kinds[kind] as unknown as Kind<E>
  const known = await knownGroups(
    tx,
    kind,
    given.map(({ slug }) => slug),
  )
  const isSame = ({ slug, alone }: GroupGiven<E>): boolean =>
    alone.ok && known.get(slug)?.hash === alone.value.hash
  const there = given.flatMap((item) => (known.has(item.slug) && !isSame(item) ? [item.slug] : []))
  const bases = new Map(
    there.length === 0 ? [] : (await definition.bases(tx, there)).map((base) => [base.slug, base] as const),
  )
  const news: GroupNews<E> = { items: [], refusals: [], losses: [] }
  for (const item of given) {
    const { slug, line } = item
    const base = bases.get(slug)
    // A picture that is left alone cannot be lost.
    const losable = base === undefined || pictures ? base : { ...base, picture: undefined }
    const settled = settle(item, losable, merging, (_, said): Result<PreparedGroup<E>, readonly Reason[]> => {
      const parsed = definition.schema.safeParse(merged(base, said, parts))
      if (!parsed.success) return no(schemaReasons(parsed.error, line))
      const prepared = definition.prepare(parsed.data)
      if (!prepared.ok) return no([{ line, reason: prepared.problem }])
      return ok({ ...prepared.value, keepsPicture: !Object.hasOwn(said, 'picture') })
    })
    if (settled.ok) {
      news.items.push({ line, group: settled.value.prepared })
      news.losses.push({ entry: slug, losses: settled.value.losses })
    } else {
      news.refusals.push({ what: 'refused', kind, name: slug, ...settled.problem })
    }
  }
  return news
}
