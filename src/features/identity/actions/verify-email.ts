import { no, ok } from '#domain/result.ts'
import { writeUnchecked } from '#features/account/actions/send-code.ts'
import { isKnownBrowser } from '#features/account/queries/browsers.ts'
import { useCode } from '#features/account/queries/codes.ts'
import { lockByProven } from '#features/account/queries/customers.ts'
import { identitiesOf } from '#features/account/queries/identities.ts'
import { rememberDevice } from '#features/account/rules/browser.ts'
import { adoptOrders } from '#features/orders/queries/adopt.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readLink } from '#platform/server/signing.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'

/** For an e-mail address that came with an import: nobody has proven that it is the customer's. */
export async function sendVerifyEmail(
  ctx: Ctx,
  _: Input<typeof contract.sendVerifyEmail>,
): Answer<typeof contract.sendVerifyEmail> {
  const { customer } = (await ctx.who()).session!
  const own = (await identitiesOf(ctx.db, customer)).find(({ kind }) => kind === 'email')
  if (own === undefined || own.verifiedAt !== null) return no({ name: 'account_unchanged' })
  const device = rememberDevice(ctx)
  const found = { id: customer }
  const isKnown = await isKnownBrowser(ctx.db, customer, device)
  const wanted = { purpose: 'verify' as const, found, device, isKnown, next: '' }
  return writeUnchecked(ctx, own, wanted)
}

type Verify = typeof contract.verifyEmail

/** Proves it. Signs nobody in: the link may be opened by whoever reads the mail. */
export async function verifyEmail(ctx: Ctx, { token }: Input<Verify>): Answer<Verify> {
  const id = await readLink(ctx.db, 'account.verify', token, ctx.now)
  if (id === null) return no({ name: 'stale_link' })
  return ctx.transact(async (tx) => {
    const name = await useCode(tx, id, 'verify', ctx.now)
    const found = name === null ? null : await lockByProven(tx, name, ctx.now)
    if (name === null || found === null) return no({ name: 'stale_link' })
    return ok({ orders: await adoptOrders(tx, found.id) })
  })
}
