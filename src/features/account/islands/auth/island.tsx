import { useEffect, useId, useRef, useState, type ReactNode, type RefObject, type SubmitEvent } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import {
  AccountField,
  CodeField,
  FactorField,
  Faults,
  KeepBox,
  NameFields,
  OwnPassword,
  TrustBox,
  type Errors,
  type T,
} from '../../parts/auth-fields.tsx'
import type { AuthKey } from './texts.ts'
import { isNumber, type AuthMode, type Typed } from './typed.ts'
import { useAuth, type Auth } from './use-auth.ts'

export interface AuthProps {
  mode: AuthMode
  /** What was typed before: a form that came back. */
  values: { account: string; firstName: string; lastName: string; keep: 'on' | 'off' }
  errors: Errors
  text: string | null
  /** The password's part is open from the start. */
  byPassword: boolean
  /** The account and the names are known from elsewhere: nothing but the code is typed. */
  isGiven?: boolean
  /** Own path to go on at; empty for the account's own page. */
  next: string
  /** Where the plain forms are sent, and the page for a forgotten password. */
  links: { send: string; signIn: string; forget: string }
  texts: Texts<AuthKey>
  lang: string
  external?: boolean
  /** `AuthExtras`. */
  children?: ReactNode
}

/**
 * Signing in and up, and forgotten passwords: an account, then the code that was sent to it. Without scripts the form
 * is posted, and the code is typed on a page of its own.
 */
export default function AuthForm(props: AuthProps): ReactNode {
  const { mode, values, next, texts, lang } = props
  const t = translator(texts, lang)
  const id = useId()
  // The answer to the security check is a field of the slot.
  const idOf = (field: string): string => (field === 'verifyAnswer' ? 'auth-verify-answer' : `${id}${field}`)
  const form = useRef<HTMLFormElement>(null)
  const auth = useAuth(form, { mode, next, errors: props.errors, text: props.text, t })
  const { errors, text, isCheckWanted, sent, isFactorWanted, busy } = auth
  const isFirst = sent === null && !isFactorWanted
  const { send } = auth
  useEffect(() => {
    const { current } = form
    if (!current) return
    // Passed, the check is what the visitor pressed the button for.
    const passed = (): void => void send()
    current.addEventListener('violet:verified', passed)
    return () => current.removeEventListener('violet:verified', passed)
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!isFirst) return void auth.finish()
    const submitter = event.nativeEvent.submitter as HTMLButtonElement | null
    // Enter means whatever the visitor has typed so far.
    const wanted = submitter?.value ?? ''
    const hasPassword = (new FormData(form.current!).get('password') ?? '') !== ''
    const byPassword = wanted === 'password' || (wanted === '' && hasPassword)
    void (byPassword ? auth.byPassword() : auth.send())
  }
  return (
    <form
      ref={form}
      className="auth-form"
      action={mode === 'signIn' ? props.links.signIn : props.links.send}
      method="post"
      noValidate
      aria-busy={busy}
      onSubmit={submit}
      data-check={isCheckWanted ? '' : undefined}
      data-number={useNumber(form, values.account, idOf('account')) ? '' : undefined}
    >
      <Faults errors={errors} text={text} idOf={isFirst ? idOf : (field) => idOf(`sent-${field}`)} t={t} />
      <input type="hidden" name="next" value={next} />
      {/* Kept in its place: what is in the slot lives on while the code is typed. */}
      <div className="auth-step" hidden={!isFirst}>
        <AccountStep {...props} auth={auth} idOf={idOf} t={t} />
      </div>
      {isFactorWanted && <FactorStep form={form} auth={auth} idOf={idOf} t={t} />}
      {sent !== null && !isFactorWanted && (
        <CodeStep {...props} sent={sent} form={form} auth={auth} idOf={idOf} t={t} />
      )}
    </form>
  )
}

