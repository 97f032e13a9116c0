import type { ReactNode } from 'react'
import type { Issued } from '#features/verify/contract.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthPage, authMeta, authPage, leaveWhenSignedIn, nextOf, questionFor } from './auth-page.tsx'

export default definePage<{ next: string; question: Issued | null }>({
  ...authPage,
  query: ['next'],

  async load(ctx, _params, query) {
    const next = nextOf(ctx, query)
    const left = await leaveWhenSignedIn(ctx, next)
    return left ?? { kind: 'page', data: { next, question: await questionFor(ctx) }, tags: [] }
  },

  meta: (_data, ctx) => authMeta('auth-signin', ctx.t('auth.sign_in'), ctx),

  pageData: () => null,

  View({ data: { next, question }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const lead = (
      <>
        {t('auth.new_here')}{' '}
        <a className="auth-link" href={links.signUp(next === '' ? undefined : next)}>
          {t('auth.create')}
        </a>
      </>
    )
    return (
      <AuthPage title={t('auth.sign_in')} lead={lead} ctx={ctx}>
        <AuthForm mode="signIn" next={next} question={question} ctx={ctx} />
      </AuthPage>
    )
  },
})
