import { no, ok } from '#domain/result.ts'
import { forgetCount } from '#features/cart/actions/token.ts'
import { forgetCount as forgetFavourites } from '#features/favourites/rules/hint.ts'
import { findCustomer } from '#features/account/queries/customers.ts'
import { lockToClose } from '#features/account/queries/erase.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { identitiesOf } from '#features/account/queries/identities.ts'
import { readAccount, type AccountName } from '#features/account/rules/account-name.ts'
import { tellEnded } from '#features/account/rules/announce.ts'
import { askFresh } from '#features/account/rules/fresh.ts'
import { sendTo } from '#features/account/rules/send-to.ts'
import { forgetSession } from '#features/session/rules/sessions.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { closedMessage } from '../mails/change-messages.ts'
import { belongingsOf } from '../queries.ts'
import { eraseCustomer } from './erase.ts'

type Close = typeof contract.close

/** Closes the account for ever. Orders that are under way go on: their mails have links of their own. */
export async function close(ctx: Ctx, { confirmation, forfeit }: Input<Close>): Answer<Close> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer } = fresh.value
  const { t, now } = ctx
  const done = await ctx.transact(async (tx) => {
    // Closed in another tab meanwhile: it is what was asked for.
    if (!(await lockToClose(tx, customer))) return ok({})
    const row = (await findCustomer(tx, customer))!
    const names = await identitiesOf(tx, customer)
    if (!isConfirmed(confirmation, row.number, names))
      return no({
        name: 'confirmation_differs' as const,
        fields: { confirmation: t('problem.confirmation_differs') },
      })
    const { credit, coming } = await belongingsOf(tx, customer, ctx)
    if (credit.length + coming.length > 0 && forfeit === 'off')
      return no({ name: 'credit_left' as const, fields: { forfeit: t('problem.credit_left') } })
    await addEvent(tx, ctx, customer, null, 'closed')
    await eraseCustomer(tx, customer, now)
    // Afterwards: the mails that were there until now are deleted.
    for (const name of names) await sendTo(ctx, tx, name, closedMessage(ctx))
    await tellEnded(tx, customer)
    return ok({})
  })
  if (!done.ok) return done
  forgetSession(ctx)
  forgetCount(ctx)
  forgetFavourites(ctx)
  return done
}

function isConfirmed(typed: string, number: string, names: readonly AccountName[]): boolean {
  const name = readAccount(typed, '')
  return (
    typed.trim().toLowerCase() === number.toLowerCase() ||
    names.some(({ kind, account }) => name?.kind === kind && name.account === account)
  )
}
