import type { CartLine, CartView } from '../contract.ts'

/*
 * The cart on the screen: the server's last answer with the shopper's wishes applied to it. A wish shows at once. It
 * is sent after the answer to the one before it, and replaced by a later wish for the same line. So quick clicks
 * result in the last wish, answers never overtake each other, and sums are always the server's.
 */

export type Wish =
  | { kind: 'quantity'; line: number; quantity: number }
  | { kind: 'select'; lines: readonly number[]; on: boolean }
  /** `saves`: it is set aside for later. */
  | { kind: 'remove'; line: CartLine; saves?: boolean }
  /** Puts removed lines back. */
  | { kind: 'restore'; line: CartLine; saves?: boolean }
  /**
   * Any other change; of waiting ones with the same key only the last is sent. `refused` shows the reason in its
   * place.
   */
  | { kind: 'other'; key: string; send: () => Promise<Outcome>; refused?: (text: string) => void }
  | { kind: 'refresh' }

/** The server's answer to a wish; a refusal has the reason in the visitor's language. */
export type Outcome =
  | { ok: true; view: CartView }
  /** `isLost`: not by the server; there was no connection. */
  | { ok: false; text: string; isLost?: boolean }

export interface DeskState {
  /** As the server last said. */
  view: CartView
  /** As the shopper wishes it. */
  lines: readonly CartLine[]
  /** Something is on its way: sums may be old. */
  pending: boolean
  /** Line → why its last wish was refused. */
  notes: ReadonlyMap<number, string>
  /** Why the last wish was refused, where it was about no line on the screen. */
  failure: string | null
  /** The last wish never arrived. It is over with the next answer. */
  isLost: boolean
  /** The lines removed last, which can be put back in their place. */
  removed: { line: CartLine; place: number; saves: boolean } | null
  /** Incremented by each answer that changed something: when to notify a screen reader. */
  answers: number
}

export interface Desk {
  state(): DeskState
  subscribe(listener: () => void): () => void
  wish(wish: Wish): void
  /** Restarts with an answer that came by another way. */
  accept(view: CartView): void
  note(line: number, text: string): void
  /** Takes the offer to put a line back off the screen. */
  forgetRemoved(): void
}

export function createDesk(first: CartView, send: (wish: Wish) => Promise<Outcome>): Desk {
  let order = first.lines.map(({ sku }) => sku)
  let sent: Wish | null = null
  let waiting: readonly Wish[] = []
  let working = false
  const listeners = new Set<() => void>()
  let state: DeskState = {
    view: first,
    lines: first.lines,
    pending: false,
    notes: new Map(),
    failure: null,
    isLost: false,
    removed: null,
    answers: 0,
  }

  function change(part: Partial<DeskState>): void {
    const next = { ...state, ...part }
    const wishes = sent === null ? waiting : [sent, ...waiting]
    state = {
      ...next,
      pending: wishes.length > 0,
      lines: inOrder(wishes.reduce(laidOver, next.view.lines), order),
    }
    for (const listener of listeners) listener()
  }

  async function work(): Promise<void> {
    if (working) return
    working = true
    for (let wish = waiting[0]; wish !== undefined; wish = waiting[0]) {
      waiting = waiting.slice(1)
      sent = wish
      const outcome = await send(wish)
      sent = null
      if (outcome.ok) answered(outcome.view)
      else if (outcome.isLost === true) change(lossOf(state, wish, outcome.text))
      else refuse(wish, outcome.text)
    }
    working = false
  }

  function answered(view: CartView): void {
    const known = new Set(order)
    // Lines added elsewhere come first; the others keep their place, even after removal and return.
    order = [...view.lines.map(({ sku }) => sku).filter((sku) => !known.has(sku)), ...order]
    change({
      view: { ...view, more: view.more ?? state.view.more },
      answers: state.answers + 1,
      ...(state.isLost ? { failure: null, isLost: false } : {}),
    })
  }

  function refuse(wish: Wish, text: string): void {
    const line = lineOf(wish)
    const notes = new Map(state.notes)
    if (line !== null) notes.set(line, text)
    if (wish.kind === 'other') wish.refused?.(text)
    const isShown = line !== null || (wish.kind === 'other' && wish.refused !== undefined)
    // The cart may have changed under the shopper's hands.
    if (wish.kind !== 'refresh')
      waiting = [...waiting.filter(({ kind }) => kind !== 'refresh'), { kind: 'refresh' }]
    change({
      notes,
      failure: isShown ? null : text,
      isLost: false,
      answers: state.answers + 1,
      ...(takesBack(state, wish) ? { removed: null } : {}),
    })
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    wish(wish) {
      const { removed } = state
      const part: Partial<DeskState> = wish.kind === 'refresh' ? {} : { failure: null }
      if (wish.kind === 'remove')
        part.removed = {
          line: wish.line,
          place: state.lines.findIndex(({ id }) => id === wish.line.id),
          saves: wish.saves === true,
        }
      if (wish.kind === 'restore') part.removed = null
      const line = lineOf(wish)
      if (line !== null && state.notes.has(line))
        part.notes = new Map([...state.notes].filter(([id]) => id !== line))
      // A removal that has not been sent is simply cancelled.
      const undone =
        wish.kind === 'restore' &&
        waiting.some((other) => other.kind === 'remove' && other.line.id === removed?.line.id)
      waiting = undone
        ? waiting.filter((other) => other.kind !== 'remove' || other.line.id !== wish.line.id)
        : joined(waiting, wish)
      change(part)
      void work()
    },
    accept(view) {
      order = view.lines.map(({ sku }) => sku)
      change({
        view,
        notes: new Map(),
        failure: null,
        isLost: false,
        removed: null,
        answers: state.answers + 1,
      })
    },
    note: (line, text) => change({ notes: new Map([...state.notes, [line, text]]) }),
    forgetRemoved: () => change({ removed: null }),
  }
}

