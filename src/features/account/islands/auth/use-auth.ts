import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Result } from '#domain/result.ts'
import type { Translate } from '#i18n/t.ts'
import { call, type Failure } from '#platform/browser/call.ts'
import { leave } from '#platform/browser/place.ts'
import { signedIn, tellNextPage } from '#platform/browser/sign-in.ts'
import { verifyId as passedId } from '#platform/browser/stores.ts'
import type { Output } from '#wire/endpoint.ts'
import type * as factor from '#features/second-factor/contract.ts'
import type * as contract from '../../contract/auth.ts'
import type { Errors } from '../../parts/auth-fields.tsx'
import { joinedText } from '../../parts/joined-text.ts'
import type { AuthKey } from './texts.ts'
import { keepSent, keptSent } from './sent.ts'
import { missingIn, typedIn, type AuthMode, type Typed } from './typed.ts'

type SignedIn = Output<typeof contract.signIn>

export interface Auth {
  busy: boolean
  errors: Errors
  text: string | null
  /** A code is sent only after the security check. */
  isCheckWanted: boolean
  /** What was typed when the code was sent; null before. */
  sent: Typed | null
  /** The first proof was right, and the second factor is asked for. */
  isFactorWanted: boolean
  /** Asks for a code. */
  send: () => Promise<void>
  /** Signs in by the password. */
  byPassword: () => Promise<void>
  /** With the code that was sent. */
  finish: () => Promise<void>
  /** Back to the account. */
  back: () => void
}

interface AuthOptions {
  mode: AuthMode
  next: string
  errors: Errors
  text: string | null
  t: Translate<AuthKey>
}

/** The two steps of each form: the account, then the code. Refusals stand at their fields; the first one is focused. */
export function useAuth(form: RefObject<HTMLFormElement | null>, options: AuthOptions): Auth {
  const { mode, next, t } = options
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState({ errors: options.errors, text: options.text })
  const [sent, setSent] = useSent(mode, next)
  const [isCheckWanted, setCheckWanted] = useState(options.errors['verifyAnswer'] !== undefined)
  const [isFactorWanted, setFactorWanted] = useState(false)
  const running = useRef(false)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, faults])

  /**
   * One call at a time; its refusal is shown. Null when nothing came of it.
   * @param typed what the code is typed for, where the refusal `toCode` leads to that step
   */
  async function ask<T>(
    make: () => Promise<Result<T, Failure>>,
    toCode: string | null = null,
    typed: Typed | null = null,
  ): Promise<T | null> {
    if (running.current) return null
    running.current = true
    setBusy(true)
    const answer = await make()
    running.current = false
    setBusy(false)
    if (answer.ok) {
      setFaults({ errors: {}, text: null })
      return answer.value
    }
    const { problem, fields, msg } = answer.problem
    if (problem === 'sign_in_over') back()
    const isCheck = problem === 'verification_required' || problem === 'verification_failed'
    const isFactor = problem === 'second_factor_wanted'
    if (isFactor) setFactorWanted(true)
    setFaults(isCheck || isFactor ? { errors: {}, text: null } : { errors: fields, text: msg })
    if (isCheck) {
      setCheckWanted(true)
      // The check begins anew: the pass that it had is spent.
      const detail = { form: form.current, result: answer }
      document.dispatchEvent(new CustomEvent('violet:failed', { detail }))
    }
    if (problem !== null && problem === toCode) setSent(typed)
    return null
  }

  /** The fields, when none is missing. */
  function read(byPassword: boolean): Typed | null {
    const typed = typedIn(form.current!)
    const errors = missingIn(mode, typed, byPassword, t)
    if (Object.keys(errors).length === 0) return typed
    setFaults({ errors, text: null })
    return null
  }

  async function send(): Promise<void> {
    const typed = read(false)
    if (typed === null) return
    // Where there are too many, the code that was sent before is still good.
    const answer = await ask(() => sendCall(mode, typed, next), 'too_many_codes', typed)
    if (answer === null) return
    // The call has spent the pass.
    passedId.set(null)
    setSent(typed)
  }

  async function byPassword(): Promise<void> {
    const typed = read(true)
    if (typed === null) return
    const { account, countryCode, password, keep } = typed
    const answer = await ask<SignedIn>(
      () =>
        call<typeof contract.signIn>('/auth/signIn', { account, countryCode, password, keep, next }, quiet),
      // The password was right, and a code is on its way.
      'code_wanted',
      typed,
    )
    if (answer !== null) void goOn(answer, true)
  }

  async function finish(): Promise<void> {
    const { code, password, keep, trust } = typedIn(form.current!)
    if (code.trim() === '') return setFaults({ errors: { code: t('problem.code_required') }, text: null })
    const answer = await ask(() =>
      isFactorWanted
        ? call<typeof factor.secondFactor>('/auth/secondFactor', { code, trust }, quiet)
        : finishCall(mode, { ...sent!, code, password, keep }, next),
    )
    if (answer !== null) void goOn(answer)
  }

  /** The whole document is loaded: nothing on it is a guest's any more. */
  async function goOn(answer: SignedIn, byPassword = false): Promise<void> {
    setBusy(true)
    running.current = true
    signedIn(answer)
    keepSent(mode, next, null)
    if (byPassword) await afterPassword()
    const joined = joinedText(answer.joined, t)
    if (joined !== null) tellNextPage(joined)
    // What has changed is said at the head of the page, also of the one that one is on.
    scrollTo(0, 0)
    void leave(new URL(answer.next, location.href))
  }

  function back(): void {
    setFaults({ errors: {}, text: null })
    setSent(null)
    setFactorWanted(false)
  }

  return { busy, ...faults, isCheckWanted, sent, isFactorWanted, send, byPassword, finish, back }
}

