import type { Money } from '#domain/money.ts'

/** A product on one day. */
export interface Condition {
  /** The lowest price; null where it has none in that currency. */
  price: Money | null
  inStock: boolean
}

export interface Changes {
  /** By how much the price is lower; null where it is not. */
  fellBy: Money | null
  isBack: boolean
}

/** What has become of a product since it was added. Prices in two currencies say nothing about each other. */
export function changesSince(then: Condition, now: Condition): Changes {
  return { fellBy: difference(then.price, now.price), isBack: !then.inStock && now.inStock }
}

function difference(then: Money | null, now: Money | null): Money | null {
  if (then === null || now === null || then.currency !== now.currency) return null
  return now.amount < then.amount ? { amount: then.amount - now.amount, currency: then.currency } : null
}
