import type { ReactNode } from 'react'
import { pendingHere } from '#features/second-factor/rules/pending.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { CodeField, FactorField, Faults, KeepBox, NameFields, TrustBox } from '../parts/auth-fields.tsx'
import { AuthPage, authMeta, authPage, leaveWhenSignedIn } from './auth-page.tsx'
import { codeAsked, readAsked, type CodeAsked } from './code-asked.ts'
import { ChosenPassword, idOf, Kept } from './posted-fields.tsx'

/** `factor`: a sign-in waits in this browser for the second factor, which comes from no mail. */
type Data = { kind: 'code'; asked: CodeAsked } | { kind: 'factor'; next: string }

/** Where the second step of signing in and up is, without scripts: the code that was sent, or that of the app. */
export default definePage<Data>({
  ...authPage,
  query: [],

  async load(ctx) {
    const { posted } = ctx.visitor
    const isCode = posted?.values['account'] !== undefined
    const pending = isCode ? null : await pendingHere(ctx)
    if (pending !== null) return { kind: 'page', data: { kind: 'factor', next: pending.next }, tags: [] }
    const before = codeAsked(ctx)
    const asked = posted === null ? before : readAsked(posted.values, purposeOf(posted.values, before))
    const gone = await leaveWhenSignedIn(ctx, asked?.next ?? '')
    if (gone !== null) return gone
    const links = linksFor(ctx.shop.router, ctx.langPath)
    if (asked === null) return { kind: 'redirect', to: links.signIn(), status: 303 }
    if (asked.purpose === 'reset') return { kind: 'redirect', to: links.resetPassword(), status: 303 }
    return { kind: 'page', data: { kind: 'code', asked }, tags: [] }
  },

  meta: ({ kind }, ctx) =>
    authMeta('auth-verify-prompt', ctx.t(kind === 'factor' ? 'auth.factor_title' : 'auth.prompt_title'), ctx),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    return data.kind === 'factor' ? (
      <FactorPrompt next={data.next} ctx={ctx} />
    ) : (
      <CodePrompt asked={data.asked} ctx={ctx} />
    )
  },
})

function FactorPrompt({ next, ctx }: { next: string; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const { posted } = ctx.visitor
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const fields = { idOf, errors: posted?.errors ?? {}, t }
  return (
    <AuthPage title={t('auth.factor_title')} lead={t('auth.factor_lead')} ctx={ctx}>
      <form className="auth-form" action={links.form('auth/secondFactor')} method="post" noValidate>
        {posted !== null && <Faults text={posted.text} {...fields} />}
        <FactorField isFocused {...fields} />
        <TrustBox t={t} />
        <Button type="submit" wide>
          {t('auth.sign_in')}
        </Button>
      </form>
      <a className="auth-link" href={links.signIn(next === '' ? undefined : next)}>
        {t('auth.back')}
      </a>
    </AuthPage>
  )
}

function CodePrompt({ asked, ctx }: { asked: CodeAsked; ctx: Ctx }): ReactNode {
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
        <CodeField isFocused {...fields} />
        {isSignUp && hasNames && <Kept fields={{ firstName, lastName }} />}
        {isSignUp && !hasNames && (
          <NameFields firstName={firstName} lastName={lastName} lang={ctx.lang} {...fields} />
        )}
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
}

/** A form that comes back says what it was for; one that asked for a password says nothing. */
function purposeOf(
  values: Readonly<Record<string, readonly string[]>>,
  before: CodeAsked | null,
): CodeAsked['purpose'] {
  const said = values['purpose']?.at(-1)
  return said === 'signUp' || said === 'signIn' ? said : (before?.purpose ?? 'signIn')
}
