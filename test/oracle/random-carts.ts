import type { Amounts, Benefit, Conditions } from '#domain/promotion.ts'
import type {
  CouponFacts,
  LineFacts,
  PricingFacts,
  PromotionFacts,
  ShippingMethodFacts,
} from '#domain/quote.ts'
import { seeded } from '../prove/seeded.ts'

/** Random carts as a shop could have them, and at the edges where rounding and ties decide. The same for one seed. */
export function randomCarts(seed: number): () => PricingFacts {
  const dice = diceOf(seed)
  return () => randomCart(dice)
}

const rates = {
  baseCurrency: 'USD',
  currencies: [
    { code: 'USD', rate: '1', roundTo: 1 },
    { code: 'EUR', rate: '0.92', roundTo: 1 },
    { code: 'CNY', rate: '7.1134', roundTo: 10 },
    { code: 'JPY', rate: '151.37', roundTo: 1 },
    { code: 'KWD', rate: '0.3075', roundTo: 5 },
  ],
}

export function randomCart(dice: Dice): PricingFacts {
  const { between, often, oneOf, several, upTo } = dice
  const currency = oneOf(rates.currencies).code
  const lines = often(0.01)
    ? []
    : Array.from({ length: oneOf([1, 1, 2, 2, 3, 4, 6, 9]) }, (_, at) => line(dice, at))
  return {
    currency,
    rates,
    lines,
    promotions: several(4, (at) => offer(dice, `promotion-${at}`, currency)),
    coupons: several(oneOf([0, 1, 2, 4]), (at) => coupon(dice, at, currency)),
    buyer: { isFirstOrder: oneOf([null, true, false]) },
    shipping: often(0.25) ? null : method(dice),
    tax: often(0.2) ? null : tax(dice),
    paymentFee: often(0.7) ? 0 : between(1, 500),
    credit: often(0.7) ? 0 : oneOf([upTo(300), upTo(100_000_000)]),
  }
}

function line(dice: Dice, at: number): LineFacts {
  const { between, often, oneOf, price, several, some, upTo } = dice
  const amount = price()
  return {
    key: `sku-${at}`,
    product: `product-${upTo(4)}`,
    categories: some(['home', 'home/lamps', 'table'], 0.4),
    collections: some(['calm', 'new'], 0.3),
    quantity: oneOf([1, 1, 2, 3, between(1, 12), between(1, 99)]),
    amount,
    // A tier may be dearer, unreachable, or repeat another's price: it must not harm.
    tiers: often(0.6)
      ? []
      : several(3, () => ({
          from: between(2, 12),
          amount: oneOf([upTo(amount), amount, upTo(amount + 5)]),
        })),
    taxClass: oneOf(['standard', 'standard', 'reduced', 'zero', 'unheard-of']),
    weight: oneOf([0, 250, 500, upTo(5_000)]),
  }
}

function offer(dice: Dice, slug: string, currency: string): PromotionFacts {
  return { slug, conditions: conditions(dice, currency), benefit: benefit(dice, currency) }
}

function coupon(dice: Dice, at: number, currency: string): CouponFacts {
  const { often, oneOf } = dice
  const code = often(0.03) ? 'CODE-0' : `CODE-${oneOf(['A', 'B', 'C'])}${at}`
  return { ...offer(dice, `coupon-${at}`, currency), code, stackable: often(0.7) }
}

function conditions(dice: Dice, currency: string): Conditions {
  const { between, often, some } = dice
  const isNarrow = often(0.5)
  return {
    ...(often(0.3) ? { minimumAmount: amounts(dice, currency) } : {}),
    ...(often(0.2) ? { minimumQuantity: between(1, 8) } : {}),
    products: isNarrow ? some(['product-0', 'product-1', 'product-2'], 0.4) : [],
    categories: isNarrow ? some(['home', 'table'], 0.4) : [],
    collections: isNarrow ? some(['calm'], 0.4) : [],
    firstOrder: often(0.1),
  }
}

function benefit(dice: Dice, currency: string): Benefit {
  const { between, oneOf } = dice
  const percent = () => oneOf([5, 10, 15, 33, 50, 100, between(1, 100)])
  const makers: (() => Benefit)[] = [
    () => ({ kind: 'percent', percent: percent() }),
    () => ({ kind: 'percent', percent: percent() }),
    () => ({ kind: 'amount', amounts: amounts(dice, currency) }),
    () => ({ kind: 'amount', amounts: amounts(dice, currency) }),
    () => ({ kind: 'fixed-price', amounts: amounts(dice, currency) }),
    () => ({ kind: 'free-shipping' }),
    () => ({ kind: 'buy-get', buy: between(1, 4), get: between(1, 3), percent: oneOf([100, percent()]) }),
    () => {
      const first = between(1, 5)
      return {
        kind: 'tiered',
        steps: [
          { quantity: first, percent: percent() },
          { quantity: first + between(1, 9), percent: percent() },
        ].slice(0, between(1, 2)),
      }
    },
  ]
  return oneOf(makers)()
}

/** In the base currency, and half the time in the cart's own. */
function amounts(dice: Dice, currency: string): Amounts {
  const { often, price } = dice
  return often(0.5) ? { USD: price() } : { USD: price(), [currency]: price() }
}

function method(dice: Dice): ShippingMethodFacts {
  const { between, often, oneOf, price, upTo } = dice
  return {
    code: 'post',
    rows: [
      ...(often(0.5)
        ? [
            {
              maxWeight: oneOf([250, 500, 1_000, between(1, 20_000)]),
              minAmount: upTo(2) * price(),
              amount: upTo(2_000),
            },
          ]
        : []),
      {
        maxWeight: oneOf([null, null, null, 2_000, between(1, 40_000)]),
        minAmount: 0,
        amount: oneOf([0, 590, upTo(2_000)]),
      },
    ],
    freeFrom: often(0.5) ? null : price(),
  }
}

function tax(dice: Dice): PricingFacts['tax'] {
  const { often, oneOf } = dice
  const rate = () => oneOf(['19', '7', '0', '8.875', '13', '20', '5.5', '100'])
  return {
    mode: oneOf(['included', 'added']),
    rates: {
      ...(often(0.9) ? { standard: rate() } : {}),
      ...(often(0.7) ? { reduced: rate() } : {}),
      ...(often(0.5) ? { zero: '0' } : {}),
    },
    shippingClass: oneOf([null, 'standard', 'reduced']),
  }
}

export type Dice = ReturnType<typeof diceOf>

/** Ways to draw from one sequence of numbers: the order of the draws decides what is drawn. */
export function diceOf(seed: number) {
  const next = seeded(seed)
  const upTo = (most: number) => Math.floor(next() * (most + 1))
  const between = (least: number, most: number) => least + upTo(most - least)
  const often = (share: number) => next() < share
  const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length - 1)]!
  const some = <T>(list: readonly T[], share: number) => list.filter(() => often(share))
  const several = <T>(most: number, make: (index: number) => T) =>
    Array.from({ length: upTo(most) }, (_, index) => make(index))
  // Small amounts round most, equal ones tie, large ones leave what a float can hold.
  const price = () =>
    oneOf([
      () => upTo(9),
      () => between(1, 400),
      () => between(100, 50_000) * 5,
      () => between(1, 9_000_000),
      () => 1999 * between(1, 3),
    ])()
  return { upTo, between, often, oneOf, some, several, price }
}
