import { no, ok } from '#domain/result.ts'
import { signOut } from '#features/account/actions/sign-out.ts'
import { updateProfile } from '#features/account/queries/customers.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { tellEnded } from '#features/account/rules/announce.ts'
import { askFresh } from '#features/account/rules/fresh.ts'
import { lockOwn, ownCustomer } from '#features/account/rules/own-customer.ts'
import { endSession as endOne } from '#features/session/queries/sessions.ts'
import { sessionsOf } from '#features/session/rules/sessions.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input, Output } from '#wire/endpoint.ts'
import type * as contract from '../contract/user.ts'
import { browserName } from '#features/account/rules/browser-name.ts'

/** How the customer signs in, and where it is signed in. */
export async function security(
  ctx: Ctx,
  _: Input<typeof contract.security>,
): Answer<typeof contract.security> {
  const { customer } = (await ctx.who()).session!
  const [row, list] = await Promise.all([ownCustomer(ctx.db, customer), openSessions(ctx)])
  const { checksEmail, hasPassword } = row
  return ok({ checksEmail, hasPassword, sessions: list })
}

/** The customer's sessions, this one first. */
export async function sessions(
  ctx: Ctx,
  _: Input<typeof contract.sessions>,
): Answer<typeof contract.sessions> {
  return ok({ sessions: await openSessions(ctx) })
}

/** Ends one session. Its own is signed out as by `/auth/signOut`. */
export async function endSession(
  ctx: Ctx,
  { id }: Input<typeof contract.endSession>,
): Answer<typeof contract.endSession> {
  const session = (await ctx.who()).session!
  if (id === session.id) {
    await signOut(ctx, {})
    return ok({ sessions: [] })
  }
  const isEnded = await ctx.transact(async (tx) => {
    await lockOwn(tx, session.customer)
    if (!(await endOne(tx, session.customer, id, 'elsewhere', ctx.now))) return false
    await addEvent(tx, ctx, session.customer, session.id, 'session_ended')
    await tellEnded(tx, session.customer)
    return true
  })
  return isEnded ? ok({ sessions: await openSessions(ctx) }) : no({ name: 'unknown_session' })
}

/** Whether a sign-in by password from an unknown browser asks for a code, too. Turning it off asks for a fresh proof. */
export async function loginVerification(
  ctx: Ctx,
  { on }: Input<typeof contract.loginVerification>,
): Answer<typeof contract.loginVerification> {
  const checksEmail = on === 'on'
  const allowed = checksEmail ? ok((await ctx.who()).session!) : await askFresh(ctx)
  if (!allowed.ok) return allowed
  const { customer, id } = allowed.value
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    // Pressed twice, it is one change.
    if ((await ownCustomer(tx, customer)).checksEmail !== checksEmail) {
      await updateProfile(tx, customer, { checksEmail })
      await addEvent(tx, ctx, customer, id, 'verification_switched', { on })
    }
    return ok({ checksEmail })
  })
}

async function openSessions(ctx: Ctx): Promise<Output<typeof contract.sessions>['sessions']> {
  const session = (await ctx.who()).session!
  const found = await sessionsOf(ctx, session.customer)
  // oxlint-disable-next-line house/bare-ip -- shown to the customer, as the specification asks; it limits nothing
  const entries = found.map(({ id, method, ip, agent, createdAt, seenAt }) => ({
    id,
    isThis: id === session.id,
    method,
    ip,
    browser: browserName(agent, ctx.t),
    beganAt: createdAt.toISOString(),
    usedAt: seenAt.toISOString(),
  }))
  return entries.toSorted((a, b) => Number(b.isThis) - Number(a.isThis))
}
