import type { Ctx } from '#platform/server/context.ts'
import type { RedirectStatus } from '../contract.ts'
import { redirectAt, redirectPatterns } from '../queries.ts'
import { openPatterns } from './match.ts'
import { pathKey, targetKey } from './paths.ts'

/** A change of any redirect. */
export const redirectsTag = 'redirects'

/**
 * Where a path leads that no page answers; null for nowhere. A shop without redirects pays nothing for this, and one
 * with many has only their patterns in memory: of made-up paths there is no end, so that answers are not cached.
 * @param path without language and query
 */
export async function redirectFrom(
  ctx: Pick<Ctx, 'db' | 'kept'>,
  path: string,
): Promise<{ to: string; status: RedirectStatus } | null> {
  const known = await ctx.kept(redirectsTag, [redirectsTag], async () => {
    const { isUsed, patterns } = await redirectPatterns(ctx.db)
    return { isUsed, patterns: openPatterns(patterns) }
  })
  const key = known.isUsed ? pathKey(path) : null
  if (key === null) return null
  const own = await redirectAt(ctx.db, key)
  const found = own === null ? known.patterns.match(key) : { redirect: own, to: own.target }
  // To itself: by a pattern that was stored before a page of that path was deleted.
  if (found === null || targetKey(found.to) === key) return null
  return { to: found.to, status: found.redirect.status }
}
