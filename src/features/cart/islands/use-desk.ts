import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '#platform/browser/call.ts'
import { cartCount } from '#platform/browser/stores.ts'
import type {
  addToCart,
  CartView,
  listCart,
  removeCartLines,
  selectCartLines,
  updateCartLine,
} from '../contract.ts'
import { createDesk, type Desk, type DeskState, type Outcome, type Wish } from './desk.ts'

/** A desk for the cart on the screen, kept in step with what other tabs and other parts of the page do to it. */
export function useDesk(view: CartView): [state: DeskState, desk: Desk] {
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
  return [state, desk]
}

async function send(wish: Wish): Promise<Outcome> {
  const result = await ask(wish)
  return result.ok ? { ok: true, view: result.value } : { ok: false, text: result.problem.msg }
}

type Asked = { ok: true; value: CartView } | { ok: false; problem: { msg: string } }

// Refusals are shown beside the line that they are about, not in a toast.
const quiet = { quiet: true }

function ask(wish: Wish): Promise<Asked> {
  switch (wish.kind) {
    case 'quantity':
      return call<typeof updateCartLine>('/cart/update', { line: wish.line, quantity: wish.quantity }, quiet)
    case 'select':
      return call<typeof selectCartLines>('/cart/select', { lines: [...wish.lines], on: wish.on }, quiet)
    case 'remove':
      return call<typeof removeCartLines>('/cart/remove', { lines: [wish.line.id] }, quiet)
    case 'restore':
      return call<typeof addToCart>('/cart/add', { sku: wish.line.sku, quantity: wish.line.quantity }, quiet)
    case 'refresh':
      return call<typeof listCart>('/cart/list', {}, quiet)
  }
}
