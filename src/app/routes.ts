import alertAsked from '#features/alerts/pages/asked.page.tsx'
import alertConfirm from '#features/alerts/pages/confirm.page.tsx'
import alertUnsubscribe from '#features/alerts/pages/unsubscribe.page.tsx'
import cartLink from '#features/cart/pages/cart-link.page.tsx'
import category from '#features/catalog/pages/category.page.tsx'
import collection from '#features/catalog/pages/collection.page.tsx'
import checkout from '#features/checkout/pages/checkout.page.tsx'
import choose from '#features/catalog/pages/choose.page.tsx'
import compare from '#features/catalog/pages/compare.page.tsx'
import recent from '#features/catalog/pages/recent.page.tsx'
import tag from '#features/catalog/pages/tag.page.tsx'
import articleList from '#features/content/pages/article-list.page.tsx'
import contentPage from '#features/content/pages/page.page.tsx'
import inquiry from '#features/inquiries/pages/inquiry.page.tsx'
import inquiryThanks from '#features/inquiries/pages/thankyou.page.tsx'
import newsletterConfirm from '#features/newsletter/pages/confirm.page.tsx'
import newsletterUnsubscribe from '#features/newsletter/pages/unsubscribe.page.tsx'
import couponList from '#features/promotions/pages/coupon-list.page.tsx'
import orderDetail from '#features/orders/pages/order-detail.page.tsx'
import orderLookup from '#features/orders/pages/order-lookup.page.tsx'
import payment from '#features/orders/pages/payment.page.tsx'
import paymentReturn from '#features/orders/pages/payment-return.page.tsx'
import promotionList from '#features/promotions/pages/promotion-list.page.tsx'
import consent from '#features/visitor/pages/consent.page.tsx'
import type { AnyPage } from '#platform/server/page.ts'
import type { Route } from '#platform/server/router.ts'
import { articleListPath } from '#wire/links.ts'
import type { ShopRouter } from '#wire/shop-config.ts'
import cart from '#storefront/pages/cart.page.tsx'
import article from '#storefront/pages/article.page.tsx'
import coupon from '#storefront/pages/coupon.page.tsx'
import custom from '#storefront/pages/custom.page.tsx'
import home from '#storefront/pages/home.page.tsx'
import notFound from '#storefront/pages/not-found.page.tsx'
import product from '#storefront/pages/product.page.tsx'
import promotion from '#storefront/pages/promotion.page.tsx'
import search from '#storefront/pages/search.page.tsx'
import thankYou from '#storefront/pages/checkout-thankyou.page.tsx'

type CustomType = ShopRouter['categories'][number]['type']

/** The pages that a merchant's own categories may show, by the configuration's type. */
const pageOfType: Readonly<Record<CustomType, AnyPage>> = {
  article,
  category,
  checkout,
  collection,
  coupon,
  custom,
  inquiry,
  page: contentPage,
  product,
  promotion,
  tag,
}

export interface RouteRow extends Route<AnyPage> {
  /** As the specification calls it. */
  name: string
  /** `custom`: a custom category; `rule`: from the configuration's rules; `fixed`: the same in every shop. */
  source: 'custom' | 'fixed' | 'rule'
  /** The setting that it comes from: `router.productRule`. */
  setting?: string
}

/**
 * The route table, in order of precedence: the merchant's custom categories, fixed addresses, the account area, the
 * configured rules, the single segment as a category, the app rule for all that is left below it.
 */
export function routes(router: ShopRouter): RouteRow[] {
  return [...customRoutes(router), ...fixedRoutes, userRoute(router), ...ruleRoutes(router)]
}

/** Each is named after its type, and shows the entry that it names or the one that the path names. */
function customRoutes(router: ShopRouter): RouteRow[] {
  if (!router.isCustom) return []
  return router.categories.map(({ path, type, slug }, index) => ({
    name: `${type}-detail`,
    pattern: path,
    target: pageOfType[type],
    source: 'custom' as const,
    setting: `router.categories.${index}`,
    ...(slug === undefined ? {} : { params: { slug } }),
  }))
}

