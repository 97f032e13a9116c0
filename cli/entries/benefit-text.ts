import { amountText } from '#domain/money.ts'
import type { Amounts, Benefit, Conditions } from '#domain/promotion.ts'

/** "10% from 50.00 USD", for a list. */
export function benefitText(
  { benefit, conditions }: { benefit: Benefit; conditions: Conditions },
  base: string,
): string {
  const { minimumAmount, minimumQuantity, firstOrder } = conditions
  const limits = conditions.products.length + conditions.categories.length + conditions.collections.length
  return [
    wordsOf(benefit, base),
    ...(minimumAmount === undefined ? [] : [`from ${amount(minimumAmount, base)}`]),
    ...(minimumQuantity === undefined ? [] : [`from ${minimumQuantity} units`]),
    ...(limits > 0 ? ['of some goods'] : []),
    ...(firstOrder ? ['first order'] : []),
  ].join(', ')
}

function wordsOf(benefit: Benefit, base: string): string {
  switch (benefit.kind) {
    case 'percent':
      return `${benefit.percent}%`
    case 'amount':
      return amount(benefit.amounts, base)
    case 'fixed-price':
      return `${amount(benefit.amounts, base)} each`
    case 'free-shipping':
      return 'free shipping'
    case 'buy-get':
      return `buy ${benefit.buy}, get ${benefit.get} at ${benefit.percent}% off`
    case 'tiered':
      return benefit.steps.map(({ quantity, percent }) => `${percent}% from ${quantity}`).join(', ')
  }
}

/** In the base currency, which every offer has; in another where an older shop had one. */
function amount(amounts: Amounts, base: string): string {
  const currency = Object.hasOwn(amounts, base) ? base : (Object.keys(amounts)[0] ?? base)
  return `${amountText(amounts[currency] ?? 0, currency)} ${currency}`
}
