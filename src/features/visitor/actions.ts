import { ok, type Result } from '#domain/result.ts'
import { day } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { createPace } from '#platform/server/pace.ts'
import { networkOf } from '#platform/server/rate.ts'
import { consentCookie, consentMaxAge, mayCount, readConsent, writeConsent } from '#wire/consent.ts'
import type { Input } from '#wire/endpoint.ts'
import { isBot, objects } from './bots.ts'
import { bufferOf, dayOf } from './buffer.ts'
import type * as contract from './contract.ts'
import { prunePages } from './queries.ts'
import { pathOfReport, refererOfReport, timezoneOfReport } from './report.ts'

export { flushReports } from './buffer.ts'

/** Days for which counts are stored. */
const keptDays = 90

/** A page reports every ten seconds; some people have several open, and offices share an IP. */
const pace = createPace({ perMinute: 120, burst: 60, most: 20_000 })

/** Notes that a page is open, unless a program asks, the visitor objects, or no leave was given. */
export async function track(
  ctx: Ctx,
  { url, referer, timezone }: Input<typeof contract.track>,
): Promise<Result<Record<never, never>, never>> {
  const { headers, cookies } = ctx.visitor
  const consent = readConsent(cookies[consentCookie])
  if (!mayCount(ctx.shop.shop.statistics, consent) || objects(headers) || isBot(headers)) return ok({})
  const network = networkOf(ctx.visitor.ip)
  if (!pace.takes(network, ctx.now.getTime())) return ok({})
  const host = String(headers.host ?? '')
  const path = pathOfReport(url, host)
  if (path === null) return ok({})
  const report = {
    who: `${network}\n${String(headers['user-agent'])}`,
    path,
    referer: refererOfReport(referer, host),
    timezone: timezoneOfReport(timezone),
    at: ctx.now,
  }
  const failed = (error: unknown): void => ctx.log.warn({ err: error }, 'visits could not be counted')
  bufferOf(ctx.db, failed).add(report)
  return ok({})
}

/** Keeps the visitor's choice in a cookie that the pages can read. Purposes that the shop does not have are no choice. */
export async function choose(
  ctx: Ctx,
  { statistics, marketing }: Input<typeof contract.choose>,
): Promise<Result<Record<never, never>, never>> {
  const { shop } = ctx.shop
  const allowed = [
    ...(statistics && shop.statistics !== 'off' ? (['statistics'] as const) : []),
    ...(marketing && shop.marketing ? (['marketing'] as const) : []),
  ]
  const at = Math.floor(ctx.now.getTime() / 1_000)
  ctx.visitor.setCookie(consentCookie, writeConsent({ purposes: allowed, at }), {
    httpOnly: false,
    maxAge: consentMaxAge,
  })
  return ok({})
}

/** Deletes counts of more than 90 days, and the salts of past days. Returns how many rows. */
export function pruneVisits(db: Database, now: Date): Promise<number> {
  const before = (days: number): string => dayOf(new Date(now.getTime() - days * day))
  // Yesterday's salt: a node that is late by a minute at midnight still writes its last reports.
  return db.transact((tx) => prunePages(tx, before(keptDays), before(1)))
}
