import { ok } from '#domain/result.ts'
import { askFresh } from '#features/account/rules/fresh.ts'
import { ownCustomer } from '#features/account/rules/own-customer.ts'
import { presentUser } from '#features/account/rules/present-user.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract/user.ts'
import { exportCustomer } from '../queries/export.ts'

/** All that the shop stores about the customer, as one document: an open browser that was left alone is not enough. */
export async function exportData(
  ctx: Ctx,
  _: Input<typeof contract.exportData>,
): Answer<typeof contract.exportData> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer } = fresh.value
  const [document, row] = await Promise.all([
    exportCustomer(ctx.db, customer, ownerHash(customer)),
    ownCustomer(ctx.db, customer),
  ])
  const { avatar } = presentUser(row)
  return ok({ ...document, avatar: avatar === null ? null : `${ctx.origin}${avatar}` })
}
