import { keepSources } from '#features/media/rules/prose.ts'
import { slugFaults, takeFormerNames, takeSlugs } from '#features/names/shop.ts'
import type { CategoryEntry, CollectionEntry, TagEntry } from '#wire/catalog-format.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { bumpVersions } from '#features/catalog/queries/derived.ts'
import {
  categoryNodes,
  ensureGroups,
  knownGroups,
  putGroupTexts,
  putMembers,
  rebuildAncestors,
  setGroupHashes,
  updateGroups,
  type GroupKind,
  type GroupRowIn,
  type GroupTextIn,
} from '#features/catalog/queries/import-groups.ts'
import { productIds } from '#features/catalog/queries/import-products.ts'
import { misplaced, treeOf } from './category-tree.ts'
import { settleGroups, type AnyGroup, type GroupGiven, type GroupItem } from './group-news.ts'
import type { PreparedGroup } from './prepare.ts'
import type { Lost } from '../merge/losses.ts'
import { refused, type Implied, type Refusal } from '../formats/reading.ts'
import { shown } from '#wire/shown-text.ts'
import { groupPictures, type WriteOptions } from '../pictures/write-pictures.ts'

export interface GroupsWritten {
  added: number
  changed: number
  same: number
  refusals: Refusal[]
  losses: Lost[]
}

/** Writes all categories of an import at once: which may be whose parent is a question to all of them. */
export async function writeCategories(
  tx: Tx,
  given: readonly GroupGiven<CategoryEntry>[],
  options: WriteOptions,
): Promise<GroupsWritten> {
  await takeNames(tx, 'category', given)
  const { items, ...settled } = await settleGroups(tx, 'category', given, options)
  const parents = new Map(items.map(({ group }) => [group.entry.slug, group.entry.parent ?? null]))
  const faults = misplaced(parents, treeOf(await categoryNodes(tx)))
  const taken = await takenOf(tx, 'category', items)
  for (const [slug, fault] of taken) if (!faults.has(slug)) faults.set(slug, fault)
  const sound = items.filter(({ group }) => !faults.has(group.entry.slug))
  const misplacedOnes = items.flatMap(({ line, group }) => {
    const fault = faults.get(group.entry.slug)
    return fault === undefined ? [] : [refused('category', group.entry.slug, line, fault)]
  })
  const counts = await putGroups(tx, 'category', sound, options, async (fresh, ids) => {
    const parentIds = await knownGroups(
      tx,
      'category',
      fresh.flatMap(({ entry }) => entry.parent ?? []),
    )
    const rows = await rowsOf(tx, 'category', fresh, ids, options)
    const { changed, moved } = await updateGroups(
      tx,
      'category',
      rows.map((row, index) => ({
        ...row,
        parent_id: parentIds.get(fresh[index]!.entry.parent ?? '')?.id ?? null,
        size_guide: fresh[index]!.entry.sizeGuide ?? null,
      })),
    )
    if (moved.length > 0) await bumpVersions(tx, await rebuildAncestors(tx))
    return changed
  })
  return { ...settled, ...counts, refusals: [...settled.refusals, ...misplacedOnes] }
}

export async function writeTags(
  tx: Tx,
  given: readonly GroupGiven<TagEntry>[],
  options: WriteOptions,
): Promise<GroupsWritten> {
  await takeNames(tx, 'tag', given)
  const { items, ...settled } = await settleGroups(tx, 'tag', given, options)
  const taken = await takenOf(tx, 'tag', items)
  const sound = items.filter(({ group }) => !taken.has(group.entry.slug))
  const refusals = items.flatMap(({ line, group: { entry } }) => {
    const fault = taken.get(entry.slug)
    return fault === undefined ? [] : [refused('tag', entry.slug, line, fault)]
  })
  const counts = await putGroups(tx, 'tag', sound, options, async () => [])
  return { ...settled, ...counts, refusals: [...settled.refusals, ...refusals] }
}