/** Said once, whatever the wish was about: the connection is nothing of a line. */
function lossOf(state: DeskState, wish: Wish, text: string): Partial<DeskState> {
  return {
    failure: text,
    isLost: true,
    answers: state.answers + 1,
    ...(takesBack(state, wish) ? { removed: null } : {}),
  }
}

/** The line that could be put back was not removed. */
function takesBack({ removed }: DeskState, wish: Wish): boolean {
  return wish.kind === 'remove' && removed?.line.id === wish.line.id
}

/** The list with a wish added; wishes that it makes pointless are dropped. */
function joined(waiting: readonly Wish[], wish: Wish): Wish[] {
  const line = lineOf(wish)
  const pointless = (other: Wish): boolean => {
    if (other.kind === 'refresh') return wish.kind === 'refresh'
    if (other.kind === 'other') return wish.kind === 'other' && wish.key === other.key
    if (other.kind === 'select' && wish.kind === 'select')
      return other.lines.every((id) => wish.lines.includes(id))
    return (
      other.kind === 'quantity' && (wish.kind === 'quantity' || wish.kind === 'remove') && other.line === line
    )
  }
  return [...waiting.filter((other) => !pointless(other)), wish]
}

function lineOf(wish: Wish): number | null {
  if (wish.kind === 'quantity') return wish.line
  if (wish.kind === 'remove') return wish.line.id
  return wish.kind === 'select' && wish.lines.length === 1 ? wish.lines[0]! : null
}

function laidOver(lines: readonly CartLine[], wish: Wish): readonly CartLine[] {
  switch (wish.kind) {
    case 'quantity':
      return lines.map((line) => (line.id === wish.line ? { ...line, quantity: wish.quantity } : line))
    case 'select':
      return lines.map((line) => (wish.lines.includes(line.id) ? { ...line, selected: wish.on } : line))
    case 'remove':
      return lines.filter(({ id }) => id !== wish.line.id)
    case 'restore':
      return lines.some(({ sku }) => sku === wish.line.sku) ? lines : [wish.line, ...lines]
    case 'other':
    case 'refresh':
      return lines
  }
}

function inOrder(lines: readonly CartLine[], order: readonly string[]): readonly CartLine[] {
  return lines.toSorted((a, b) => order.indexOf(a.sku) - order.indexOf(b.sku))
}
