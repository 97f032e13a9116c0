import type { ProductCard } from '#features/catalog/contract.ts'
import type { ArticleCard } from '#features/content/contract.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { FavouriteArticle, FavouriteProduct } from './contract.ts'
import type { FavouriteArticleRow, FavouriteProductRow } from './queries/favourites.ts'

/** What has become of a product since it was added. Prices are compared in the currency of that day alone. */
export function presentProduct(row: FavouriteProductRow, card: ProductCard, ctx: Ctx): FavouriteProduct {
  const { seenAmount, seenCurrency, amountInSeen, wasSoldOut, addedAt } = row
  const isCheaper =
    seenAmount !== null && seenCurrency !== null && amountInSeen !== null && amountInSeen < seenAmount
  return {
    card,
    added: dayOf(addedAt, ctx),
    before: isCheaper ? formatMoney(seenAmount, seenCurrency, ctx.lang) : null,
    isBack: wasSoldOut && card.inStock,
  }
}

export function presentArticle(row: FavouriteArticleRow, card: ArticleCard, ctx: Ctx): FavouriteArticle {
  return { card, added: dayOf(row.addedAt, ctx) }
}

function dayOf(date: Date, { lang, shop }: Ctx): string {
  return formatDate(date, lang, shop.shop.delivery?.timeZone)
}
