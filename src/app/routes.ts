import { countForArea } from '#features/customer/rules/area-counts.ts'
import forget from '#features/account/pages/forget.page.tsx'
import resetPassword from '#features/account/pages/reset-password.page.tsx'
import signUp from '#features/account/pages/signup.page.tsx'
import verifyEmail from '#features/account/pages/verify-email.page.tsx'
import disown from '#features/account/pages/disown.page.tsx'
import verifyPrompt from '#features/account/pages/verify-prompt.page.tsx'
import alertAsked from '#features/alerts/pages/asked.page.tsx'
import alertConfirm from '#features/alerts/pages/confirm.page.tsx'
import alertUnsubscribe from '#features/alerts/pages/unsubscribe.page.tsx'
import cartLink from '#features/cart/pages/cart-link.page.tsx'
import category from '#features/catalog/pages/category.page.tsx'
import collection from '#features/catalog/pages/collection.page.tsx'
import checkout from '#storefront/pages/checkout.page.tsx'
import choose from '#features/catalog/pages/choose.page.tsx'
import compare from '#features/catalog/pages/compare.page.tsx'
import recent from '#features/catalog/pages/recent.page.tsx'
import tag from '#features/catalog/pages/tag.page.tsx'
import articleList from '#features/content/pages/article-list.page.tsx'
import userWallet from '#features/customer/pages/wallet.page.tsx'
import userCredit from '#features/customer/pages/credit.page.tsx'
import userArticleEdit from '#features/customer/pages/my-article-edit.page.tsx'
import userArticle from '#features/customer/pages/my-articles.page.tsx'
import userAccount from '#features/customer/pages/account.page.tsx'
import userActivity from '#features/customer/pages/activity.page.tsx'
import userCenter from '#features/customer/pages/center.page.tsx'
import userInfo from '#features/customer/pages/info.page.tsx'
import userNotifications from '#features/customer/pages/notifications.page.tsx'
import userFactor from '#features/customer/pages/factor.page.tsx'
import userLog from '#features/customer/pages/log.page.tsx'
import userClose from '#features/customer/pages/close.page.tsx'
import userIdentity from '#features/customer/pages/identity.page.tsx'
import userAddress from '#features/customer/pages/address.page.tsx'
import userConfirm from '#features/customer/pages/confirm.page.tsx'
import userReviews from '#features/customer/pages/reviews.page.tsx'
import userSecurity from '#features/customer/pages/security.page.tsx'
import inquiry from '#features/inquiries/pages/inquiry.page.tsx'
import inquiryThanks from '#features/inquiries/pages/thankyou.page.tsx'
import newsletterConfirm from '#features/newsletter/pages/confirm.page.tsx'
import newsletterUnsubscribe from '#features/newsletter/pages/unsubscribe.page.tsx'
import notificationUnsubscribe from '#features/notifications/pages/unsubscribe.page.tsx'
import couponList from '#features/promotions/pages/coupon-list.page.tsx'
import oauth from '#features/oauth/pages/oauth.page.tsx'
import orderDetail from '#features/orders/pages/order-detail.page.tsx'
import orderLookup from '#features/orders/pages/order-lookup.page.tsx'
import payment from '#features/orders/pages/payment.page.tsx'
import paymentReturn from '#features/orders/pages/payment-return.page.tsx'
import orderReturn from '#features/returns/pages/order-return.page.tsx'
import returnDetail from '#features/returns/pages/return-detail.page.tsx'
import userReturnDetail from '#features/returns/pages/user-return-detail.page.tsx'
import userReturn from '#features/returns/pages/user-return.page.tsx'
import promotionList from '#features/promotions/pages/promotion-list.page.tsx'
import reviewUnsubscribe from '#features/reviews/pages/unsubscribe.page.tsx'
import questionAsk from '#features/questions/pages/ask.page.tsx'
import question from '#features/questions/pages/question.page.tsx'
import consent from '#features/visitor/pages/consent.page.tsx'
import type { AnyPage } from '#platform/server/pages/page.ts'
import type { Route } from '#platform/server/pages/router.ts'
import { articleListPath, linksFor } from '#wire/links.ts'
import { fixedPaths, userPaths } from '#wire/paths.ts'
import type { ShopRouter } from '#wire/shop-config.ts'
import cart from '#storefront/pages/cart.page.tsx'
import article from '#storefront/pages/article.page.tsx'
import qr from '#storefront/pages/auth-qr.page.tsx'
import signIn from '#storefront/pages/auth-signin.page.tsx'
import coupon from '#storefront/pages/coupon.page.tsx'
import custom from '#storefront/pages/custom.page.tsx'
import favorite from '#storefront/pages/favorite.page.tsx'
import favoriteShared from '#storefront/pages/favorite-shared.page.tsx'
import contentPage from '#storefront/pages/page.page.tsx'
import home from '#storefront/pages/home.page.tsx'
import notFound from '#storefront/pages/not-found.page.tsx'
import product from '#storefront/pages/product.page.tsx'
import promotion from '#storefront/pages/promotion.page.tsx'
import reviewWrite from '#storefront/pages/review-write.page.tsx'
import search from '#storefront/pages/search.page.tsx'
import userOrder from '#storefront/pages/user-order-detail.page.tsx'
import userOrders from '#storefront/pages/user-order.page.tsx'
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
 * The route table, in order of precedence: the merchant's custom categories, fixed paths, the account area, the
 * configured rules, the single segment as a category, the app rule for all that is left below it.
 */
