import { entryNamed } from '#features/names/queries.ts'
import { slugOf } from '#features/names/rules/slug.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { reservedAmong } from '../queries/my-articles.ts'

/** Characters of a slug that is made of a title. */
const longest = 80
/** How many of the same title find a number of their own. */
const mostOfOne = 50

/**
 * The slugs that an article may have, the nicest first; none where the wish is taken. No article of the merchant's has
 * one of them, none had it before, and no other customer has reserved it.
 * @param wish as it was typed; empty for one that is made of the title
 */
export async function freeSlugs(
  tx: Tx,
  { wish, title, article }: { wish: string; title: string; article: number | null },
): Promise<string[]> {
  const base = slugOf(wish === '' ? title : wish, longest)
  const candidates =
    wish === '' ? [base, ...Array.from({ length: mostOfOne }, (_, n) => `${base}-${n + 2}`)] : [base]
  const reserved = new Set(await reservedAmong(tx, candidates, article))
  const free: string[] = []
  for (const slug of candidates) {
    if (reserved.has(slug) || (await entryNamed(tx, 'article', slug)) !== null) continue
    free.push(slug)
    // Another author may take the first one meanwhile.
    if (free.length === 3) break
  }
  return free
}
