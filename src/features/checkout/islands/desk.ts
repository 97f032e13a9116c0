import type { Result } from '#domain/result.ts'
import type { Address, Contact } from '#features/postal/contract.ts'
import type { CheckoutView } from '../contract.ts'

/*
 * State shared by the parts of one checkout page: the server's last view, and pending changes. One call at a time, in
 * the order of the shopper's actions; text typed meanwhile is sent in one call.
 */

/** Groups with typed values, whole; absent ones stay as they are. */
export interface Draft {
  contact?: Contact
  address?: Address
  billing?: Address | null
  note?: string
  /** The address goes into the customer's book as well. */
  keep?: 'on'
}

export interface DeskState {
  readonly view: CheckoutView
  /** Something is being sent: the sums may change. */
  readonly pending: boolean
  /** State of the typed values: `failed` is tried again. */
  readonly saving: 'idle' | 'saving' | 'saved' | 'failed'
}

export interface Refusal {
  readonly name: string | null
  /** In the visitor's language. */
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
}

export type Answer<T> = Result<T, Refusal>

/** Sends a call. */
export interface Wire {
  save(draft: Draft): Promise<Answer<CheckoutView>>
  /** No answer came, or none about what was sent: the same call may succeed in a while. */
  isLost(refusal: Refusal): boolean
  /** The checkout has become an order, in another tab it may be: nothing can be changed here any more. */
  leave(): void
}

export interface Desk {
  state(): DeskState
  subscribe(listener: () => void): () => void
  /** Stores typed values, soon. */
  type(draft: Draft): void
  /** Sends typed values at once; true when the server has all of them. */
  flush(): Promise<boolean>
  /** The page goes: sends typed values without waiting for earlier calls, whose answers it will not live to see. */
  leave(): void
  /** Sends a change after all earlier ones; the returned checkout is shown everywhere. */
  ask<T>(question: () => Promise<Answer<T>>, viewOf?: (value: T) => CheckoutView | null): Promise<Answer<T>>
}

/** ms without a key after which typing is sent. */
const pause = 500
/** ms after which typing that did not arrive is sent again. */
const again = 4_000

export function createDesk(first: CheckoutView, wire: Wire): Desk {
  let state: DeskState = { view: first, pending: false, saving: 'idle' }
  let draft: Draft | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const listeners = new Set<() => void>()

  const change = (part: Partial<DeskState>): void => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  // What was said of the cart stays said: the next answer knows nothing of it.
  const show = (view: CheckoutView): void =>
    change({ view: { ...view, changes: [...state.view.changes, ...view.changes] } })

  function ask<T>(
    question: () => Promise<Answer<T>>,
    viewOf: (value: T) => CheckoutView | null = () => null,
  ): Promise<Answer<T>> {
    waiting += 1
    change({ pending: true })
    const turn = queue.then(question).then((answer) => {
      const view = answer.ok ? viewOf(answer.value) : null
      if (view === null) change({})
      else show(view)
      if (!answer.ok && answer.problem.name === 'checkout_done') wire.leave()
      return answer
    })
    queue = turn
      .catch(() => {})
      .then(() => {
        waiting -= 1
        if (waiting === 0) change({ pending: false })
      })
    return turn
  }

  function type(part: Draft): void {
    draft = { ...draft, ...part }
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), pause)
    if (state.saving !== 'saving') change({ saving: 'saving' })
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (draft === null) {
      await queue
      return state.saving !== 'failed'
    }
    // Taken when its turn has come: until then it is there for `leave`.
    let sent: Draft | null = null
    const answer = await ask(
      () => {
        sent = draft
        draft = null
        return sent === null ? Promise.resolve({ ok: true, value: state.view }) : wire.save(sent)
      },
      (view) => (sent === null ? null : view),
    )
    if (answer.ok) {
      if (draft === null) change({ saving: 'saved' })
      return true
    }
    // What is refused stays unsent only until the next key or press.
    keepUnsent(sent, answer.problem)
    return false
  }

  function keepUnsent(sent: Draft | null, problem: Refusal): void {
    // Typed since then is newer.
    draft = { ...sent, ...draft }
    change({ saving: 'failed' })
    if (wire.isLost(problem)) timer = setTimeout(() => void flush(), again)
  }

  function leave(): void {
    clearTimeout(timer)
    const sent = draft
    if (sent === null) return
    draft = null
    // A page that comes back from the browser's cache shows what became of it.
    void wire.save(sent).then((answer) => {
      if (!answer.ok) return keepUnsent(sent, answer.problem)
      show(answer.value)
      if (draft === null) change({ saving: 'saved' })
    })
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type,
    flush,
    leave,
    ask,
  }
}
