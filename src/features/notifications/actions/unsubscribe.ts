import { no, ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { LinkState } from '#platform/server/mail/mail-link-page.tsx'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { addChoices, choicesOf } from '../queries/settings.ts'
import { choiceKey, eventNames, isSwitchable, type NotificationEvent } from '../rules/events.ts'
import { readUnsubscribe } from '../rules/unsubscribe.ts'

/** The link ends mails, as often as it is pressed, and whoever is signed in. */
export async function unsubscribe(
  ctx: Ctx,
  { token, all }: Input<typeof contract.unsubscribe>,
): Answer<typeof contract.unsubscribe> {
  const read = await readUnsubscribe(ctx.db, token, ctx.now)
  if (read === null) return no({ name: 'stale_link' })
  const ended = all === 'on' ? endable : [read.event]
  const choices = Object.fromEntries(ended.map((event) => [choiceKey(event, 'mail'), false]))
  return ctx.transact(async (tx) =>
    (await addChoices(tx, read.settings, choices, ctx.now)) ? ok({}) : no({ name: 'stale_link' }),
  )
}

/** All mails that can be ended. The newsletter has a confirmation, and a link of its own. */
const endable: readonly NotificationEvent[] = eventNames.filter(
  (event) => event !== 'newsletter' && isSwitchable(event, 'mail'),
)

export interface UnsubscribeState {
  state: LinkState
  /** What the mail was about; null for a link that is none. */
  event: NotificationEvent | null
  /** Nothing is left to be ended. */
  isAll: boolean
}

export async function unsubscribeState(ctx: Ctx, token: string): Promise<UnsubscribeState> {
  const read = await readUnsubscribe(ctx.db, token, ctx.now)
  const choices = read === null ? null : await choicesOf(ctx.db, read.settings)
  if (read === null || choices === null) return { state: 'stale', event: null, isAll: false }
  const isOff = (event: NotificationEvent): boolean => choices[choiceKey(event, 'mail')] === false
  return { state: isOff(read.event) ? 'done' : 'ready', event: read.event, isAll: endable.every(isOff) }
}
