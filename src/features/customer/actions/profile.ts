import { byWord } from '#domain/by-word.ts'
import { no, ok } from '#domain/result.ts'
import { updateProfile, type ProfileChange } from '#features/account/queries/customers.ts'
import { addEvent } from '#features/account/queries/events.ts'
import { lockOwn, ownCustomer } from '#features/account/rules/own-customer.ts'
import { presentUser } from '#features/account/rules/present-user.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract/user.ts'
import { isBirthday } from '../rules/birthday.ts'

/** The customer who is signed in. */
export async function info(ctx: Ctx, _: Input<typeof contract.info>): Answer<typeof contract.info> {
  const { customer } = (await ctx.who()).session!
  return ok(presentUser(await ownCustomer(ctx.db, customer)))
}

/** Changes first and last name, both of which mails and parcels need. */
export async function editName(
  ctx: Ctx,
  { firstName, lastName }: Input<typeof contract.editName>,
): Answer<typeof contract.editName> {
  const fields = byWord<string>()
  if (firstName === '') fields['firstName'] = ctx.t('account.first_name_required')
  if (lastName === '') fields['lastName'] = ctx.t('account.last_name_required')
  if (Object.keys(fields).length > 0) return no({ name: 'name_required', fields })
  return change(ctx, 'name_changed', { firstName, lastName })
}

/** Changes nickname, bio and birthday. An empty one is removed. */
export async function editInfo(
  ctx: Ctx,
  { nickname, bio, birthday }: Input<typeof contract.editInfo>,
): Answer<typeof contract.editInfo> {
  if (birthday !== '' && !isBirthday(birthday, ctx.now))
    return no({
      name: 'birthday_impossible',
      fields: { birthday: ctx.t('problem.birthday_impossible') },
    })
  return change(ctx, 'info_changed', { nickname, bio, birthday: birthday === '' ? null : birthday })
}

async function change(ctx: Ctx, kind: 'name_changed' | 'info_changed', what: ProfileChange) {
  const { customer, id } = (await ctx.who()).session!
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    await updateProfile(tx, customer, what)
    await addEvent(tx, ctx, customer, id, kind)
    return ok(presentUser(await ownCustomer(tx, customer)))
  })
}
