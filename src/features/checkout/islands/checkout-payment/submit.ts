import type { Result } from '#domain/result.ts'
import { call, type Failure } from '#platform/browser/call.ts'
import type { CallInput, Output } from '#wire/endpoint.ts'
import type { changeQuantity, checkoutDetail, submitCheckout } from '../../contract.ts'
import type { Desk } from '../desk.ts'
import { answerOf, quiet } from '../use-desk.ts'

type Submit = typeof submitCheckout

/**
 * Sends an order under one key for each wish: the same total with the same method, pressed again, is answered with
 * the order that it made.
 */
export function sendOnce(): (input: CallInput<Submit>) => Promise<Result<Output<Submit>, Failure>> {
  const page = `${Date.now()}-${Math.random()}`
  return (input) =>
    call<Submit>('/checkout/submit', input, {
      ...quiet,
      key: `${page} ${input.paymentMethod} ${input.total} ${String(input.terms)}`,
    })
}

/** Fetches the checkout as it is now. */
export async function refreshView(desk: Desk, slug: string): Promise<void> {
  await desk.ask(
    async () => answerOf(await call<typeof checkoutDetail>('/checkout/detail', { slug }, quiet)),
    (value) => value,
  )
}

/** Sets each line that cannot be bought as it is to what can be; true if nothing is left at all. */
export async function takeOutMissing(desk: Desk, slug: string): Promise<boolean> {
  for (const { sku, trouble, mend } of desk.state().view.lines) {
    if (trouble === null) continue
    const answer = await desk.ask(
      async () =>
        answerOf(
          await call<typeof changeQuantity>(
            '/checkout/line',
            { slug, sku, quantity: mend?.quantity ?? 0 },
            quiet,
          ),
        ),
      (view) => view,
    )
    if (!answer.ok && answer.problem.name === 'cart_empty') return true
  }
  return false
}
