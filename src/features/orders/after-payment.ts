import type { PaymentView } from '#features/payments/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'

/** Where the shopper goes next: to the provider, or back to the order. */
export function afterPayment(
  { shop, langPath, origin }: Pick<Ctx, 'shop' | 'langPath' | 'origin'>,
  order: string,
  { state, redirect }: PaymentView,
): string {
  const links = linksFor(shop.router, langPath)
  switch (state) {
    case 'open':
      if (redirect === null) return links.order(order)
      // A URL of our own stays relative, whichever name of the shop was typed.
      return redirect.startsWith(`${origin}/`) ? redirect.slice(origin.length) : redirect
    case 'paid':
    case 'deciding':
    case 'offline':
      return links.thankYou(order)
    case 'none':
    case 'failed':
    case 'cancelled':
      return links.order(order)
  }
}
