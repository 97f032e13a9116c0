import { z } from 'zod'
import { no, ok } from '#domain/result.ts'
import { day, hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import type { LinkState } from '#platform/server/mail/mail-link-page.tsx'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import { mayGoOn, networkOf, tooMany } from '#platform/server/rate.ts'
import { readLink, signLink } from '#platform/server/signing.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type { ShopRouter } from '#wire/shop-config.ts'
import type * as contract from './contract.ts'
import { confirmMail } from './mails/confirm-letter.ts'
import { moveSubscriber, putSubscriber, subscriberState } from './queries.ts'

const validEmail = z.email()

/** How often one network may ask, and how many mails one email is sent because somebody typed it. */
const asking = { name: 'newsletter.subscribe', most: 20, within: hour }
const mailing = { name: 'newsletter.confirm', most: 3, within: day }
/** Milliseconds that the link of a confirming mail works. */
const confirmPatience = 7 * day

/** Takes the email in, in the visitor's language, until the link of the mail that it is sent was followed. */
export async function subscribe(
  ctx: Ctx,
  { email }: Input<typeof contract.subscribe>,
): Answer<typeof contract.subscribe> {
  const read = validEmail.safeParse(email.trim())
  if (!read.success) return no({ name: 'invalid_email' })
  if (!(await mayGoOn(ctx.db, asking, networkOf(ctx.visitor.ip), ctx.now)))
    return no(tooMany(asking, ctx.now))
  const mayMail = await mayGoOn(ctx.db, mailing, read.data.toLowerCase(), ctx.now)
  return ctx.transact(async (tx) => {
    await takeIn(ctx, tx, read.data, mayMail)
    return ok({})
  })
}

/** Takes in the email of an order, in the transaction that places it; its owner is asked back all the same. */
export async function subscribeBuyer(ctx: Ctx, tx: Tx, email: string): Promise<void> {
  // Counted in the transaction too: an order that is not placed sends no mail.
  await takeIn(ctx, tx, email, await mayGoOn(tx, mailing, email.toLowerCase(), ctx.now))
}

async function takeIn(ctx: Ctx, tx: Tx, email: string, mayMail: boolean): Promise<void> {
  const { id, state } = await putSubscriber(tx, email, ctx.locale, ctx.now)
  if (state !== 'pending' || !mayMail) return
  const token = await signLink(tx, 'newsletter.confirm', id, new Date(ctx.now.getTime() + confirmPatience))
  await queueMail(tx, confirmMail(ctx, email, token), ctx.origin, ctx.now)
}

export async function confirmSubscription(
  ctx: Ctx,
  { token }: Input<typeof contract.confirmSubscription>,
): Answer<typeof contract.confirmSubscription> {
  const id = await readLink(ctx.db, 'newsletter.confirm', token, ctx.now)
  if (id === null) return no({ name: 'stale_link' })
  return ctx.transact(async (tx) =>
    (await moveSubscriber(tx, id, ['pending', 'subscribed'], 'subscribed', ctx.now))
      ? ok({})
      : no({ name: 'stale_link' }),
  )
}

/** The link ends it, as often as it is pressed. */
export async function unsubscribe(
  ctx: Ctx,
  { token }: Input<typeof contract.unsubscribe>,
): Answer<typeof contract.unsubscribe> {
  const id = await readLink(ctx.db, 'newsletter.unsubscribe', token, ctx.now)
  if (id === null) return no({ name: 'stale_link' })
  return ctx.transact(async (tx) => {
    await moveSubscriber(tx, id, ['pending', 'subscribed'], 'unsubscribed', ctx.now)
    return ok({})
  })
}

export async function confirmState(ctx: Ctx, token: string): Promise<LinkState> {
  const id = await readLink(ctx.db, 'newsletter.confirm', token, ctx.now)
  const state = id === null ? null : await subscriberState(ctx.db, id)
  return state === 'pending' ? 'ready' : state === 'subscribed' ? 'done' : 'stale'
}

export async function unsubscribeState(ctx: Ctx, token: string): Promise<LinkState> {
  const id = await readLink(ctx.db, 'newsletter.unsubscribe', token, ctx.now)
  if (id === null) return 'stale'
  const state = await subscriberState(ctx.db, id)
  return state === 'pending' || state === 'subscribed' ? 'ready' : 'done'
}

/** The URL of the page that ends one subscription, for the program that sends the letter. */
export async function unsubscribeUrl(
  { db, origin, router }: { db: Db; origin: string; router: ShopRouter },
  id: number,
  langPath: string,
): Promise<string> {
  const token = await signLink(db, 'newsletter.unsubscribe', id, null)
  return `${origin}${linksFor(router, langPath).mailLink('newsletter/unsubscribe', token)}`
}