/** For whom a code was sent, also after the tab was dropped; null before. */
function useSent(mode: AuthMode, next: string): [Typed | null, (typed: Typed | null) => void] {
  const [sent, set] = useState<Typed | null>(null)
  // After the first render, which is the server's.
  useEffect(() => set(keptSent(mode, next)), [mode, next])
  const setSent = (typed: Typed | null): void => {
    keepSent(mode, next, typed)
    set(typed)
  }
  return [sent, setSent]
}

const quiet = { quiet: true }

/** Lets other parts of the page do what goes only now; they see to it that nobody waits for long. */
async function afterPassword(): Promise<void> {
  const works: Promise<unknown>[] = []
  const detail = { until: (work: Promise<unknown>): void => void works.push(work) }
  document.dispatchEvent(new CustomEvent('violet:signed-in', { detail }))
  await Promise.allSettled(works)
}

/** The call that ends a form's first step. */
function sendCall(
  mode: AuthMode,
  { account, countryCode, verifyId }: Typed,
  next: string,
): Promise<Result<unknown, Failure>> {
  const who = { account, countryCode, verifyId }
  return mode === 'forget'
    ? call<typeof contract.forget>('/auth/forget', who, quiet)
    : call<typeof contract.sendCode>('/auth/sendCode', { ...who, purpose: mode, next }, quiet)
}

/** The call that ends a form's second step. */
function finishCall(
  mode: AuthMode,
  { account, countryCode, code, password, firstName, lastName, keep }: Typed,
  next: string,
): Promise<Result<SignedIn, Failure>> {
  const who = { account, countryCode, code }
  switch (mode) {
    case 'signIn':
      return call<typeof contract.signIn>('/auth/signIn', { ...who, keep, next }, quiet)
    case 'signUp':
      return call<typeof contract.signUp>(
        '/auth/signUp',
        { ...who, password, firstName, lastName, keep, next },
        quiet,
      )
    case 'forget':
      return call<typeof contract.resetPassword>('/auth/resetPassword', { ...who, password }, quiet)
  }
}
