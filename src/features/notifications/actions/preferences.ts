import { byWord } from '#domain/by-word.ts'
import { no, ok } from '#domain/result.ts'
import { isSubscribed, setSubscribed } from '#features/newsletter/rules/by-customer.ts'
import type { Ctx } from '#platform/server/context.ts'
import { vapidKeys } from '#platform/server/push/vapid.ts'
import type { Answer, Input, Output } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { subscriptionsOf } from '../queries/pushes.ts'
import {
  addChoices,
  deleteByHash,
  provenEmail,
  setQuiet,
  settingsId,
  settingsOfCustomer,
  type Choices,
} from '../queries/settings.ts'
import { emailHash } from '../rules/email-hash.ts'
import { choiceKey, choiceKeys, eventNames, notificationEvents, ruleOf } from '../rules/events.ts'
import type { EventRules, NotificationChannel, NotificationEvent } from '../rules/events.ts'
import { minuteText, readMinute, type QuietHours } from '../rules/quiet-hours.ts'

const newsletterKey = choiceKey('newsletter', 'mail')

export async function preferences(
  ctx: Ctx,
  _: Input<typeof contract.preferences>,
): Answer<typeof contract.preferences> {
  const { customer } = (await ctx.who()).session!
  return ok(await present(ctx, customer))
}

async function present(ctx: Ctx, customer: number): Promise<Output<typeof contract.preferences>> {
  const { db, now, shop } = ctx
  const [{ choices, quiet }, devices, keys, email] = await Promise.all([
    settingsOfCustomer(db, customer),
    subscriptionsOf(db, customer, now),
    vapidKeys(db),
    provenEmail(db, customer),
  ])
  const all = { ...choices, [newsletterKey]: email !== null && (await isSubscribed(db, email)) }
  return {
    events: eventNames
      // Nothing can be subscribed to without an e-mail address.
      .filter((event) => event !== 'newsletter' || email !== null)
      .map((event) => {
        const { group, live }: EventRules = notificationEvents[event]
        return {
          event,
          group,
          mail: stateOf(event, 'mail', all),
          push: stateOf(event, 'push', all),
          live: live ?? null,
        }
      }),
    quietFrom: quiet === null ? null : minuteText(quiet.from),
    quietUntil: quiet === null ? null : minuteText(quiet.until),
    timeZone: shop.shop.delivery?.timeZone ?? 'UTC',
    devices: devices.length,
    pushKey: keys.publicKey,
  }
}

function stateOf(
  event: NotificationEvent,
  channel: NotificationChannel,
  choices: Choices,
): 'on' | 'off' | 'always' | null {
  const rule = ruleOf(event, channel)
  const chosen = choices[choiceKey(event, channel)]
  if (rule === null || rule === 'always' || chosen === undefined) return rule
  return chosen ? 'on' : 'off'
}

/** What was chosen before for the e-mail address, as a guest's, gives way. */
export async function savePreferences(
  ctx: Ctx,
  input: Input<typeof contract.savePreferences>,
): Answer<typeof contract.savePreferences> {
  const quiet = readQuiet(input)
  if (quiet === 'unclear') {
    const fields = byWord({ quietFrom: ctx.t('problem.quiet_hours_unclear') })
    return no({ name: 'quiet_hours_unclear', fields })
  }
  const { customer } = (await ctx.who()).session!
  const wanted = new Set(input.wanted)
  const choices: Choices = Object.fromEntries(
    choiceKeys.flatMap((key) => (key === newsletterKey ? [] : [[key, wanted.has(key)]])),
  )
  await ctx.transact(async (tx) => {
    const id = await settingsId(tx, { customer }, ctx.now)
    await addChoices(tx, id, choices, ctx.now)
    await setQuiet(tx, id, quiet, ctx.now)
    const email = await provenEmail(tx, customer)
    if (email === null) return
    await deleteByHash(tx, [await emailHash(tx, email)])
    await setSubscribed(tx, email, wanted.has(newsletterKey), ctx.locale, ctx.now)
  })
  return ok(await present(ctx, customer))
}

/** Both fields, or none. */
function readQuiet({
  quietFrom,
  quietUntil,
}: Pick<Input<typeof contract.savePreferences>, 'quietFrom' | 'quietUntil'>): QuietHours | null | 'unclear' {
  if (quietFrom.trim() === '' && quietUntil.trim() === '') return null
  const [from, until] = [readMinute(quietFrom.trim()), readMinute(quietUntil.trim())]
  return from === null || until === null || from === until ? 'unclear' : { from, until }
}
