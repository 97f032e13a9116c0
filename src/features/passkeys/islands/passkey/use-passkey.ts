import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { joinedText } from '#features/account/parts/joined-text.ts'
import type { Translate } from '#i18n/t.ts'
import { wait } from '#platform/browser/dom.ts'
import { leave } from '#platform/browser/place.ts'
import { signedIn, tellNextPage } from '#platform/browser/sign-in.ts'
import type { Output } from '#wire/endpoint.ts'
import type { passkeyFinish } from '../../contract.ts'
import { makePasskey, signInByPasskey, type Outcome } from '../ceremony.ts'
import type { PasskeyKey } from '../../parts/passkey-texts.ts'

/** Milliseconds after which what is offered is asked for anew: a challenge is good for five minutes. */
const renewAfter = 240_000
/** Milliseconds that somebody who has signed in waits at most for the browser to make a passkey by itself. */
const patience = 1_500

export interface PasskeyWay {
  busy: boolean
  text: string | null
  /** Has the browser ask for a passkey at once. */
  ask: () => void
}

export function usePasskey(
  root: RefObject<HTMLElement | null>,
  { next, keeps, factor, t }: { next: string; keeps: boolean; factor: string; t: Translate<PasskeyKey> },
): PasskeyWay {
  const [busy, setBusy] = useState(false)
  const [text, setText] = useState<string | null>(null)
  /** Counts what was begun: an answer to something earlier is not acted on any more. */
  const turn = useRef(0)

  /** The form beside it may have the box "remember this device". */
  const given = (): { keep: 'on' | 'off'; next: string } => {
    const box = root.current?.parentElement
      ?.closest('.auth')
      ?.querySelector<HTMLInputElement>('[type=checkbox][name=keep]')
    return { keep: (box?.checked ?? keeps) ? 'on' : 'off', next }
  }

  const offer = async (): Promise<void> => {
    const own = (turn.current += 1)
    if (!(await browserSupportsWebAuthnAutofill()) || own !== turn.current) return
    const timer = setTimeout(() => whenSeen(() => own === turn.current && void offer()), renewAfter)
    const outcome = await signInByPasskey('offer', given)
    clearTimeout(timer)
    if (own === turn.current) settle(outcome)
  }

  const ask = async (): Promise<void> => {
    const own = (turn.current += 1)
    setBusy(true)
    setText(null)
    const outcome = await signInByPasskey('ask', given)
    if (own !== turn.current) return
    setBusy(false)
    if (outcome.kind === 'stopped') {
      setText(t('passkey.not_used'))
      void offer()
    } else settle(outcome)
  }

  function settle(outcome: Outcome<Output<typeof passkeyFinish>>): void {
    if (outcome.kind === 'done') void goOn(outcome.value)
    // It was only touched: the sign-in waits in this browser, with the way back.
    else if (outcome.kind === 'refused' && outcome.failure.problem === 'second_factor_wanted') {
      setBusy(true)
      void leave(new URL(factor, location.href))
    } else if (outcome.kind === 'refused') {
      setText(outcome.failure.msg)
      void offer()
    }
  }

  /** The whole document is loaded: nothing on it is a guest's any more. */
  async function goOn(answer: Output<typeof passkeyFinish>): Promise<void> {
    setBusy(true)
    signedIn(answer)
    const joined = joinedText(answer.joined, t)
    if (joined !== null) tellNextPage(joined)
    await leave(new URL(answer.next, location.href))
  }

  useEffect(() => {
    if (!browserSupportsWebAuthn()) return
    void offer()
    const upgrade = (event: Event): void => {
      turn.current += 1
      const { until } = (event as CustomEvent<{ until: (work: Promise<unknown>) => void }>).detail
      until(Promise.race([makeSilently(), wait(patience)]))
    }
    document.addEventListener('violet:signed-in', upgrade)
    return () => {
      turn.current += 1
      document.removeEventListener('violet:signed-in', upgrade)
      WebAuthnAbortService.cancelCeremony()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as long as it is on the page
  }, [])

  return { busy, text, ask: () => void ask() }
}

/**
 * After a sign-in by password: browsers that stored it may make a passkey in its place, without asking. All others do
 * nothing.
 */
async function makeSilently(): Promise<void> {
  const can = await PublicKeyCredential.getClientCapabilities?.().catch(() => null)
  if (can?.['conditionalCreate'] === true) await makePasskey(true)
}

/** At once, or when the page is looked at again. */
function whenSeen(act: () => void): void {
  if (document.hidden) document.addEventListener('visibilitychange', act, { once: true })
  else act()
}
