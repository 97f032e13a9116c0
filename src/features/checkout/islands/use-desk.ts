import { useEffect, useState, useSyncExternalStore } from 'react'
import { call, type Failure } from '#platform/browser/call.ts'
import type { Result } from '#domain/result.ts'
import type { CheckoutView, saveInformation } from '../contract.ts'
import { createDesk, type Answer, type Desk, type DeskState } from './desk.ts'

/** The page's own desk: it disappears with the page. */
const desks = new WeakMap<Element, Desk>()

/** Marks the page whose parts share one desk. */
const place = '[data-checkout]'

/** The desk of this page; until its first answer, the server's rendering is shown. */
export function useDesk(view: CheckoutView): [state: DeskState, desk: Desk] {
  const [desk] = useState(() => deskOf(view))
  const [atFirst] = useState<DeskState>({ view, pending: false, saving: 'idle' })
  const state = useSyncExternalStore(desk.subscribe, desk.state, () => atFirst)
  useEffect(() => {
    // The page may be gone before the next key would have been.
    const leave = (): void => void desk.flush()
    addEventListener('pagehide', leave)
    document.addEventListener('violet:visit', leave)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('violet:visit', leave)
    }
  }, [desk])
  return [state, desk]
}

function deskOf(view: CheckoutView): Desk {
  const { slug } = view
  const desk = (): Desk =>
    createDesk(view, {
      save: async (draft) =>
        answerOf(await call<typeof saveInformation>('/checkout/information', { slug, ...draft }, quiet)),
      isLost: ({ name }) => name === null,
    })
  const page = 'document' in globalThis ? document.querySelector(place) : null
  if (page === null) return desk()
  const own = desks.get(page) ?? desk()
  desks.set(page, own)
  return own
}

/** Refusals are shown at their subject. */
export const quiet = { quiet: true }

/** A call's answer in the desk's form. */
export function answerOf<T>(result: Result<T, Failure>): Answer<T> {
  if (result.ok) return result
  const { problem, msg, fields } = result.problem
  return { ok: false, problem: { name: problem, text: msg, fields } }
}