export function routes(router: ShopRouter): RouteRow[] {
  return [...customRoutes(router), ...fixedRoutes, ...userRoutes(router), ...ruleRoutes(router)]
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

/** The pages of `fixedPaths`. */
const fixedPages: Readonly<Record<keyof typeof fixedPaths, AnyPage>> = {
  home,
  cart,
  'cart-link': cartLink,
  'order-lookup': orderLookup,
  'order-detail': orderDetail,
  'order-return': orderReturn,
  'return-detail': returnDetail,
  payment,
  'payment-return': paymentReturn,
  'checkout-thankyou': thankYou,
  'checkout-detail': checkout,
  search,
  compare,
  choose,
  recent,
  'favorite-shared': favoriteShared,
  consent,
  promotion: promotionList,
  'promotion-detail': promotion,
  'inquiry-thankyou': inquiryThanks,
  'inquiry-detail': inquiry,
  'newsletter-confirm': newsletterConfirm,
  'newsletter-unsubscribe': newsletterUnsubscribe,
  'alert-asked': alertAsked,
  'alert-confirm': alertConfirm,
  'alert-unsubscribe': alertUnsubscribe,
  'notification-unsubscribe': notificationUnsubscribe,
  'auth-signin': signIn,
  'auth-signup': signUp,
  'auth-forget': forget,
  'auth-reset-password': resetPassword,
  'auth-verify-email': verifyEmail,
  'auth-verify-prompt': verifyPrompt,
  'auth-oauth': oauth,
  'auth-qr': qr,
  'auth-disown': disown,
  'review-unsubscribe': reviewUnsubscribe,
  'review-write': reviewWrite,
  'question-ask': questionAsk,
  'question-detail': question,
  coupon: couponList,
  'coupon-detail': coupon,
}

const fixedRoutes: readonly RouteRow[] = Object.entries(fixedPaths).map(([name, pattern]) => ({
  name,
  pattern,
  target: fixedPages[name as keyof typeof fixedPaths],
  source: 'fixed',
}))

const userPages = {
  'user-center': userCenter,
  'user-account': userAccount,
  'user-address': userAddress,
  'user-info': userInfo,
  'user-security': userSecurity,
  'user-activity': userActivity,
  'user-confirm': userConfirm,
  'user-identity': userIdentity,
  'user-close': userClose,
  'user-log': userLog,
  'user-factor': userFactor,
  'user-credit': userCredit,
  'user-coupon': userWallet,
  'user-article': userArticle,
  'user-order': userOrders,
  'user-order-detail': userOrder,
  'user-return': userReturn,
  'user-return-detail': userReturnDetail,
  'user-notifications': userNotifications,
  'user-article-edit': userArticleEdit,
  'user-review': userReviews,
} as const satisfies Partial<Record<keyof typeof userPaths, AnyPage>>

/** The account area. Nothing else may answer below the user path, whatever of the area is there. */
function userRoutes({ userPath }: ShopRouter): RouteRow[] {
  const row = (name: string, path: string, target: AnyPage): RouteRow => ({
    name,
    pattern: `${userPath}${path}`,
    target: countingForMenu(target),
    source: 'rule',
    setting: 'router.userPath',
  })
  const pages = Object.entries(userPages).map(([name, target]) =>
    row(name, userPaths[name as keyof typeof userPages], target),
  )
  return [
    ...pages,
    row('favorite', 'favorite', favorite),
    { ...row('user', '', areaStart), pattern: userPath.replace(/\/$/, '') || '/' },
    row('user', '*', vacant),
  ]
}

/** Counts what the menu beside the page shows while the page loads. */
function countingForMenu(page: AnyPage): AnyPage {
  if (page.visibility === 'public') return page
  return {
    ...page,
    load: async (ctx, params, query) => {
      const [loaded] = await Promise.all([page.load(ctx, params, query), countForArea(ctx)])
      return loaded
    },
  }
}

/** Who types the path of the area alone gets to its first page. */
const areaStart: AnyPage = {
  ...notFound,
  load: async ({ shop, langPath }) => ({
    kind: 'redirect',
    to: linksFor(shop.router, langPath).user('center'),
    status: 303,
  }),
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
