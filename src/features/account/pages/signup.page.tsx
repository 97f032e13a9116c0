import type { ReactNode } from 'react'
import type { Issued } from '#features/verify/contract.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { ProviderButtons } from '../parts/provider-buttons.tsx'
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

  meta: (_data, ctx) => authMeta('auth-signup', ctx.t('auth.create'), ctx),

  pageData: () => null,

  View({ data: { next, question }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const lead = (
      <>
        {t('auth.have_account')}{' '}
        <a className="auth-link" href={links.signIn(next === '' ? undefined : next)}>
          {t('auth.sign_in')}
        </a>
      </>
    )
    return (
      <AuthPage title={t('auth.create')} lead={lead} ctx={ctx}>
        <AuthForm mode="signUp" next={next} question={question} ctx={ctx} />
        <ProviderButtons next={next} ctx={ctx} />
      </AuthPage>
    )
  },
})
