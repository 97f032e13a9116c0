import type { ReactNode } from 'react'
import { AuthForm } from '#features/account/pages/auth-form.tsx'
import {
  AuthPage,
  authMeta,
  authPage,
  leaveWhenSignedIn,
  nextOf,
  questionFor,
} from '#features/account/pages/auth-page.tsx'
import { PasskeyWay } from '#features/account/parts/passkey-way.tsx'
import { ProviderButtons } from '#features/account/parts/provider-buttons.tsx'
import { QrSignInWay } from '#features/qr/parts/qr-sign-in-way.tsx'
import type { Issued } from '#features/verify/contract.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'

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
        <PasskeyWay next={next} on="load" ctx={ctx} />
        <ProviderButtons next={next} ctx={ctx} />
        <QrSignInWay next={next} ctx={ctx} />
      </AuthPage>
    )
  },
})
