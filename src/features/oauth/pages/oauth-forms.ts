import type { Ctx } from '#platform/server/context.ts'
import type { Served } from '#platform/server/serve.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor, type Links } from '#wire/links.ts'
import type { ProblemName } from '#wire/problems.ts'
import type * as contract from '../contract/oauth.ts'

type Form = NonNullable<Served['form']>

function linksOf({ shop, langPath }: Ctx): Links {
  return linksFor(shop.router, langPath)
}

/** To the provider's page. Refused, it is the page of signing in that says so. */
export const toProvider: Form = {
  leads: true,
  next: (ctx, isDone, value) =>
    isDone ? (value as Output<typeof contract.oauthStart>).url : linksOf(ctx).signIn(),
  done: null,
  page: (ctx) => linksOf(ctx).signIn(),
}

/** The same from the security page, which asks for a fresh proof first. */
export const toProviderForLink: Form = {
  ...toProvider,
  page: (ctx, _fields, { name }) => {
    const links = linksOf(ctx)
    return name === 'proof_required' ? links.confirm(links.user('security')) : links.user('security')
  },
}

export const toOauthCode: Form = {
  next: (ctx) => linksOf(ctx).oauth(),
  done: null,
  page: (ctx, _fields, { name }) => (name === 'oauth_over' ? linksOf(ctx).signIn() : linksOf(ctx).oauth()),
}

const shownHere: ReadonlySet<ProblemName> = new Set([
  'invalid_input',
  'account_required',
  'account_format',
  'code_required',
  'wrong_code',
  'code_over',
  'too_many_tries',
])

/** @param signedIn of the shop's own ways: a second proof may be wanted here, too */
export function toOauthProven(signedIn: Form): Form {
  return {
    ...signedIn,
    page: (ctx, _fields, problem) =>
      shownHere.has(problem.name)
        ? linksOf(ctx).oauth()
        : (signedIn.page?.(ctx, {}, problem) ?? linksOf(ctx).signIn()),
  }
}
