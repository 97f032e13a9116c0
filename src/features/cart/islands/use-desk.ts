import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '#platform/browser/call.ts'
import { cartCount } from '#platform/browser/stores.ts'
import type {
  addToCart,
  CartView,
  listCart,
  moveToCart,
  removeCartLines,
  saveForLater,
  selectCartLines,
  updateCartLine,
} from '../contract.ts'
import { createDesk, type Desk, type DeskState, type Outcome, type Wish } from './desk.ts'

/** Heard on the live channel. */
export interface CartNews {
  /** ms since 1970: distinguishes one piece of news from the next. */
  at: number
  /** The note at a line whose price has changed; `{from}` is the old price. */
  line: string
}

/** A desk for the cart on the screen, updated by other tabs and other parts of the page. */
export function useDesk(view: CartView, news?: CartNews): [state: DeskState, desk: Desk] {
  const [desk] = useState(() => createDesk(view, send))
  const state = useSyncExternalStore(desk.subscribe, desk.state, desk.state)
  useEffect(
    () =>
      cartCount.listen((count) => {
        const { view: known, pending } = desk.state()
        if (!pending && count !== known.count) desk.wish({ kind: 'refresh' })
      }),
    [desk],
  )
  useEffect(() => {
    const reconnect = (): void => {
      if (desk.state().isLost) desk.wish({ kind: 'refresh' })
    }
    addEventListener('online', reconnect)
    return () => removeEventListener('online', reconnect)
  }, [desk])
  const before = useRef(view)
  useEffect(() => {
    if (!news) return
    before.current = desk.state().view
    desk.wish({ kind: 'refresh' })
  }, [desk, news])
  useEffect(() => {
    if (!news || state.view === before.current) return
    for (const line of dearerOrCheaper(before.current, state.view))
      desk.note(line.id, news.line.replace('{from}', line.price))
    before.current = state.view
  }, [desk, news, state.view])
  return [state, desk]
}

/** The old lines of those whose price has changed. */
function dearerOrCheaper(before: CartView, now: CartView): CartView['lines'] {
  const prices = new Map(now.lines.map(({ id, price }) => [id, price]))
  return before.lines.filter(({ id, price }) => (prices.get(id) ?? price) !== price)
}

async function send(wish: Wish): Promise<Outcome> {
  return wish.kind === 'other' ? wish.send() : outcomeOf(await ask(wish))
}

export function outcomeOf(result: Asked): Outcome {
  if (result.ok) return { ok: true, view: result.value }
  const { msg, isLost } = result.problem
  return { ok: false, text: msg, isLost }
}

type Asked = { ok: true; value: CartView } | { ok: false; problem: { msg: string; isLost: boolean } }

// Refusals are shown at their line, not in a toast.
export const quiet = { quiet: true }

async function ask(wish: Exclude<Wish, { kind: 'other' }>): Promise<Asked> {
  switch (wish.kind) {
    case 'quantity':
      return call<typeof updateCartLine>('/cart/update', { line: wish.line, quantity: wish.quantity }, quiet)
    case 'select':
      return call<typeof selectCartLines>('/cart/select', { lines: [...wish.lines], on: wish.on }, quiet)
    case 'remove':
      return wish.saves
        ? call<typeof saveForLater>('/cart/saveForLater', { line: wish.line.id }, quiet)
        : call<typeof removeCartLines>('/cart/remove', { lines: [wish.line.id] }, quiet)
    case 'restore': {
      const { sku, quantity } = wish.line
      if (wish.saves) return call<typeof moveToCart>('/cart/moveToCart', { sku }, quiet)
      const added = await call<typeof addToCart>('/cart/add', { sku, quantity }, quiet)
      // The quick answer does not include which coupons are better now.
      return added.ok ? call<typeof listCart>('/cart/list', {}, quiet) : added
    }
    case 'refresh':
      return call<typeof listCart>('/cart/list', {}, quiet)
  }
}
