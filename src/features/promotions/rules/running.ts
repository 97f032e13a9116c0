import { isInPrice, termsAt, type PriceTerms } from '#domain/shown/paid-price.ts'
import { isRunning, namesGoods } from '#domain/promotion.ts'
import { day } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ShopConfig } from '#wire/shop-config.ts'
import { promotionTerms, type PromotionTerms } from '../queries/terms.ts'

/*
 * The promotions of a moment. Read once for all requests; which of them run is decided by the clock of each request.
 */

type Asking = Pick<Ctx, 'db' | 'kept' | 'now'>

/**
 * Those that ended are known for as long as the prices of their time: what a price was before a reduction depends on
 * them, and a reduction may run for months.
 */
const known = 400 * day

function knownPromotions({ db, kept, now }: Asking): Promise<PromotionTerms[]> {
  return kept('promotion terms', ['promotions'], () => promotionTerms(db, new Date(now.getTime() - known)))
}

/** The promotions that run now. Read before a transaction begins, because it may take a connection of its own. */
export async function promotionsOf(asking: Asking): Promise<PromotionTerms[]> {
  return (await knownPromotions(asking)).filter((terms) => isRunning(terms, asking.now))
}

interface Priced extends Asking {
  readonly currency: string
  readonly shop: Pick<ShopConfig, 'shop'>
}

/** What prices are shown by. */
export interface ShownTerms extends PriceTerms {
  /** With promotions that have ended, and those to come. */
  readonly past: PriceTerms
}

/** The promotions by which a price is shown now. */
export async function shownTerms(asking: Priced): Promise<ShownTerms> {
  const past = {
    currency: asking.currency,
    rates: asking.shop.shop,
    promotions: await knownPromotions(asking),
  }
  return { ...termsAt(asking.now, past.promotions, past), past }
}

/** The next moment after now at which a promotion begins or ends; null for none. */
export async function nextTurn(asking: Asking): Promise<Date | null> {
  const turns = (await knownPromotions(asking)).flatMap(({ startsAt, endsAt }) =>
    [startsAt, endsAt].flatMap((at) => (at !== null && at > asking.now ? at.getTime() : [])),
  )
  return turns.length === 0 ? null : new Date(Math.min(...turns))
}

/** Said on a card: it is for these goods, and not in their price. */
export function isToldOnCards(promotion: PromotionTerms): boolean {
  return (
    !isInPrice(promotion) && namesGoods(promotion.conditions) && promotion.benefit.kind !== 'free-shipping'
  )
}
