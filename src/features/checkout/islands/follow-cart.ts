import { call } from '#platform/browser/call.ts'
import { cartCount, live } from '#platform/browser/stores.ts'
import type { checkoutDetail } from '../contract.ts'
import type { Desk } from './desk.ts'
import { answerOf, quiet } from './use-desk.ts'

/**
 * Asks for the checkout again when another tab or device has changed the cart, and leaves it when nothing is left of
 * it. Returns how to stop.
 */
export function followCart(desk: Desk, cart: string): () => void {
  let isLooking = false
  let isOld = false
  let heard = live.get().lastMessage

  async function look(): Promise<void> {
    isOld = true
    if (isLooking) return
    isLooking = true
    while (isOld) {
      isOld = false
      const { slug } = desk.state().view
      const answer = await desk.ask(
        async () => answerOf(await call<typeof checkoutDetail>('/checkout/detail', { slug }, quiet)),
        (value) => value,
      )
      if (answer.ok && answer.value.lines.length === 0) location.assign(cart)
    }
    isLooking = false
  }

  const stops = [
    cartCount.listen(() => void look()),
    live.listen(({ lastMessage }) => {
      if (lastMessage === heard) return
      heard = lastMessage
      if ((lastMessage as { type?: string } | null)?.type === 'cart.changed') void look()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