/** Whether a number is being typed: only then a country's code is asked for. */
function useNumber(form: RefObject<HTMLFormElement | null>, first: string, id: string): boolean {
  const [is, set] = useState(isNumber(first))
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`)
    if (!field) return
    const look = (): void => set(isNumber(field.value))
    // Typed before the island was live.
    look()
    field.addEventListener('input', look)
    return () => field.removeEventListener('input', look)
  }, [form, id])
  return is
}

interface StepProps {
  mode: AuthMode
  auth: Auth
  idOf: (field: string) => string
  t: T
}

function AccountStep({
  mode,
  values,
  byPassword,
  isGiven = false,
  links,
  lang,
  children,
  auth: { errors, busy, sent, isFactorWanted },
  idOf,
  t,
}: AuthProps & StepProps): ReactNode {
  const fields = { idOf, errors: sent === null && !isFactorWanted ? errors : {}, t }
  const isSignIn = mode === 'signIn'
  const account = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Shown as soon as a number is typed: then it belongs below the number, and not where the slot is.
    const dial = account.current?.parentElement?.querySelector('.auth-dial')
    if (dial) account.current?.firstElementChild?.after(dial)
  }, [])
  return (
    <>
      <input type="hidden" name="purpose" value={purposes[mode]} />
      {/* What Enter presses: a form takes its first button for that. */}
      {isSignIn && (
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {t('auth.sign_in')}
        </button>
      )}
      {isGiven ? (
        <Given {...values} />
      ) : (
        <div className="auth-step" ref={account}>
          <AccountField typed={values.account} {...fields} />
          {fields.errors['countryCode'] !== undefined && (
            <p className="field-error" id={idOf('countryCode')}>
              {fields.errors['countryCode']}
            </p>
          )}
        </div>
      )}
      {mode === 'signUp' && !isGiven && <NameFields {...values} {...fields} lang={lang} />}
      {/* The security check is the last thing before the button. */}
      {children}
      <Button
        type="submit"
        wide
        name="by"
        value="code"
        formAction={isSignIn ? links.send : undefined}
        aria-busy={busy}
      >
        {t('auth.send')}
      </Button>
      {isSignIn && (
        <details className="auth-password" open={byPassword}>
          <summary>{t('auth.by_password')}</summary>
          <div className="auth-step">
            <OwnPassword kind="own" {...fields} />
            <KeepBox isKept={values.keep === 'on'} t={t} />
            <Button type="submit" look="quiet" wide name="by" value="password" aria-busy={busy}>
              {t('auth.sign_in')}
            </Button>
            <a className="auth-link" href={links.forget}>
              {t('auth.forgot')}
            </a>
          </div>
        </details>
      )}
    </>
  )
}

/** What is known is sent along, and not asked for. */
function Given({ account, firstName, lastName }: AuthProps['values']): ReactNode {
  return (
    <>
      <input type="hidden" name="account" value={account} />
      <input type="hidden" name="firstName" value={firstName} />
      <input type="hidden" name="lastName" value={lastName} />
    </>
  )
}

const purposes = { signIn: 'signIn', signUp: 'signUp', forget: 'reset' } as const

function CodeStep({
  mode,
  isGiven = false,
  sent,
  form,
  auth: { errors, busy, back },
  idOf,
  t,
}: AuthProps & StepProps & { sent: Typed; form: RefObject<HTMLFormElement | null> }): ReactNode {
  const fields = { idOf: (field: string) => idOf(`sent-${field}`), errors, t }
  const codeId = fields.idOf('code')
  useEffect(() => document.getElementById(codeId)?.focus(), [codeId])
  const typed = (code: string): void => {
    // Six digits are all that is wanted to sign in.
    if ((mode === 'signIn' || isGiven) && /^\d{6}$/.test(code.replace(/[\s-]/g, '')))
      form.current?.requestSubmit()
  }
  return (
    <div className="auth-step">
      <p className="auth-sent" role="status">
        {t('auth.code_sent', { account: sent.account })}
      </p>
      <CodeField onInput={typed} {...fields} />
      {mode === 'signUp' && !isGiven && <OwnPassword kind="optional" {...fields} />}
      {mode === 'forget' && <OwnPassword kind="new" {...fields} />}
      {mode !== 'forget' && <KeepBox t={t} />}
      <Button type="submit" wide aria-busy={busy}>
        {t(mode === 'signIn' ? 'auth.sign_in' : mode === 'signUp' ? 'auth.create' : 'auth.save_password')}
      </Button>
      <Button look="plain" onClick={back}>
        {t(isGiven ? 'auth.back' : 'auth.other_account')}
      </Button>
    </div>
  )
}

function FactorStep({
  form,
  auth: { errors, busy, back },
  idOf,
  t,
}: Omit<StepProps, 'mode'> & { form: RefObject<HTMLFormElement | null> }): ReactNode {
  const fields = { idOf: (field: string) => idOf(`sent-${field}`), errors, t }
  const codeId = fields.idOf('code')
  useEffect(() => document.getElementById(codeId)?.focus(), [codeId])
  const typed = (code: string): void => {
    if (/^\d{6}$/.test(code.replace(/[\s-]/g, ''))) form.current?.requestSubmit()
  }
  return (
    <div className="auth-step">
      <p className="auth-sent" role="status">
        {t('auth.factor_lead')}
      </p>
      <FactorField onInput={typed} {...fields} />
      <TrustBox t={t} />
      <Button type="submit" wide aria-busy={busy}>
        {t('auth.sign_in')}
      </Button>
      <Button look="plain" onClick={back}>
        {t('auth.back')}
      </Button>
    </div>
  )
}
