import { no, ok, type Result } from '#domain/result.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { slug as slugSchema } from '#wire/entry-parts.ts'
import type { Named } from '#wire/problems.ts'
import { isNamedKind, type NamedKind } from '#wire/entry-slugs.ts'
import { shown } from '#wire/shown-text.ts'
import type { EntryKind } from './contract.ts'
import { lockEntry, moveReferences, renameFormer, setSlug } from './queries.ts'
import { putSlugs, slugsOfEntry, takenSlugs, type SlugsWanted } from './queries/entry-slugs.ts'

export type RenameFault = Named<'not_found'> | { name: 'taken' | 'not_a_slug' | 'one_slug' }

/**
 * Gives an entry another slug; the old one leads there for good.
 * @param locale the only language that it has that slug in; null: it becomes its own
 */
export function renameEntry(
  db: Database,
  kind: EntryKind,
  from: string,
  to: string,
  locale: Locale | null = null,
): Promise<Result<{ id: number }, RenameFault>> {
  return db.transact(async (tx) => {
    if (!slugSchema.safeParse(to).success) return no({ name: 'not_a_slug' })
    if (locale !== null && !isNamedKind(kind)) return no({ name: 'one_slug' })
    const id = await lockEntry(tx, kind, from)
    if (id === null) return no({ name: 'not_found' })
    if (locale !== null && isNamedKind(kind)) return nameIn(tx, kind, { id, from }, to, locale)
    if (from === to) return ok({ id })
    if ((await lockEntry(tx, kind, to)) !== null) return no({ name: 'taken' })
    if (isNamedKind(kind)) {
      const taken = await takenSlugs(tx, kind, [{ slug: to, slugs: {} }])
      if (taken.some(({ owner }) => owner !== from)) return no({ name: 'taken' })
    }
    await setSlug(tx, kind, id, to)
    await moveReferences(tx, kind, [{ id, from, to }])
    await announceRenamed(tx, kind, [id])
    return ok({ id })
  })
}

async function nameIn(
  tx: Tx,
  kind: NamedKind,
  { id, from }: { id: number; from: string },
  to: string,
  locale: Locale,
): Promise<Result<{ id: number }, RenameFault>> {
  const taken = await takenSlugs(tx, kind, [{ slug: from, slugs: { [locale]: to } }])
  if (taken.some(({ entry }) => entry === from)) return no({ name: 'taken' })
  const { [locale]: _before, ...others } = await slugsOfEntry(tx, kind, id)
  await takeSlugs(tx, kind, [{ id, slugs: to === from ? others : { ...others, [locale]: to } }])
  return ok({ id })
}

/** Makes these the slugs of the entries in single languages. Returns the ids of the changed. */
export async function takeSlugs(
  tx: Tx,
  kind: NamedKind,
  given: readonly { id: number; slugs: Readonly<Record<string, string>> }[],
): Promise<number[]> {
  const changed = await putSlugs(tx, kind, given)
  if (changed.length > 0) await announceChanges(tx, ['slugs'], true)
  return changed
}

/** Why entries of a file cannot have the slugs that they name, by the entry's own slug: no URL may be that of two. */
export async function slugFaults(
  tx: Tx,
  kind: NamedKind,
  items: readonly SlugsWanted[],
): Promise<Map<string, string>> {
  const faults = new Map<string, string>()
  const refuse = (entry: string, slug: string, owner: string, locale: string | null): void => {
    const where = locale === null ? '' : ` in ${locale}`
    faults.set(entry, `the address ${shown(slug)}${where} belongs to ${shown(owner)}`)
  }
  const own = new Set(items.map(({ slug }) => slug))
  const seen = new Map<string, string>()
  for (const { slug: entry, slugs } of items)
    for (const [locale, slug] of Object.entries(slugs)) {
      const owner = slug !== entry && own.has(slug) ? slug : seen.get(`${locale} ${slug}`)
      if (owner === undefined) seen.set(`${locale} ${slug}`, entry)
      else refuse(entry, slug, owner, owner === slug ? null : locale)
    }
  for (const { entry, slug, owner, locale } of await takenSlugs(tx, kind, items))
    refuse(entry, slug, owner, locale)
  return faults
}

/** An entry's slugs in single languages, but for those that say no more than its own. */
export function tidySlugs({
  slug,
  slugs = {},
}: {
  slug: string
  slugs?: Readonly<Record<string, string>> | undefined
}): {
  slugs?: Record<string, string>
} {
  const others = Object.entries(slugs).filter(([, one]) => one !== slug)
  return others.length === 0 ? {} : { slugs: Object.fromEntries(others) }
}

/**
 * Renames entries to their names in a file: an entry with one of the former names, and not yet the new one, is the
 * same entry. A name in use is left alone.
 */
export async function takeFormerNames(
  tx: Tx,
  kind: EntryKind,
  names: readonly { slug: string; former?: readonly string[] | undefined }[],
): Promise<void> {
  const pairs = names.flatMap(({ slug, former = [] }) => former.map((before) => ({ slug, former: before })))
  if (pairs.length === 0) return
  const renamed = await renameFormer(tx, kind, pairs)
  await moveReferences(tx, kind, renamed)
  await announceRenamed(
    tx,
    kind,
    renamed.map(({ id }) => id),
  )
}

async function announceRenamed(tx: Tx, kind: EntryKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await announceChanges(tx, tagsOf(kind, ids), true)
  // By itself: too many tags become one for all of the catalogue.
  if (isNamedKind(kind)) await announceChanges(tx, ['slugs'], true)
}

/** The tags of these entries: links to them stand on pages of all kinds. */
function tagsOf(kind: EntryKind, ids: readonly number[]): string[] {
  const own = ids.map((id) => `${kind}:${id}`)
  return own.length === 0 ? [] : ['catalog', 'list', 'content', 'promotions', ...own]
}
