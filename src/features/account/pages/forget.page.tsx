import type { ReactNode } from 'react'
import type { Issued } from '#features/verify/contract.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthPage, authMeta, authPage, leaveWhenSignedIn, questionFor } from './auth-page.tsx'

export default definePage<{ question: Issued | null }>({
  ...authPage,
  query: [],

  async load(ctx) {
    const left = await leaveWhenSignedIn(ctx, '')
    return left ?? { kind: 'page', data: { question: await questionFor(ctx) }, tags: [] }
  },

  meta: (_data, ctx) => authMeta('auth-forget', ctx.t('auth.forgot'), ctx),

  pageData: () => null,

  View({ data: { question }, ctx }): ReactNode {
    const { t } = ctx
    return (
      <AuthPage title={t('auth.forgot')} lead={t('auth.forget_text')} ctx={ctx}>
        <AuthForm mode="forget" next="" question={question} ctx={ctx} />
        <a className="auth-link" href={linksFor(ctx.shop.router, ctx.langPath).signIn()}>
          {t('auth.back')}
        </a>
      </AuthPage>
    )
  },
})
