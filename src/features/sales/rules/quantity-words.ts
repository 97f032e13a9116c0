import { checkQuantity, fitting, type LineTrouble, type Supply } from '#domain/cart.ts'
import type { QuantityRule } from '#domain/quantity/quantity-rule.ts'
import { problemText } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'

/** In which quantities something is sold, in the visitor's words; empty where in any. The maximum is said at its reach. */
export function quantityHint({ minQuantity, quantityStep }: QuantityRule, { t }: Pick<Ctx, 't'>): string {
  return [
    ...(minQuantity > quantityStep
      ? [problemText({ name: 'quantity_minimum', details: { minimum: minQuantity } }, t)]
      : []),
    ...(quantityStep > 1 ? [problemText({ name: 'quantity_step', details: { step: quantityStep } }, t)] : []),
  ].join(' ')
}

/** Why a line's quantity is none that is sold. */
export function quantityFault(quantity: number, supply: Supply, ctx: Pick<Ctx, 't' | 'shop'>): string {
  const allowed = checkQuantity(quantity, supply, ctx.shop.shop.maxQuantityPerLine)
  return allowed.ok ? '' : problemText(allowed.problem, ctx.t)
}

/** The quantity that a line can be bought in instead, with the words of its button; null where in none. */
export function mendOf(
  { quantity, supply, trouble }: { quantity: number; supply: Supply; trouble: LineTrouble | null },
  { t, shop }: Pick<Ctx, 't' | 'shop'>,
): { quantity: number; button: string } | null {
  const units = fitting(quantity, supply, shop.shop.maxQuantityPerLine)
  if (trouble === null || units === 0) return null
  return {
    quantity: units,
    button:
      trouble === 'quantity'
        ? t('cart.set_quantity', { quantity: units })
        : t('cart.take_available', { available: units }),
  }
}
