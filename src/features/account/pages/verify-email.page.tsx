import type { ReactNode } from 'react'
import { definePage } from '#platform/server/pages/page.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { AuthPage, authMeta, authPage } from './auth-page.tsx'

/**
 * Where links end that were to prove an e-mail address. The shop proves addresses by codes, in the browser that asked:
 * a link would prove it for whoever else reads the mail. So one that comes here is none of the shop's, or too old.
 */
export default definePage<null>({
  ...authPage,
  query: ['token'],

  async load() {
    return { kind: 'page', data: null, tags: [], status: 410 }
  },

  meta: (_data, ctx) => authMeta('auth-verify-email', ctx.t('mail_link.stale.title'), ctx),

  pageData: () => null,

  View({ ctx }): ReactNode {
    const { t } = ctx
    return (
      <AuthPage title={t('mail_link.stale.title')} lead={t('mail_link.stale.text')} ctx={ctx}>
        <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).signIn()} look="quiet">
          {t('auth.sign_in')}
        </ButtonLink>
      </AuthPage>
    )
  },
})
