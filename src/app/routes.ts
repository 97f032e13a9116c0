import cart from '#features/cart/pages/cart.page.tsx'
import category from '#features/catalog/pages/category.page.tsx'
import collection from '#features/catalog/pages/collection.page.tsx'
import search from '#features/catalog/pages/search.page.tsx'
import tag from '#features/catalog/pages/tag.page.tsx'
import articleList from '#features/content/pages/article-list.page.tsx'
import contentPage from '#features/content/pages/page.page.tsx'
import promotionList from '#features/promotions/pages/promotion-list.page.tsx'
import type { AnyPage } from '#platform/server/page.ts'
import type { Route } from '#platform/server/router.ts'
import { articleListPath } from '#wire/links.ts'
import type { ShopRouter } from '#wire/shop-config.ts'
import article from './pages/article.page.tsx'
import home from './pages/home.page.tsx'
import product from './pages/product.page.tsx'
import promotion from './pages/promotion.page.tsx'

/** The pages that a merchant's own categories may show, by the configuration's type. */
const pageOfType: Partial<Record<ShopRouter['categories'][number]['type'], AnyPage>> = {
  article,
  category,
  collection,
  page: contentPage,
  product,
  promotion,
  tag,
}

/**
 * The route table, in order of precedence: the merchant's custom categories, fixed addresses, the configured
 * rules, the single segment as a category.
 */
export function routes(router: ShopRouter): Route<AnyPage>[] {
  const custom = router.isCustom
    ? router.categories.flatMap(({ path, type, slug }) => {
        const page = pageOfType[type]
        return page ? [{ pattern: path, target: slug === undefined ? page : withSlug(page, slug) }] : []
      })
    : []
  return [
    ...custom,
    { pattern: '/', target: home },
    { pattern: '/cart', target: cart },
    { pattern: '/search', target: search },
    { pattern: '/promotion', target: promotionList },
    { pattern: '/promotion/:slug', target: promotion },
    { pattern: articleListPath(router), target: articleList },
    { pattern: router.articleRule, target: article },
    { pattern: router.pageRule, target: contentPage },
    { pattern: router.categoryRule, target: category },
    { pattern: router.collectionRule, target: collection },
    { pattern: router.productRule, target: product },
    { pattern: `${router.productRule}/:sku`, target: product },
    // The specification notes that the tag rule was registered with the category's path: a tag has its own.
    { pattern: router.tagRule, target: tag },
    { pattern: '/:slug', target: category },
  ]
}

function withSlug(page: AnyPage, slug: string): AnyPage {
  return { ...page, load: (ctx, params, query) => page.load(ctx, { ...params, slug }, query) }
}
