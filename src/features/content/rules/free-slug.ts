import { entryNamed } from '#features/names/queries.ts'
import { slugOf } from '#features/names/rules/slug.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { holdSlugs, reservedAmong } from '../queries/my-articles.ts'

/** Characters of a slug that is made of a title. */
const longest = 80
/** How many of the same title find a number of their own. */
const mostOfOne = 50

/**
 * The slug that an article may have; null where there is none. No article of the merchant's has it, none had it before,
 * and no other customer has reserved it, nor does so before the transaction is over.
 * @param wish as it was typed; empty for one that is made of the title
 */
export async function freeSlug(
  tx: Tx,
  { wish, title, article }: { wish: string; title: string; article: number | null },
): Promise<string | null> {
  const base = slugOf(wish === '' ? title : wish, longest)
  const candidates =
    wish === '' ? [base, ...Array.from({ length: mostOfOne }, (_, n) => `${base}-${n + 2}`)] : [base]
  await holdSlugs(tx)
  const reserved = new Set(await reservedAmong(tx, candidates, article))
  for (const slug of candidates)
    if (!reserved.has(slug) && (await entryNamed(tx, 'article', slug)) === null) return slug
  return null
}
