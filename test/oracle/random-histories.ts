import type { PricingFacts } from '#domain/quote.ts'
import { diceOf, randomCart, type Dice } from './random-carts.ts'

/* What may happen to an order after it was paid, made up by chance. */

export interface Units {
  readonly key: string
  readonly quantity: number
}

export type Step =
  | {
      readonly kind: 'return'
      /** What the shopper asks for, and what of it arrives: less, the same, or more. */
      readonly announced: readonly Units[]
      readonly received: readonly Units[]
      readonly fee: number
      readonly servicesBack: boolean
    }
  | { readonly kind: 'adjustment'; readonly line: string | null; readonly amount: number }
  /** One of those that stand, counted from the first, has never been. */
  | { readonly kind: 'take-back'; readonly which: number }
  | { readonly kind: 'rest' }

export interface Story {
  readonly facts: PricingFacts
  /** Refunds are recorded when they are promised; otherwise each is calculated again from what was asked for. */
  readonly isRecorded: boolean
  /** Ends with the rest. */
  readonly steps: readonly Step[]
}

/** Orders with at least a line. The same for one seed. */
export function randomStories(seed: number): () => Story {
  const dice = diceOf(seed)
  return () => {
    let facts = randomCart(dice)
    while (facts.lines.length === 0) facts = randomCart(dice)
    const isRecorded = dice.often(0.5)
    const steps = dice.several(6, () => step(dice, facts, isRecorded))
    return { facts, isRecorded, steps: [...steps, { kind: 'rest' }] }
  }
}

function step(dice: Dice, facts: PricingFacts, isRecorded: boolean): Step {
  const { often, oneOf, upTo } = dice
  if (isRecorded && often(0.15)) return { kind: 'take-back', which: upTo(5) }
  if (often(0.2)) {
    const { key, amount } = oneOf(facts.lines)
    const isLarge = often(0.1)
    return {
      kind: 'adjustment',
      line: often(0.5) ? null : key,
      amount: isLarge ? upTo(100_000_000) : upTo(oneOf([3, 500, amount])),
    }
  }
  if (often(0.04)) return { kind: 'rest' }
  const announced = facts.lines.flatMap(({ key, quantity }) =>
    often(0.5) ? [{ key, quantity: oneOf([1, quantity, upTo(quantity + 1)]) }] : [],
  )
  const arrives = often(0.7)
  return {
    kind: 'return',
    announced: often(0.01) ? [...announced, { key: 'never-bought', quantity: 1 }] : announced,
    received: announced.map(({ key, quantity }) => ({
      key,
      quantity: arrives ? quantity : upTo(quantity + 2),
    })),
    fee: often(0.7) ? 0 : oneOf([upTo(700), upTo(100_000_000)]),
    servicesBack: often(0.8),
  }
}
