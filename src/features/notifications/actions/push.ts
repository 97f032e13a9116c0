import { no, ok } from '#domain/result.ts'
import { hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isPushEndpoint } from '#platform/server/push/push-services.ts'
import { mayGoOn, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { deleteSubscription, keepNewest, putSubscription, subscriptionsOf } from '../queries/pushes.ts'

/** How often an account may subscribe, and how many of its browsers take messages: the newest. */
const subscribing = { name: 'push.subscribe', most: 30, within: hour }
const mostDevices = 10

/** The browser belongs to whoever is signed in there now. */
export async function subscribe(
  ctx: Ctx,
  { endpoint, p256dh, auth }: Input<typeof contract.subscribe>,
): Answer<typeof contract.subscribe> {
  if (!isPushEndpoint(endpoint) || !isPoint(p256dh) || !isSecret(auth))
    return no({ name: 'unknown_push_service' })
  const { customer, id: session } = (await ctx.who()).session!
  if (!(await mayGoOn(ctx.db, subscribing, String(customer), ctx.now)))
    return no(tooMany(subscribing, ctx.now))
  return ctx.transact(async (tx) => {
    const { locale, now } = ctx
    await putSubscription(tx, { customer, session, endpoint, p256dh, auth, locale }, now)
    await keepNewest(tx, customer, mostDevices)
    return ok({ devices: (await subscriptionsOf(tx, customer, now)).length })
  })
}

export async function endPush(
  ctx: Ctx,
  { endpoint }: Input<typeof contract.endPush>,
): Answer<typeof contract.endPush> {
  const { customer } = (await ctx.who()).session!
  return ctx.transact(async (tx) => {
    await deleteSubscription(tx, customer, endpoint)
    return ok({ devices: (await subscriptionsOf(tx, customer, ctx.now)).length })
  })
}

/** A point of P-256, uncompressed: 65 bytes (RFC 8291). */
function isPoint(text: string): boolean {
  return /^B[\w-]{86}=?$/.test(text)
}

/** 16 bytes. */
function isSecret(text: string): boolean {
  return /^[\w-]{22}(?:==)?$/.test(text)
}
