import { useEffect, useRef, useState, type RefObject } from 'react'
import { joinedText } from '#features/account/parts/joined-text.ts'
import type { Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { emit } from '#platform/browser/dom.ts'
import { leave } from '#platform/browser/place.ts'
import { signedIn, tellNextPage } from '#platform/browser/sign-in.ts'
import { live } from '#platform/browser/stores.ts'
import type { Json } from '#wire/page.ts'
import type { Output } from '#wire/endpoint.ts'
import type * as contract from '../../contract.ts'
import type { QrKey } from './texts.ts'

/** ms between two polls; the server takes no more. */
const pause = 2_000

/** What every code that is shown has. */
interface Code {
  /** Null: one that is shown for its looks, and never polled for. */
  ticket: string | null
  svg: string
  /** The key for the live channel. */
  watch: string
}

export type Shown =
  | { at: 'idle'; fault: string | null }
  | { at: 'loading' }
  | ({ at: 'created' | 'scanned' } & Code)
  | { at: 'over'; isRefused: boolean }
  | { at: 'done' }

interface QrOptions {
  first: Shown
  next: string
  /** The page that takes the code of the second factor. */
  factor: string
  /** The box "Remember this device". */
  keep: RefObject<HTMLInputElement | null>
  t: Translate<QrKey>
}

/** The code, and what becomes of it: by polling, and sooner where the live channel has news. */
export function useQr({ first, next, factor, keep: box, t }: QrOptions): { shown: Shown; begin: () => void } {
  const [shown, show] = useState(first)
  const running = useRef(false)
  const ticket = 'ticket' in shown ? shown.ticket : null

  async function begin(): Promise<void> {
    if (running.current) return
    running.current = true
    show({ at: 'loading' })
    const answer = await call<typeof contract.qrCreate>('/auth/qrCreate', {}, quiet)
    running.current = false
    if (!answer.ok) return show({ at: 'idle', fault: answer.problem.msg })
    const { ticket: made, svg, watch } = answer.value
    show({ at: 'created', ticket: made, svg, watch })
  }

  useEffect(() => {
    // What the page watches has changed.
    if (ticket !== null) emit(document, 'violet:watch', {})
  }, [ticket])

  useEffect(() => {
    if (ticket === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    let isOver = false
    // Never given up once it is sent: its answer may be the one that signs in.
    const poll = async (): Promise<void> => {
      clearTimeout(timer)
      if (isAsking || isOver) return
      isAsking = true
      const keep = box.current?.checked === false ? 'off' : 'on'
      const answer = await call<typeof contract.qrStatus>('/auth/qrStatus', { ticket, keep, next }, quiet)
      isAsking = false
      if (isOver) return
      if (!answer.ok) {
        const { problem, code, msg } = answer.problem
        if (problem === 'second_factor_wanted') return wantFactor()
        if (!passing.has(problem) && code < 500) return show({ at: 'idle', fault: msg })
        timer = setTimeout(() => void poll(), pause)
        return
      }
      const { state, signedIn: done } = answer.value
      if (done !== null) goOn(done)
      else if (state === 'created' || state === 'scanned') {
        show((before) => ('ticket' in before && before.at !== state ? { ...before, at: state } : before))
        timer = setTimeout(() => void poll(), pause)
      } else show({ at: 'over', isRefused: state === 'refused' })
    }
    timer = setTimeout(() => void poll(), pause)
    const deaf = live.listen(({ lastMessage }) => {
      if (isNews(lastMessage)) void poll()
    })
    return () => {
      isOver = true
      deaf()
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- begins anew with each code
  }, [ticket])

  /** The sign-in waits in this browser, with the way back. */
  function wantFactor(): void {
    show({ at: 'done' })
    void leave(new URL(factor, location.href))
  }

  /** The whole document is loaded: nothing on it is a guest's any more. */
  function goOn(done: NonNullable<Output<typeof contract.qrStatus>['signedIn']>): void {
    show({ at: 'done' })
    signedIn(done)
    const joined = joinedText(done.joined, t)
    if (joined !== null) tellNextPage(joined)
    void leave(new URL(done.next, location.href))
  }

  return { shown, begin: () => void begin() }
}

/** The live channel has announced that a code was scanned or confirmed. */
function isNews(message: Json): boolean {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : null
  return typeof type === 'string' && type.startsWith('qr.')
}

const quiet = { quiet: true }
/** Failures after which the next poll may be answered: of being too quick, of the network and of the server. */
const passing = new Set<string | null>([null, 'too_many_requests'])