export async function writeCollections(
  tx: Tx,
  given: readonly GroupGiven<CollectionEntry>[],
  options: WriteOptions,
): Promise<GroupsWritten> {
  await takeNames(tx, 'collection', given)
  const { items, ...settled } = await settleGroups(tx, 'collection', given, options)
  const products = await productIds(tx, [...new Set(items.flatMap(({ group }) => group.entry.products))])
  const taken = await takenOf(tx, 'collection', items)
  const refusals = [...settled.refusals]
  const sound = items.filter(({ line, group }) => {
    const missing = group.entry.products.find((slug) => !products.has(slug))
    const fault =
      missing === undefined ? taken.get(group.entry.slug) : `the product ${shown(missing)} is not known`
    if (fault !== undefined) refusals.push(refused('collection', group.entry.slug, line, fault))
    return fault === undefined
  })
  const counts = await putGroups(tx, 'collection', sound, options, async (fresh, ids) => {
    const { changed } = await updateGroups(
      tx,
      'collection',
      await rowsOf(tx, 'collection', fresh, ids, options),
    )
    const members = fresh.flatMap(({ entry }) =>
      entry.products.map((slug, position) => ({
        collection_id: ids.get(entry.slug)!,
        product_id: products.get(slug)!,
        position,
      })),
    )
    return [...changed, ...(await putMembers(tx, [...ids.values()], members))]
  })
  return { ...settled, ...counts, refusals }
}

function takeNames(tx: Tx, kind: GroupKind, given: readonly GroupGiven<AnyGroup>[]): Promise<void> {
  return takeFormerNames(
    tx,
    kind,
    given.map(({ slug, former }) => ({ slug, former })),
  )
}

/** Why groups cannot have their slugs in single languages, by their own slug. */
function takenOf(
  tx: Tx,
  kind: GroupKind,
  items: readonly GroupItem<AnyGroup>[],
): Promise<Map<string, string>> {
  return slugFaults(
    tx,
    kind,
    items.map(({ group: { entry } }) => ({ slug: entry.slug, slugs: entry.slugs ?? {} })),
  )
}

/** Creates categories and tags that a foreign file names and the shop lacks. Existing ones are not changed. */
export async function ensureImplied(
  tx: Tx,
  implied: readonly Implied[],
): Promise<{ newCategories: number; newTags: number }> {
  const categories = new Map(implied.flatMap((some) => some.categories).map((entry) => [entry.slug, entry]))
  const tags = new Map(implied.flatMap((some) => some.tags).map((entry) => [entry.slug, entry]))
  const newCategories = await addMissing(tx, 'category', [...categories.values()], async (fresh, ids) => {
    const row = { position: 0, visible: true, keep_picture: true, picture_id: null, picture_source: null }
    await updateGroups(
      tx,
      'category',
      fresh.map(({ slug, parent }) => ({
        ...row,
        id: ids.get(slug)!,
        parent_id: ids.get(parent ?? '') ?? null,
      })),
    )
  })
  const newTags = await addMissing(tx, 'tag', [...tags.values()], async () => {})
  return { newCategories, newTags }
}

async function addMissing<E extends CategoryEntry | TagEntry>(
  tx: Tx,
  kind: 'category' | 'tag',
  entries: readonly E[],
  place: (fresh: readonly E[], ids: ReadonlyMap<string, number>) => Promise<void>,
): Promise<number> {
  const known = await knownGroups(
    tx,
    kind,
    entries.map(({ slug }) => slug),
  )
  if (entries.every(({ slug }) => known.has(slug))) return 0
  const { ids, added } = await ensureGroups(
    tx,
    kind,
    entries.map(({ slug }) => slug),
  )
  const fresh = entries.filter(({ slug }) => added.has(slug))
  await place(fresh, ids)
  await putGroupTexts(
    tx,
    kind,
    fresh.map(({ slug }) => ids.get(slug)!),
    textsOf(fresh, ids),
  )
  await announceChanges(tx, ['catalog'], false)
  return added.size
}

