import { setImmediate as turn } from 'node:timers/promises'
import { paidBy, type RunningPromotion } from '#domain/shown/paid-price.ts'
import { pricesAt } from './blocks.ts'
import {
  blockShift,
  type IndexOffers,
  type ListingIndex,
  type PaidSpans,
  type Prices,
} from './listing-index.ts'

/*
 * What is really paid, as columns of the index: what filters, sorts and price spans read while promotions are in the
 * price. Built once for a set of promotions, so the listings after it are as quick as without.
 */

/** Builds the columns, one block per turn of the event loop, so that requests are answered in between. */
export async function buildPaid(
  index: ListingIndex,
  prices: Prices,
  offers: IndexOffers,
): Promise<PaidSpans> {
  const spans = { from: prices.from.slice(), to: prices.to.slice(), blocks: [] }
  const paid = { offers, spans }
  const price = pricing(index, offers)
  for (let block = 0; block << blockShift < index.size; block++) {
    const end = Math.min(index.size, (block + 1) << blockShift)
    for (let place = block << blockShift; place < end; place++) price(prices, paid, place)
    pricesAt(index, spans, block)
    await turn()
  }
  return paid
}

/** Brings the columns of every currency up to date for products whose prices, categories or visibility changed. */
export function refreshPaid(index: ListingIndex, ids: readonly number[]): void {
  for (const [currency, paid] of index.paid) {
    const prices = index.prices.get(currency)!
    const price = pricing(index, paid.offers)
    for (const id of ids) {
      const place = index.placeOf.get(id)
      if (place === undefined) continue
      price(prices, paid, place)
      paid.spans.blocks[place >>> blockShift] = null
    }
  }
}

type Price = (prices: Prices, paid: PaidSpans, place: number) => void

function pricing(index: ListingIndex, { terms, goods }: IndexOffers): Price {
  // A shop has few combinations of promotions, and far fewer prices than products.
  const known = new Map<string, (amount: number) => number>()

  function paidOf(place: number): (amount: number) => number {
    const numbers = promotionsAt(index, goods, place)
    const key = numbers.join()
    let paid = known.get(key)
    if (paid === undefined)
      known.set(key, (paid = cachedPrices(numbers.map((number) => terms.promotions[number]!))))
    return paid
  }

  function cachedPrices(promotions: readonly RunningPromotion[]): (amount: number) => number {
    const amounts = new Map<number, number>()
    return (amount) => {
      let paid = amounts.get(amount)
      if (paid === undefined) amounts.set(amount, (paid = paidBy(amount, promotions, terms).amount))
      return paid
    }
  }

  return ({ from, to }, { spans }, place) => {
    const [low, high] = [from[place]!, to[place]!]
    const isPriced = !Number.isNaN(low)
    const paid = isPriced ? paidOf(place) : null
    spans.from[place] = paid === null ? low : paid(low)
    spans.to[place] = paid === null ? high : paid(high)
  }
}

/** Indexes of the promotions that are for the product. */
function promotionsAt(index: ListingIndex, goods: IndexOffers['goods'], place: number): number[] {
  const found: number[] = []
  const groups = index.groups.get(place)
  for (let number = 0; number < goods.length; number++) {
    const named = goods[number]!
    if (named === null || named.products.has(index.ids[place]!) || isIn(groups, named.categories))
      found.push(number)
  }
  return found
}

function isIn(groups: Uint32Array, categories: ReadonlySet<number>): boolean {
  if (categories.size === 0) return false
  for (const group of groups) if (categories.has(group)) return true
  return false
}
