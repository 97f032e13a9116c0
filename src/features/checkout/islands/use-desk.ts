import { useEffect, useState, useSyncExternalStore } from 'react'
import { call, type Failure } from '#platform/browser/call.ts'
import type { Result } from '#domain/result.ts'
import type { ProblemName } from '#wire/problems.ts'
import type { CheckoutView, saveInformation } from '../contract.ts'
import { createDesk, type Answer, type Desk, type DeskState } from './desk.ts'

/** Refusals of a shop that is busy. */
const passing: ReadonlySet<string> = new Set<ProblemName>(['too_slow', 'slow_request', 'unavailable'])

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
    const leave = (): void => desk.leave()
    const follow = (event: MouseEvent): void => followAfter(desk, event)
    addEventListener('pagehide', leave)
    document.addEventListener('click', follow, true)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('click', follow, true)
    }
  }, [desk])
  return [state, desk]
}

/** ms. A link is not followed later than this, whatever became of the typed values. */
const longestWait = 3_000

/** The next page may read the checkout (it is the same one in another language): typed values have to be there. */
function followAfter(desk: Desk, event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (desk.state().saving !== 'saving' || following.has(desk)) return
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== location.origin || link.target || link.hash) return
  if (defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
  following.add(desk)
  const late = new Promise((resolve) => setTimeout(resolve, longestWait))
  void Promise.race([desk.flush(), late]).then(() => {
    link.click()
    following.delete(desk)
  })
}

/** Desks whose page is being left. */
const following = new WeakSet<Desk>()

function deskOf(view: CheckoutView): Desk {
  const { slug } = view
  const desk = (): Desk =>
    createDesk(view, {
      save: async (draft) =>
        answerOf(await call<typeof saveInformation>('/checkout/information', { slug, ...draft }, quiet)),
      isLost: ({ name }) => name === null || passing.has(name),
      // The page of a checkout that is an order leads to it.
      leave: () => location.reload(),
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
