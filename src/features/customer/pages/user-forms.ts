import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Served } from '#platform/server/serve.ts'
import { linksFor } from '#wire/links.ts'
import type { UserPage } from '#wire/paths.ts'
import { safePath } from '#wire/safe-path.ts'

type Form = NonNullable<Served['form']>

/**
 * A plain form of the account area: back to its page, which also shows a refused one again. Where a fresh proof is
 * missing, to the page that asks for it, and then back.
 */
export function toUser(part: UserPage, done: MessageKey | null): Form {
  const page: NonNullable<Form['page']> = (ctx, _fields, { name }) => {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return name === 'proof_required' ? links.confirm(links.user(part)) : links.user(part)
  }
  return { next: (ctx) => linksFor(ctx.shop.router, ctx.langPath).user(part), page, done }
}

/** The proof itself: a wrong one is shown where it was typed, and goes on to the same page. */
export const toConfirmed: Form = {
  next: (ctx) => linksFor(ctx.shop.router, ctx.langPath).user('security'),
  page: (ctx, fields) => {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return links.confirm(safePath(fields['next']?.at(-1)) ?? links.user('security'))
  },
  done: null,
}

/** Asks for a code: from the page of the password, or from the one that asks for a proof. */
export const toProofSent: Form = {
  ...toUser('security', 'user.proof_sent'),
  page: (ctx, fields) =>
    safePath(fields['next']?.at(-1)) ?? linksFor(ctx.shop.router, ctx.langPath).user('security'),
}

/** Setting the authenticator app up, and new recovery codes: on a page of their own. */
export const toFactorPage: Form = {
  ...toUser('security/second-factor', null),
  page: (ctx, _fields, { name }) => {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    if (name === 'proof_required') return links.confirm(links.user('security'))
    return links.user(
      name === 'wrong_code' || name === 'code_required' ? 'security/second-factor' : 'security',
    )
  },
}

/** The account is gone: to where one signs in, or up anew. */
export const toClosed: Form = {
  ...toUser('security/close', 'identity.close.done'),
  next: (ctx) => linksFor(ctx.shop.router, ctx.langPath).signIn(),
}
