import { no, ok } from '#domain/result.ts'
import { lockOwnOrder } from '#features/orders/queries/lock.ts'
import { tidyNumber } from '#features/orders/rules/number.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type { saveReturnDraft as draftContract } from '../contract/draft.ts'
import { putDraft } from '../queries/drafts.ts'

/** Keeps an application that is not sent yet, whatever is still missing or wrong in it. */
export async function saveReturnDraft(
  ctx: Ctx,
  { order: slug, ...draft }: Input<typeof draftContract>,
): Answer<typeof draftContract> {
  const access = await ctx.who()
  return ctx.transact(async (tx) => {
    const order = await lockOwnOrder(tx, tidyNumber(slug), access)
    if (order === null) return no({ name: 'unknown_order' })
    await putDraft(tx, order.id, draft, ctx.now)
    return ok({})
  })
}
