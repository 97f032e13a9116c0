import type { ShopRouter } from './shop-config.ts'

/**
 * The path patterns of the pages whose paths are the same in every shop, by the name of their route. A path that fits
 * two of them belongs to the first. All other pages have patterns from the configuration (`router`).
 */
export const fixedPaths = {
  home: '/',
  cart: '/cart',
  'cart-link': '/cart/link',
  'order-lookup': '/order',
  'order-detail': '/order/:slug',
  'order-return': '/order/:slug/return',
  'return-detail': '/return/:slug',
  payment: '/payment/:slug',
  'payment-return': '/payment/:slug/return',
  'checkout-thankyou': '/checkout/thankyou',
  'checkout-detail': '/checkout/:slug',
  search: '/search',
  compare: '/compare',
  choose: '/choose/:slug',
  recent: '/recent',
  'favorite-shared': '/favorite/shared',
  consent: '/consent',
  promotion: '/promotion',
  'promotion-detail': '/promotion/:slug',
  'inquiry-thankyou': '/inquiry/thankyou',
  'inquiry-detail': '/inquiry/:slug',
  'newsletter-confirm': '/newsletter/confirm',
  'newsletter-unsubscribe': '/newsletter/unsubscribe',
  'alert-asked': '/alert/asked',
  'alert-confirm': '/alert/confirm',
  'alert-unsubscribe': '/alert/unsubscribe',
  'notification-unsubscribe': '/notification/unsubscribe',
  'auth-signin': '/auth/signin',
  'auth-signup': '/auth/signup',
  'auth-forget': '/auth/forget',
  'auth-reset-password': '/auth/reset-password',
  'auth-verify-email': '/auth/verify-email',
  'auth-verify-prompt': '/auth/verify-prompt',
  'auth-oauth': '/auth/oauth',
  'auth-qr': '/auth/qr',
  'auth-disown': '/auth/disown',
  'review-unsubscribe': '/review/unsubscribe',
  'review-write': '/review/:slug',
  'question-ask': '/question/ask',
  'question-detail': '/question/:slug',
  coupon: '/coupon',
  'coupon-detail': '/coupon/:slug',
} as const

type FixedPath = (typeof fixedPaths)[keyof typeof fixedPaths]
type WithoutSlash<Path> = Path extends `/${infer Rest}` ? Rest : never

/** The pages behind links in mails: `newsletter/confirm`. Each is also the name of the call that its button makes. */
export type MailPage = WithoutSlash<Extract<FixedPath, `/${string}/${'confirm' | 'unsubscribe' | 'disown'}`>>

/** The pages of the account area, below the configured user path, by the name of their route. */
export const userPaths = {
  'user-center': 'center',
  'user-account': 'account',
  'user-address': 'address',
  'user-info': 'info',
  'user-security': 'security',
  'user-activity': 'security/activity',
  'user-confirm': 'security/confirm',
  'user-identity': 'security/identity',
  'user-close': 'security/close',
  'user-log': 'log',
  'user-factor': 'security/second-factor',
  'user-credit': 'credit',
  'user-coupon': 'coupon',
  'user-article': 'article',
  'user-order': 'order',
  'user-order-detail': 'order/:slug',
  'user-return': 'return',
  'user-return-detail': 'return/:slug',
  'user-notifications': 'notifications',
  'user-review': 'review',
  'user-article-edit': 'article/edit',
} as const

/** Files of the account area, below a path that is the same in every shop. */
export const accountFiles = {
  data: '/auth/export/account.json',
  log: '/auth/export/log.csv',
  recoveryCodes: '/auth/export/recovery-codes.txt',
} as const

export type AccountFile = keyof typeof accountFiles

/** Those that name no entry: `order`, and not `order/:slug`. */
export type UserPage = Exclude<(typeof userPaths)[keyof typeof userPaths], `${string}:slug`>

/*
 * Paths as sources of regular expressions, without language and for the whole path: documents carry them to the
 * browser's runtime, which knows no rule itself.
 */

/** `/product/:slug` → `/product/[^/]+`. Patterns have letters, digits and `- _ . / : *` only. */
export function sourceOf(pattern: string): string {
  return pattern.replace(/\/$/, '').replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')
}

/** The paths of private pages, as far as a path tells. */
export function personalSource({ userPath, categories }: ShopRouter): string {
  const checkouts = categories.filter(({ type }) => type === 'checkout').map(({ path }) => path)
  const { cart, 'order-lookup': order, 'inquiry-thankyou': thanks } = fixedPaths
  const starts = [cart, '/checkout', order, '/payment', thanks, '/auth', userPath, ...checkouts]
  return `(?:${starts.map(sourceOf).join('|')})(?:/.*)?`
}
