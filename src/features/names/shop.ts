import { no, ok, type Result } from '#domain/result.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { slug as slugSchema } from '#wire/entry-parts.ts'
import type { Named } from '#wire/problems.ts'
import type { EntryKind } from './contract.ts'
import { lockEntry, moveReferences, renameFormer, setSlug } from './queries.ts'

export type RenameFault = Named<'not_found'> | { name: 'taken' | 'not_a_slug' }

/** Gives an entry another slug; the old one leads there for good. */
export function renameEntry(
  db: Database,
  kind: EntryKind,
  from: string,
  to: string,
): Promise<Result<{ id: number }, RenameFault>> {
  return db.transact(async (tx) => {
    if (!slugSchema.safeParse(to).success) return no({ name: 'not_a_slug' })
    const id = await lockEntry(tx, kind, from)
    if (id === null) return no({ name: 'not_found' })
    if (from === to) return ok({ id })
    if ((await lockEntry(tx, kind, to)) !== null) return no({ name: 'taken' })
    await setSlug(tx, kind, id, to)
    await moveReferences(tx, kind, [{ id, from, to }])
    await announceChanges(tx, tagsOf(kind, [id]), true)
    return ok({ id })
  })
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
  await announceChanges(
    tx,
    tagsOf(
      kind,
      renamed.map(({ id }) => id),
    ),
    true,
  )
}

/** The tags of these entries: links to them stand on pages of all kinds. */
function tagsOf(kind: EntryKind, ids: readonly number[]): string[] {
  const own = ids.map((id) => `${kind}:${id}`)
  return own.length === 0 ? [] : ['catalog', 'list', 'content', 'promotions', ...own]
}
