import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ProductCard } from '../contract.ts'
import { presentCard } from '../present.ts'
import { cardsById } from '../queries/product.ts'
import { idsByTitle } from '../queries/titles.ts'
import { perPage } from './browse.ts'

const mostWords = 8
const longestQuery = 200

export interface FoundTitles {
  products: ProductCard[]
  total: number
  page: number
  pages: number
}

/** Products whose title, in the visitor's language, holds every word of `q`; nothing for a query without words. */
export async function searchTitles(ctx: Ctx, q: string, page: number): Promise<FoundTitles> {
  const words = q
    .normalize('NFC')
    .slice(0, longestQuery)
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords)
  if (words.length === 0) return { products: [], total: 0, page: 1, pages: 1 }
  const locales = fallbackChain(ctx.locale)
  const { ids, total } = await idsByTitle(ctx.db, {
    words,
    locales,
    currency: ctx.currency,
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  const cards = await cardsById(ctx.db, ids, ctx.currency)
  return {
    products: cards.map((row) => presentCard(row, ctx)),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / perPage)),
  }
}
