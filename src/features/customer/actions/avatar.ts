import { no, ok } from '#domain/result.ts'
import { putPicture } from '#features/account/queries/customers.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { lockOwn, ownCustomer } from '#features/account/rules/own-customer.ts'
import { presentUser } from '#features/account/rules/present-user.ts'
import { removeUploads } from '#features/media/queries.ts'
import { findUploads, giveUpPicture, type Upload } from '#features/media/rules/uploads.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input, Output } from '#wire/endpoint.ts'
import type * as contract from '../contract/user.ts'

/** Changes the customer's picture. The one before is deleted, unless something else shows it. */
export async function editAvatar(
  ctx: Ctx,
  { avatar }: Input<typeof contract.editAvatar>,
): Answer<typeof contract.editAvatar> {
  const [sent] = await findUploads(ctx.db, [avatar])
  if (sent === undefined)
    return no({ name: 'unknown_picture', fields: { avatar: ctx.t('problem.unknown_picture') } })
  return ok(await show(ctx, sent))
}

export async function deleteAvatar(
  ctx: Ctx,
  _: Input<typeof contract.deleteAvatar>,
): Answer<typeof contract.deleteAvatar> {
  return ok(await show(ctx, null))
}

async function show(ctx: Ctx, sent: Upload | null): Promise<Output<typeof contract.info>> {
  const { customer, id } = (await ctx.who()).session!
  const picture = sent?.pictureId ?? null
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    // It is shown from now on, and no more an upload that waits for its use.
    if (sent !== null) await removeUploads(tx, [sent.id])
    const before = await putPicture(tx, customer, picture)
    if (before !== picture) await addEvent(tx, ctx, customer, id, 'info_changed')
    if (before !== null && before !== picture) await giveUpPicture(tx, before)
    return presentUser(await ownCustomer(tx, customer))
  })
}
