import type { ReactNode } from 'react'
import type { Issued } from '#features/verify/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthPage, authMeta, authPage, leaveWhenSignedIn, nextOf, questionFor } from './auth-page.tsx'

/** Two pages that lead to each other, with what each says of the other one. */
const pages = {
  signIn: { path: 'auth-signin', title: 'auth.sign_in', other: 'signUp', why: 'auth.new_here' },
  signUp: { path: 'auth-signup', title: 'auth.create', other: 'signIn', why: 'auth.have_account' },
} as const

/**
 * The page to sign in, or to sign up.
 * @param Ways the ways that it offers besides its form, which lead to the own path `next`
 */
export function signingPage(
  mode: keyof typeof pages,
  Ways: (props: { next: string; ctx: Ctx }) => ReactNode,
) {
  const { path, title, other, why } = pages[mode]
  return definePage<{ next: string; question: Issued | null }>({
    ...authPage,
    query: ['next'],

    async load(ctx, _params, query) {
      const next = nextOf(ctx, query)
      const left = await leaveWhenSignedIn(ctx, next)
      return left ?? { kind: 'page', data: { next, question: await questionFor(ctx) }, tags: [] }
    },

    meta: (_data, ctx) => authMeta(path, ctx.t(title), ctx),

    pageData: () => null,

    View({ data: { next, question }, ctx }): ReactNode {
      const { t } = ctx
      const links = linksFor(ctx.shop.router, ctx.langPath)
      const lead = (
        <>
          {t(why)}{' '}
          <a className="auth-link" href={links[other](next === '' ? undefined : next)}>
            {t(pages[other].title)}
          </a>
        </>
      )
      return (
        <AuthPage title={t(title)} lead={lead} ctx={ctx}>
          <AuthForm mode={mode} next={next} question={question} ctx={ctx} />
          <Ways next={next} ctx={ctx} />
        </AuthPage>
      )
    },
  })
}
