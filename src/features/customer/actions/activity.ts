import { ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract/user.ts'
import { countEvents, listEvents } from '../queries/activity.ts'
import { browserName } from '#features/account/rules/browser-name.ts'
import { eventText } from '../rules/event-text.ts'

const perPage = 20

/** What happened to the account, the last first. A page after the last one is empty. */
export async function activity(
  ctx: Ctx,
  { page }: Input<typeof contract.activity>,
): Answer<typeof contract.activity> {
  const { customer } = (await ctx.who()).session!
  const [total, found] = await Promise.all([
    countEvents(ctx.db, customer),
    listEvents(ctx.db, customer, { offset: (page - 1) * perPage, most: perPage }),
  ])
  return ok({
    total,
    pages: Math.max(1, Math.ceil(total / perPage)),
    events: found.map((event) => ({
      id: event.id,
      text: eventText(event, ctx.t),
      ip: event.ip,
      browser: browserName(event.agent, ctx.t),
      at: event.at.toISOString(),
    })),
  })
}
