import { amountIn } from '#domain/promotion.ts'
import type { Quote } from '#domain/quote.ts'
import { formatMoney } from '#i18n/format.ts'
import { problemText } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'

type Goods = Pick<Quote, 'subtotal' | 'discount'>
type Asking = Pick<Ctx, 'shop' | 'currency' | 'lang'>

/** The least that goods have to come to, and how much is missing; null where nothing is. */
export function missingToMinimum(
  { subtotal, discount }: Goods,
  { shop: { sales, shop }, currency, lang }: Asking,
): { minimum: string; missing: string } | null {
  const minimum = sales.minimumOrder === null ? 0 : (amountIn(sales.minimumOrder, currency, shop) ?? 0)
  const goods = subtotal - discount
  if (goods >= minimum) return null
  return {
    minimum: formatMoney(minimum, currency, lang),
    missing: formatMoney(minimum - goods, currency, lang),
  }
}

/** The same as a sentence, for whoever is not at the last button yet. */
export function minimumText(goods: Goods, ctx: Asking & Pick<Ctx, 't'>): string | null {
  const details = missingToMinimum(goods, ctx)
  return details === null ? null : problemText({ name: 'below_minimum_order', details }, ctx.t)
}
