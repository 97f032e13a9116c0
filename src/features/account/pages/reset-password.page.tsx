import type { ReactNode } from 'react'
import { definePage } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { AccountField, CodeField, Faults } from '../parts/auth-fields.tsx'
import { AuthPage, authMeta, authPage } from './auth-page.tsx'
import { codeAsked } from './code-asked.ts'
import { ChosenPassword, idOf, Kept } from './posted-fields.tsx'

interface Data {
  /** Of the mail's link; empty for who types the code. */
  token: string
  account: string
  countryCode: string
  /** The browser knows the account: it asked for the code. */
  isKnown: boolean
}

/** A new password, by the link of the mail or by its code. */
export default definePage<Data>({
  ...authPage,
  query: ['token'],

  async load(ctx, _params, query) {
    const values = ctx.visitor.posted?.values
    const before = codeAsked(ctx)
    const typed = (name: string): string | undefined => values?.[name]?.at(-1)
    return {
      kind: 'page',
      data: {
        token: (typed('token') ?? query.get('token') ?? '').slice(0, 100),
        account: typed('account') ?? before?.account ?? '',
        countryCode: typed('countryCode') ?? before?.countryCode ?? '',
        isKnown: before !== null && (typed('account') ?? before.account) === before.account,
      },
      tags: [],
    }
  },

  meta: (_data, ctx) => authMeta('auth-reset-password', ctx.t('auth.new_password'), ctx),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    const { t } = ctx
    const { posted } = ctx.visitor
    const { token, account, countryCode, isKnown } = data
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const errors = posted?.errors ?? {}
    const fields = { idOf, errors, t }
    const lead = token === '' && isKnown ? t('auth.code_sent', { account }) : undefined
    return (
      <AuthPage title={t('auth.reset_title')} lead={lead} ctx={ctx}>
        <form className="auth-form" action={links.form('auth/resetPassword')} method="post" noValidate>
          {posted !== null && <Faults text={posted.text} {...fields} />}
          {token === '' ? (
            <>
              <Kept fields={isKnown ? { account, countryCode } : { countryCode }} />
              {!isKnown && <AccountField typed={account} {...fields} />}
              <CodeField {...fields} />
            </>
          ) : (
            <Kept fields={{ token }} />
          )}
          <ChosenPassword kind="new" errors={errors} ctx={ctx} />
          <p className="auth-note">{t('auth.reset_note')}</p>
          <Button type="submit" wide>
            {t('auth.save_password')}
          </Button>
        </form>
        <a className="auth-link" href={links.forget()}>
          {t('auth.other_account')}
        </a>
      </AuthPage>
    )
  },
})
