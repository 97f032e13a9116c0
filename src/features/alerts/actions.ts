import { z } from 'zod'
import { no, ok } from '#domain/result.ts'
import { day, hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { LinkState } from '#platform/server/mail/mail-link-page.tsx'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import { mayGoOn, networkOf, tooMany } from '#platform/server/rate.ts'
import { readLink, signLink } from '#platform/server/signing.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from './contract.ts'
import { confirmMail } from './mails/alert-letters.ts'
import { activate, alertState, endAllOf, findVariant, isAnyAlive, putAlert } from './queries.ts'

const validEmail = z.email()

/** How often one network may ask, and how many mails one email is sent because somebody typed it. */
const asking = { name: 'alert.ask', most: 20, within: hour }
const mailing = { name: 'alert.confirm', most: 5, within: day }
/** Milliseconds that the link of a confirming mail works. */
const confirmPatience = 7 * day

/** Takes the wish in; it is unconfirmed until the mail's link was followed. */
export async function askForAlert(
  ctx: Ctx,
  { sku, kind, email }: Input<typeof contract.askForAlert>,
): Answer<typeof contract.askForAlert> {
  const read = validEmail.safeParse(email.trim())
  if (!read.success) return no({ name: 'invalid_email' })
  if (!(await mayGoOn(ctx.db, asking, networkOf(ctx.visitor.ip), ctx.now)))
    return no(tooMany(asking, ctx.now))
  const found = sku.includes('\0') ? null : await findVariant(ctx.db, sku, ctx.currency)
  if (found === null) return no({ name: 'unknown_sku' })
  const mayMail = await mayGoOn(ctx.db, mailing, read.data.toLowerCase(), ctx.now)
  return ctx.transact(async (tx) => {
    const { skuId, amount } = found
    const wish = { skuId, amount, kind, email: read.data, locale: ctx.locale, currency: ctx.currency }
    const { id, state } = await putAlert(tx, wish, ctx.now)
    if (state === 'pending' && mayMail) {
      const token = await signLink(tx, 'alert.confirm', id, new Date(ctx.now.getTime() + confirmPatience))
      await queueMail(tx, confirmMail(ctx, read.data, kind, found, amount, token), ctx.origin, ctx.now)
    }
    return ok({})
  })
}

export async function confirmAlert(
  ctx: Ctx,
  { token }: Input<typeof contract.confirmAlert>,
): Answer<typeof contract.confirmAlert> {
  const id = await readLink(ctx.db, 'alert.confirm', token, ctx.now)
  if (id === null) return no({ name: 'stale_link' })
  return ctx.transact(async (tx) => ((await activate(tx, id, ctx.now)) ? ok({}) : no({ name: 'stale_link' })))
}

/** The link ends them, as often as it is pressed. */
export async function endAlerts(
  ctx: Ctx,
  { token }: Input<typeof contract.endAlerts>,
): Answer<typeof contract.endAlerts> {
  const id = await readLink(ctx.db, 'alert.unsubscribe', token, ctx.now)
  if (id === null) return no({ name: 'stale_link' })
  return ctx.transact(async (tx) => {
    await endAllOf(tx, id, ctx.now)
    return ok({})
  })
}

export async function confirmState(ctx: Ctx, token: string): Promise<LinkState> {
  const id = await readLink(ctx.db, 'alert.confirm', token, ctx.now)
  const state = id === null ? null : await alertState(ctx.db, id)
  return state === 'pending' ? 'ready' : state === 'active' || state === 'done' ? 'done' : 'stale'
}

export async function unsubscribeState(ctx: Ctx, token: string): Promise<LinkState> {
  const id = await readLink(ctx.db, 'alert.unsubscribe', token, ctx.now)
  if (id === null) return 'stale'
  return (await isAnyAlive(ctx.db, id)) ? 'ready' : 'done'
}
