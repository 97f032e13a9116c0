import { listProducts, productDetail, relatedProducts } from '#features/catalog/actions/browse.ts'
import * as catalog from '#features/catalog/contract.ts'
import {
  addToCart,
  changeCartSku,
  countCart,
  listCart,
  removeCartLines,
  selectCartLines,
  updateCartLine,
} from '#features/cart/actions.ts'
import * as cart from '#features/cart/contract.ts'
import { listArticles } from '#features/content/actions/browse.ts'
import * as content from '#features/content/contract.ts'
import { subscribe } from '#features/newsletter/actions.ts'
import * as newsletter from '#features/newsletter/contract.ts'
import { listCoupons } from '#features/promotions/actions/browse.ts'
import * as promotions from '#features/promotions/contract.ts'
import { listReviews } from '#features/reviews/actions/browse.ts'
import * as reviews from '#features/reviews/contract.ts'
import { served, type Served } from '#platform/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'

const toCart = { next: (ctx: Ctx) => linksFor(ctx.shop.router, ctx.langPath).cart(), done: null }

const toNewsletter = {
  next: (ctx: Ctx, isDone: boolean) =>
    `${linksFor(ctx.shop.router, ctx.langPath).home()}#${newsletter.answers[isDone ? 'done' : 'refused']}`,
  done: null,
}

/** Every call of `/api/web`: contract → action. */
export const endpoints: readonly Served[] = [
  served(catalog.listProducts, listProducts),
  served(catalog.productDetail, productDetail),
  served(catalog.relatedProducts, relatedProducts),

  served(content.listArticles, listArticles),
  served(promotions.listCoupons, listCoupons),
  served(reviews.listReviews, listReviews),

  served(cart.listCart, listCart),
  served(cart.countCart, countCart),
  served(cart.addToCart, addToCart, { ...toCart, done: 'cart.added' }),
  served(cart.updateCartLine, updateCartLine, toCart),
  served(cart.changeCartSku, changeCartSku, toCart),
  served(cart.removeCartLines, removeCartLines, { ...toCart, done: 'cart.removed' }),
  served(cart.selectCartLines, selectCartLines, toCart),

  served(newsletter.subscribe, subscribe, toNewsletter),
]
