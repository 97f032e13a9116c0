import type { Ctx } from '#platform/server/context.ts'
import type { Served } from '#platform/server/serve.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor, type Links } from '#wire/links.ts'
import type * as auth from '../contract/auth.ts'
import { joinedText } from '../parts/joined-text.ts'
import { forgetAsked, rememberAsked, type Posted } from './code-asked.ts'

/*
 * Where the plain forms of signing in lead, and which page shows a refused one again.
 */

type Form = NonNullable<Served['form']>
type SignedIn = Output<typeof auth.signIn>

function linksOf({ shop, langPath }: Ctx): Links {
  return linksFor(shop.router, langPath)
}

/** The answer says where to go on. */
const goOn: Pick<Form, 'next' | 'leads' | 'done'> = {
  leads: true,
  next: (ctx, isDone, value) => {
    if (!isDone) return linksOf(ctx).signIn()
    forgetAsked(ctx)
    return (value as SignedIn).next
  },
  done: (ctx, value) => joinedText((value as SignedIn).joined, ctx.t),
}

export const toSignedIn: Form = {
  ...goOn,
  page: (ctx, fields, { name }) => {
    if (name === 'second_factor_wanted') return { to: linksOf(ctx).verifyPrompt() }
    // The password was right, and a code is on its way.
    if (name === 'code_wanted') rememberAsked(ctx, fields, 'signIn')
    return name === 'code_wanted' || fields['code'] !== undefined
      ? linksOf(ctx).verifyPrompt()
      : linksOf(ctx).signIn()
  },
}

export const toSignedUp: Form = { ...goOn, page: (ctx) => linksOf(ctx).verifyPrompt() }

export const toPasswordReset: Form = {
  ...goOn,
  page: (ctx, _fields, { name }) =>
    name === 'second_factor_wanted' ? { to: linksOf(ctx).verifyPrompt() } : linksOf(ctx).resetPassword(),
}

/** The end of a sign-in that waited for the second factor; one that is over begins anew. */
export const toFactorDone: Form = {
  ...goOn,
  page: (ctx, _fields, { name }) =>
    name === 'sign_in_over' ? linksOf(ctx).signIn() : linksOf(ctx).verifyPrompt(),
}

/** To where the code is typed; a refused form by what it was for. */
export const toCodePrompt: Form = {
  leads: true,
  next: (ctx, _isDone, _value, fields) => {
    rememberAsked(ctx, fields, purposeOf(fields))
    return linksOf(ctx).verifyPrompt()
  },
  done: null,
  page: (ctx, fields, { name }) => {
    const links = linksOf(ctx)
    if (name !== 'too_many_codes') return purposeOf(fields) === 'signUp' ? links.signUp() : links.signIn()
    // The code that was sent before is still good.
    rememberAsked(ctx, fields, purposeOf(fields))
    return links.verifyPrompt()
  },
}

function purposeOf(fields: Posted): 'signIn' | 'signUp' {
  return fields['purpose']?.includes('signUp') ? 'signUp' : 'signIn'
}

export const toNewPassword: Form = {
  leads: true,
  next: (ctx, _isDone, _value, fields) => {
    rememberAsked(ctx, fields, 'reset')
    return linksOf(ctx).resetPassword()
  },
  done: null,
  page: (ctx, fields, { name }) => {
    if (name !== 'too_many_codes') return linksOf(ctx).forget()
    rememberAsked(ctx, fields, 'reset')
    return linksOf(ctx).resetPassword()
  },
}

export const toSignedOut: Form = { next: (ctx) => linksOf(ctx).home(), done: null }

/** The account has no password any more. */
export const toUndone: Form = {
  next: (ctx) => linksOf(ctx).forget(),
  page: (ctx, fields) => linksOf(ctx).undoChange(fields['token']?.at(-1) ?? ''),
  done: 'identity.undo.done',
}

export const toVerified: Form = {
  next: (ctx) => linksOf(ctx).signIn(),
  page: (ctx) => linksOf(ctx).verifyEmail(),
  done: 'identity.verify.done',
}
