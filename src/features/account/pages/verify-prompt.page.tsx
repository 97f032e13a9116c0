import type { ReactNode } from 'react'
import { definePage } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { CodeField, Faults, KeepBox, NameFields } from '../parts/auth-fields.tsx'
import { AuthPage, authMeta, authPage, leaveWhenSignedIn } from './auth-page.tsx'
import { codeAsked, readAsked, type CodeAsked } from './code-asked.ts'
import { ChosenPassword, idOf, Kept } from './posted-fields.tsx'

/** Where the code is typed that was sent: the second step of signing in and up, without scripts. */
export default definePage<CodeAsked>({
  ...authPage,
  query: [],

  async load(ctx) {
    const { posted } = ctx.visitor
    const before = codeAsked(ctx)
    const asked = posted === null ? before : readAsked(posted.values, purposeOf(posted.values, before))
    const gone = await leaveWhenSignedIn(ctx, asked?.next ?? '')
    if (gone !== null) return gone
    const links = linksFor(ctx.shop.router, ctx.langPath)
    if (asked === null) return { kind: 'redirect', to: links.signIn(), status: 303 }
    if (asked.purpose === 'reset') return { kind: 'redirect', to: links.resetPassword(), status: 303 }
    return { kind: 'page', data: asked, tags: [] }
  },

  meta: (_data, ctx) => authMeta('auth-verify-prompt', ctx.t('auth.prompt_title'), ctx),

  pageData: () => null,

  View({ data: asked, ctx }): ReactNode {
    const { t } = ctx
    const { posted } = ctx.visitor
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const { purpose, account, countryCode, firstName, lastName, next } = asked
    const isSignUp = purpose === 'signUp'
    const errors = posted?.errors ?? {}
    const fields = { idOf, errors, t }
    const hasNames = firstName !== '' && lastName !== ''
    const back = next === '' ? undefined : next
    return (
      <AuthPage title={t('auth.prompt_title')} lead={t('auth.code_sent', { account })} ctx={ctx}>
        <form
          className="auth-form"
          action={links.form(isSignUp ? 'auth/signUp' : 'auth/signIn')}
          method="post"
          noValidate
        >
          {posted !== null && <Faults text={posted.text} {...fields} />}
          <Kept fields={{ purpose, account, countryCode, next }} />
          <CodeField {...fields} />
          {isSignUp && hasNames && <Kept fields={{ firstName, lastName }} />}
          {isSignUp && !hasNames && <NameFields firstName={firstName} lastName={lastName} {...fields} />}
          {isSignUp && <ChosenPassword kind="optional" errors={errors} ctx={ctx} />}
          <KeepBox isKept={asked.keep === 'on'} t={t} />
          <Button type="submit" wide>
            {t(isSignUp ? 'auth.create' : 'auth.sign_in')}
          </Button>
        </form>
        <a className="auth-link" href={isSignUp ? links.signUp(back) : links.signIn(back)}>
          {t('auth.other_account')}
        </a>
      </AuthPage>
    )
  },
})

/** A form that comes back says what it was for; one that asked for a password says nothing. */
function purposeOf(
  values: Readonly<Record<string, readonly string[]>>,
  before: CodeAsked | null,
): CodeAsked['purpose'] {
  const said = values['purpose']?.at(-1)
  return said === 'signUp' || said === 'signIn' ? said : (before?.purpose ?? 'signIn')
}
