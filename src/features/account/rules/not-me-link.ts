import { day } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { readLink, signLink } from '#platform/server/signing.ts'
import { linksFor } from '#wire/links.ts'

/* The link "That was not me" of a mail: it names one event of the account, and works without being signed in. */

/** Validity in milliseconds: mails are read after holidays, too. */
const life = 30 * day
const purpose = 'account.notMe'

/** @param event its id */
export async function notMeHref(ctx: Ctx, db: Db, event: number): Promise<string> {
  const token = await signLink(db, purpose, event, new Date(ctx.now.getTime() + life))
  return `${ctx.origin}${linksFor(ctx.shop.router, ctx.langPath).mailLink('auth/disown', token)}`
}

/** The event's id; null for a link that is not ours, or too old. */
export function readNotMe(ctx: Pick<Ctx, 'db' | 'now'>, token: string): Promise<number | null> {
  return readLink(ctx.db, purpose, token, ctx.now)
}
