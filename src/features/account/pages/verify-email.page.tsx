import type { ReactNode } from 'react'
import { changeOf } from '#features/identity/actions/undo.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { readLink } from '#platform/server/signing.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { AuthPage, authMeta, authPage } from './auth-page.tsx'
import { Kept } from './posted-fields.tsx'

/** What the link of a mail can do: prove an e-mail address, or undo its change. */
type Data = { can: 'verify' | 'undo'; token: string } | { can: null }

/**
 * Where links in mails about e-mail addresses end. Opening it changes nothing, since programs open links, too: its
 * button does.
 */
export default definePage<Data>({
  ...authPage,
  query: ['token', 'undo'],

  async load(ctx, _params, query) {
    const typed = ctx.visitor.posted === null ? null : (ctx.visitor.posted.values['token']?.at(-1) ?? '')
    const undo = (query.get('undo') ?? '').slice(0, 100)
    if (undo !== '' && (await changeOf(ctx, undo)) !== null)
      return { kind: 'page', data: { can: 'undo', token: undo }, tags: [] }
    const token = (typed ?? query.get('token') ?? '').slice(0, 100)
    if (typed === null && (await readLink(ctx.db, 'account.verify', token, ctx.now)) !== null)
      return { kind: 'page', data: { can: 'verify', token }, tags: [] }
    return { kind: 'page', data: { can: null }, tags: [], status: 410 }
  },

  meta: ({ can }, ctx) =>
    authMeta(
      'auth-verify-email',
      ctx.t(can === null ? 'mail_link.stale.title' : `identity.${can}.title`),
      ctx,
    ),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    if (data.can === null)
      return (
        <AuthPage title={t('mail_link.stale.title')} lead={t('mail_link.stale.text')} ctx={ctx}>
          <ButtonLink href={links.signIn()} look="quiet">
            {t('auth.sign_in')}
          </ButtonLink>
        </AuthPage>
      )
    const { can, token } = data
    return (
      <AuthPage
        title={t(`identity.${can}.title`)}
        lead={can === 'undo' ? t('identity.undo.text') : undefined}
        ctx={ctx}
      >
        <form
          className="auth-form"
          action={links.form(can === 'undo' ? 'auth/undoChange' : 'auth/verifyEmail')}
          method="post"
        >
          <Kept fields={{ token }} />
          <Button type="submit" wide>
            {t(`identity.${can}.button`)}
          </Button>
        </form>
      </AuthPage>
    )
  },
})
