import { day } from '#domain/time.ts'
import { undoingEmails } from '#features/identity/queries.ts'
import { undoFor } from '#features/identity/rules/undo.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { idIn, readLink, signLink, type Purpose } from '#platform/server/signing.ts'
import { linksFor } from '#wire/links.ts'
import { findCustomer } from '../queries/customers.ts'
import { findEvent, type FoundEvent } from '../queries/events.ts'

/* The link "That was not me" of a mail: it names one event of the account, and works without being signed in. */

/** Validity in milliseconds: mails are read after holidays, too. */
const life = 30 * day

/** The link is of the address that it is mailed to: who has given that up has no say any more. */
const purposeFor = (email: string): Purpose => `account.notMe.${email}`

/** @param event its id @param email where it is mailed to */
export async function notMeHref(ctx: Ctx, db: Db, event: number, email: string): Promise<string> {
  const token = await signLink(db, purposeFor(email), event, new Date(ctx.now.getTime() + life))
  return `${ctx.origin}${linksFor(ctx.shop.router, ctx.langPath).mailLink('auth/disown', token)}`
}

interface NamedEvent extends FoundEvent {
  event: number
}

/**
 * The event that a link names; null for a link that is not ours, is too old, or was mailed to an address that has no
 * say: the account's own has one, and a former one as long as it can undo the change that took its place.
 */
export async function readNotMe(db: Db, token: string, now: Date): Promise<NamedEvent | null> {
  const event = idIn(token)
  const found = event === null ? null : await findEvent(db, event)
  if (event === null || found === null) return null
  const own = (await findCustomer(db, found.customer))?.email ?? null
  const former = await undoingEmails(db, found.customer, { now, within: undoFor })
  for (const email of own === null ? former : [own, ...former])
    if ((await readLink(db, purposeFor(email), token, now)) === event) return { event, ...found }
  return null
}