const fixedRoutes: readonly RouteRow[] = [
  { name: 'home', pattern: '/', target: home, source: 'fixed' },
  { name: 'cart', pattern: '/cart', target: cart, source: 'fixed' },
  { name: 'cart-link', pattern: '/cart/link', target: cartLink, source: 'fixed' },
  { name: 'order-lookup', pattern: '/order', target: orderLookup, source: 'fixed' },
  { name: 'order-detail', pattern: '/order/:slug', target: orderDetail, source: 'fixed' },
  { name: 'payment', pattern: '/payment/:slug', target: payment, source: 'fixed' },
  { name: 'payment-return', pattern: '/payment/:slug/return', target: paymentReturn, source: 'fixed' },
  { name: 'checkout-thankyou', pattern: '/checkout/thankyou', target: thankYou, source: 'fixed' },
  { name: 'checkout-detail', pattern: '/checkout/:slug', target: checkout, source: 'fixed' },
  { name: 'search', pattern: '/search', target: search, source: 'fixed' },
  { name: 'compare', pattern: '/compare', target: compare, source: 'fixed' },
  { name: 'choose', pattern: '/choose/:slug', target: choose, source: 'fixed' },
  { name: 'recent', pattern: '/recent', target: recent, source: 'fixed' },
  { name: 'consent', pattern: '/consent', target: consent, source: 'fixed' },
  { name: 'promotion', pattern: '/promotion', target: promotionList, source: 'fixed' },
  { name: 'promotion-detail', pattern: '/promotion/:slug', target: promotion, source: 'fixed' },
  { name: 'inquiry-thankyou', pattern: '/inquiry/thankyou', target: inquiryThanks, source: 'fixed' },
  { name: 'inquiry-detail', pattern: '/inquiry/:slug', target: inquiry, source: 'fixed' },
  { name: 'newsletter-confirm', pattern: '/newsletter/confirm', target: newsletterConfirm, source: 'fixed' },
  {
    name: 'newsletter-unsubscribe',
    pattern: '/newsletter/unsubscribe',
    target: newsletterUnsubscribe,
    source: 'fixed',
  },
  { name: 'alert-asked', pattern: '/alert/asked', target: alertAsked, source: 'fixed' },
  { name: 'alert-confirm', pattern: '/alert/confirm', target: alertConfirm, source: 'fixed' },
  { name: 'alert-unsubscribe', pattern: '/alert/unsubscribe', target: alertUnsubscribe, source: 'fixed' },
  { name: 'coupon', pattern: '/coupon', target: couponList, source: 'fixed' },
  { name: 'coupon-detail', pattern: '/coupon/:slug', target: coupon, source: 'fixed' },
]

/** Nothing else may answer below the user path, whatever of the account area is there. */
function userRoute({ userPath }: ShopRouter): RouteRow {
  return {
    name: 'user',
    pattern: `${userPath}*`,
    target: vacant,
    source: 'rule',
    setting: 'router.userPath',
  }
}

const vacant: AnyPage = { ...notFound, load: async () => ({ kind: 'missing', status: 404 }) }

function ruleRoutes(router: ShopRouter): RouteRow[] {
  const rule = (name: string, setting: keyof ShopRouter, target: AnyPage, pattern: string): RouteRow => ({
    name,
    pattern,
    target,
    source: 'rule',
    setting: `router.${setting}`,
  })
  return [
    rule('article', 'articleRule', articleList, articleListPath(router)),
    rule('article-detail', 'articleRule', article, router.articleRule),
    rule('page-detail', 'pageRule', contentPage, router.pageRule),
    rule('category', 'categoryRule', category, router.categoryRule),
    rule('collection-detail', 'collectionRule', collection, router.collectionRule),
    rule('product-detail', 'productRule', product, router.productRule),
    rule('product-detail', 'productRule', product, `${router.productRule}/:sku`),
    // The specification notes that the tag rule was registered with the category's path: a tag has its own.
    rule('tag-detail', 'tagRule', tag, router.tagRule),
    { name: 'category', pattern: '/:slug', target: category, source: 'fixed' },
    rule('custom', 'appRule', custom, router.appRule),
  ]
}
