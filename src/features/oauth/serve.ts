import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashToken } from '#features/session/rules/cookies.ts'
import { defaultLocale, isLocale } from '#i18n/locales.ts'
import { problemText } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { contextFor, noticeCookie, writeCookies, type ContextParts } from '#platform/server/request.ts'
import { storable } from '#platform/server/storable.ts'
import type { Served } from '#platform/server/serve.ts'
import { linksFor } from '#wire/links.ts'
import type { Problem } from '#wire/problems.ts'
import { oauthFinish } from './actions/finish.ts'
import * as contract from './contract/oauth.ts'
import { aboutFlow } from './queries/flows.ts'
import { callbackPath } from './rules/flow.ts'

export interface OauthDoorOptions {
  parts: ContextParts
  now: () => Date
  /** Where the shop's own ways of signing in lead: a second proof may be wanted here, too. */
  signedIn: NonNullable<Served['form']>
}

const one = z.string().catch('')
const query = z.object({ state: one, code: one, iss: one, error: one, user: one })
type Returned = z.output<typeof query>

/**
 * `/auth/oauth/<provider>`: where a provider sends the shopper back to. It always leads on, so that no code stays in the
 * URL bar or in the history.
 */
export function serveOauth(app: FastifyInstance, options: OauthDoorOptions): void {
  const { parts } = options
  const path = `${callbackPath}:provider`
  app.get(path, (request, reply) => comeBack(request, reply, options))
  // Cookies of this shop do not come with a form of another origin: the same again, as a page of its own.
  app.post(path, (request, reply) => {
    const name = providerOf(request)
    if (parts.signInBy.get(name)?.postsBack !== true) return reply.callNotFound()
    const given = Object.entries(query.parse(request.body ?? {})).filter(([, value]) => value !== '')
    const to = `${callbackPath}${name}?${new URLSearchParams(Object.fromEntries(given))}`
    return reply.header('cache-control', 'no-store').redirect(to, 303)
  })
}

function providerOf(request: FastifyRequest): string {
  return (request.params as { provider: string }).provider
}

async function comeBack(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, now, signedIn }: OauthDoorOptions,
): Promise<unknown> {
  const provider = providerOf(request)
  if (!parts.signInBy.has(provider)) return reply.callNotFound()
  const returned = query.parse(request.query)
  const about = await aboutFlow(parts.db, hashToken(returned.state))
  const locale = about !== null && isLocale(about.locale) ? about.locale : defaultLocale
  const { ctx, cookies } = contextFor(parts, request, locale, now())
  const { to, notice } = await leadOn(ctx, provider, returned, about?.purpose === 'link', signedIn)
  if (notice !== null) cookies.push(notice)
  writeCookies(reply, cookies, parts.secure)
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(to, 303)
}

async function leadOn(
  ctx: Ctx,
  provider: string,
  returned: Returned,
  isLink: boolean,
  signedIn: OauthDoorOptions['signedIn'],
): Promise<{ to: string; notice: ReturnType<typeof noticeCookie> | null }> {
  const parsed = contract.oauthFinish.input.safeParse({ provider, ...returned })
  const result = parsed.success
    ? await oauthFinish(ctx, storable(parsed.data))
    : ({ ok: false, problem: { name: 'oauth_refused' } } as const)
  if (!result.ok) {
    const { problem } = result
    // Sent twice, or found again in the history: who has signed in by it need not hear that it is over.
    const isIn = problem.name === 'oauth_over' && !isLink && (await ctx.who()).customer !== null
    const notice = isIn ? null : noticeCookie('refused', problemText(problem, ctx.t))
    return { to: pageAfter(ctx, problem, isLink, signedIn), notice }
  }
  const { signedIn: session, next } = result.value
  if (session === null) return { to: next, notice: noticeCookie('done', ctx.t('oauth.linked')) }
  const said = typeof signedIn.done === 'function' ? signedIn.done(ctx, session) : null
  return {
    to: signedIn.next(ctx, true, session, {}),
    notice: said === null ? null : noticeCookie('done', said),
  }
}

/** The page that says why it came to nothing, or asks for what is missing. */
function pageAfter(
  ctx: Ctx,
  problem: Problem,
  isLink: boolean,
  signedIn: OauthDoorOptions['signedIn'],
): string {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  if (problem.name === 'oauth_proof_wanted') return links.oauth()
  if (isLink) return links.user('security')
  const page = signedIn.page?.(ctx, {}, problem) ?? links.signIn()
  return typeof page === 'string' ? page : page.to
}
