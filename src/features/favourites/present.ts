import type { Money } from '#domain/money.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import type { ArticleCard } from '#features/content/contract.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { FavouriteArticle, FavouriteProduct } from './contract.ts'
import type { FavouriteArticleRow, FavouriteProductRow } from './queries/favourites.ts'
import { changesSince } from './rules/changes.ts'

/** What has become of a product since it was added. Prices are compared in the currency of that day alone. */
export function presentProduct(row: FavouriteProductRow, card: ProductCard, ctx: Ctx): FavouriteProduct {
  const { seenAmount, seenCurrency, amountInSeen, wasSoldOut, addedAt } = row
  const seen = moneyOf(seenAmount, seenCurrency)
  const { fellBy, isBack } = changesSince(
    { price: seen, inStock: !wasSoldOut },
    { price: moneyOf(amountInSeen, seenCurrency), inStock: card.inStock },
  )
  const text = (price: Money): string => formatMoney(price.amount, price.currency, ctx.lang)
  return {
    card,
    added: dayOf(addedAt, ctx),
    fall: fellBy === null || seen === null ? null : { by: text(fellBy), before: text(seen) },
    isBack,
  }
}

function moneyOf(amount: number | null, currency: string | null): Money | null {
  return amount === null || currency === null ? null : { amount, currency }
}

export function presentArticle(row: FavouriteArticleRow, card: ArticleCard, ctx: Ctx): FavouriteArticle {
  return { card, added: dayOf(row.addedAt, ctx) }
}

function dayOf(date: Date, { lang, shop }: Ctx): string {
  return formatDate(date, lang, shop.shop.delivery?.timeZone)
}