/**
 * Writes the groups that differ from the last import.
 * @param put writes the columns of this kind; returns the ids of the changed
 */
async function putGroups<E extends CategoryEntry | TagEntry | CollectionEntry>(
  tx: Tx,
  kind: GroupKind,
  items: readonly GroupItem<E>[],
  options: WriteOptions,
  put: (fresh: readonly PreparedGroup<E>[], ids: ReadonlyMap<string, number>) => Promise<number[]>,
): Promise<Pick<GroupsWritten, 'added' | 'changed' | 'same'>> {
  const known = await knownGroups(
    tx,
    kind,
    items.map(({ group }) => group.entry.slug),
  )
  const fresh = items
    .filter(({ group }) => known.get(group.entry.slug)?.hash !== group.hash)
    .map(({ group }) => group)
  if (fresh.length === 0) return { added: 0, changed: 0, same: items.length }

  const { ids, added } = await ensureGroups(
    tx,
    kind,
    fresh.map(({ entry }) => entry.slug),
  )
  const entries = fresh.map(({ entry }) => entry)
  const touched = new Set([
    ...(await put(fresh, ids)),
    ...(await putGroupTexts(tx, kind, [...ids.values()], textsOf(entries, ids))),
    ...(await takeSlugs(
      tx,
      kind,
      entries.map(({ slug, slugs = {} }) => ({ id: ids.get(slug)!, slugs })),
    )),
  ])
  await keepSources(
    tx,
    entries.flatMap((entry) => ('description' in entry ? Object.values(entry.description ?? {}) : [])),
  )
  for (const slug of added) touched.delete(ids.get(slug)!)
  // A group whose picture was left out does not count as imported: an import with pictures must still bring it.
  const leftOut = ({ picture, keepsPicture }: PreparedGroup<E>) =>
    !options.pictures && keepsPicture !== true && picture !== null
  const hashOf = (group: PreparedGroup<E>, id: number): string => {
    const before = known.get(group.entry.slug)?.hash ?? ''
    // The same in other words, such as those of an older version: it stays the entry that it was, so a demo's goes with the demo.
    if (before !== '' && !touched.has(id)) return before
    return leftOut(group) ? '' : group.hash
  }
  await setGroupHashes(
    tx,
    kind,
    fresh.map((group) => {
      const id = ids.get(group.entry.slug)!
      return { id, hash: hashOf(group, id) }
    }),
  )
  // Names are part of the menu and breadcrumbs of every page.
  if (added.size + touched.size > 0)
    await announceChanges(tx, ['catalog', ...[...touched].map((id) => `${kind}:${id}`)], false)
  return { added: added.size, changed: touched.size, same: items.length - added.size - touched.size }
}

async function rowsOf<E extends CategoryEntry | CollectionEntry>(
  tx: Tx,
  kind: 'category' | 'collection',
  groups: readonly PreparedGroup<E>[],
  ids: ReadonlyMap<string, number>,
  options: WriteOptions,
): Promise<GroupRowIn[]> {
  const planned = groups.map(({ entry, picture }) => ({ slug: entry.slug, picture }))
  const pictures = options.pictures ? await groupPictures(tx, kind, planned) : new Map<string, number>()
  return groups.map(({ entry, picture, keepsPicture = false }) => ({
    id: ids.get(entry.slug)!,
    position: entry.position,
    visible: entry.visible,
    keep_picture: !options.pictures || keepsPicture,
    picture_id: pictures.get(entry.slug) ?? null,
    picture_source: picture?.src ?? null,
  }))
}

function textsOf(
  entries: readonly (CategoryEntry | TagEntry | CollectionEntry)[],
  ids: ReadonlyMap<string, number>,
): GroupTextIn[] {
  return entries.flatMap((entry) =>
    Object.entries(entry.name).map(([locale, name]) => ({
      id: ids.get(entry.slug)!,
      locale,
      name,
      description: ('description' in entry ? entry.description?.[locale] : undefined) ?? null,
    })),
  )
}
