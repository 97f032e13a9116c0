import type { Result } from '#domain/result.ts'
import type { Address, Contact } from '#features/postal/contract.ts'
import type { CheckoutView } from '../contract.ts'

/*
 * What the parts of one checkout page share: the checkout as the server last said it, and what is still on its way
 * there. One question at a time, in the order of the shopper's wishes; what is typed meanwhile goes in one.
 */

/** Groups that were typed in, whole; what is absent stays as it is. */
export interface Draft {
  contact?: Contact
  address?: Address
  billing?: Address | null
  note?: string
}

export interface DeskState {
  readonly view: CheckoutView
  /** Something is on its way: sums are not what they will be. */
  readonly pending: boolean
  /** What was typed: `failed` is tried again. */
  readonly saving: 'idle' | 'saving' | 'saved' | 'failed'
}

export interface Refusal {
  readonly name: string | null
  /** In the visitor's language. */
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
}

export type Answer<T> = Result<T, Refusal>

/** Asks the server. */
export interface Wire {
  save(draft: Draft): Promise<Answer<CheckoutView>>
  /** Nothing was heard of the server: the same may be asked again. */
  isLost(refusal: Refusal): boolean
}

export interface Desk {
  state(): DeskState
  subscribe(listener: () => void): () => void
  /** Keeps what was typed, soon. */
  type(draft: Draft): void
  /** Sends what was typed at once; true when the server has all of it. */
  flush(): Promise<boolean>
  /** Asks for a change after all that was asked before; the checkout that comes back is shown everywhere. */
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

  function ask<T>(
    question: () => Promise<Answer<T>>,
    viewOf: (value: T) => CheckoutView | null = () => null,
  ): Promise<Answer<T>> {
    waiting += 1
    change({ pending: true })
    const turn = queue.then(question).then((answer) => {
      const view = answer.ok ? viewOf(answer.value) : null
      change(view === null ? {} : { view })
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
    const sent = draft
    draft = null
    const answer = await ask(
      () => wire.save(sent),
      (view) => view,
    )
    if (answer.ok || !wire.isLost(answer.problem)) {
      if (draft === null) change({ saving: answer.ok ? 'saved' : 'failed' })
      return answer.ok
    }
    // Typed since then is newer.
    draft = { ...sent, ...(draft as Draft | null) }
    change({ saving: 'failed' })
    timer = setTimeout(() => void flush(), again)
    return false
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type,
    flush,
    ask,
  }
}
