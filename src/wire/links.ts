import {
  accountFiles,
  fixedPaths,
  userPaths,
  type AccountFile,
  type MailPage,
  type UserPage,
} from './paths.ts'
import { entrySlugs, type NamedKind } from './entry-slugs.ts'
import type { ShopRouter } from './shop-config.ts'

export interface OrderListFilter {
  status?: string | null
  payStatus?: string | null
  q?: string
  page?: number
}

/** Every URL of the shop is built here, from the rules of the configuration: links and routes cannot drift. */
export interface Links {
  home(): string
  search(query?: string): string
  cart(): string
  /** A cart that a link names: `items` is `sku:units,…`. */
  cartLink(items?: string): string
  /** A coupon that a link brings along; `next`: the own path to go on at. */
  couponLink(code: string, next: string): string
  checkout(slug: string, step?: 'cart' | 'information' | 'payment'): string
  /** Where a finished checkout ends. */
  thankYou(order: string): string
  /** A guest's order; `key` is the signature of a link in a mail. */
  order(number: string, key?: string): string
  /** Where a return of an order's items is asked for; `way`: a problem with them, or the legal withdrawal. */
  orderReturn(number: string, way?: 'problem' | 'withdraw'): string
  /** A return, for whoever may see its order. */
  returnDetail(number: string): string
  /** A return in the account area. */
  userReturn(number: string): string
  /** Where a line of an order is reviewed; `key` is the signature of a mail's link, `score` the star pressed there. */
  review(line: number, more?: { key?: string; score?: number }): string
  /** Where a question about a product is asked. */
  askQuestion(product: string): string
  /** A question with its answers, by its code. */
  question(code: string): string
  /** Where an order is paid: it begins the payment, and leads on to the provider. */
  payment(order: string): string
  /** Where the provider sends the shopper back to. */
  paymentReturn(order: string): string
  /** Asks for a link to an order by mail. */
  orderLookup(): string
  /** One of a product's SKUs, for the cart. */
  choose(slug: string): string
  /** Products side by side, by slug. */
  compare(slugs: readonly string[]): string
  /** The visitor's own favourites. */
  favourites(type?: 'product' | 'article', page?: number): string
  /** Somebody's favourites, by the token of the link. */
  sharedFavourites(token: string, page?: number): string
  category(slug: string): string
  collection(slug: string): string
  product(slug: string, sku?: string): string
  tag(slug: string): string
  article(slug: string): string
  articles(): string
  page(slug: string): string
  promotion(slug: string): string
  promotions(): string
  coupon(slug: string): string
  coupons(): string
  consent(): string
  /** What it is about is filled in. */
  inquiry(slug: string, about?: { product?: string; order?: string }): string
  inquiryThanks(form: string, number: string): string
  /** The page of a link in a mail: `mailLink('newsletter/confirm', token)`. */
  mailLink(page: MailPage, token: string): string
  alertAsked(): string
  /** `next`: the own path to go on at afterwards. */
  signIn(next?: string): string
  signUp(next?: string): string
  forget(): string
  resetPassword(token?: string): string
  verifyEmail(token?: string): string
  /** The page of a mail's link that undoes a change of the e-mail address or number. */
  undoChange(undo: string): string
  /** Where the code is typed that was sent. */
  verifyPrompt(): string
  /** Where an address is proven after the first sign-in by another provider. */
  oauth(): string
  /** Where a QR code leads to: the phone's side of signing in. */
  qr(ticket: string): string
  /** A page of the account area: `user('security/activity')`. */
  user(part: UserPage): string
  /** A customer's orders; without a filter all of them. */
  userOrders(filter?: OrderListFilter): string
  /** A customer's order in the account area. */
  userOrder(number: string): string
  /** Where who is signed in proves it anew; `next`: the own path to go on at. */
  confirm(next: string): string
  /** A file of the account area to download. */
  accountFile(file: AccountFile): string
  /** The URL of a form's plain post: `form('cart/add')`. */
  form(call: string): string
}

const made = new WeakMap<ShopRouter, Map<string, Links>>()

/** @param langPath `` or `/zh`, … */
export function linksFor(router: ShopRouter, langPath: string): Links {
  // A page builds dozens of links, one for each card and more.
  let known = made.get(router)
  if (known === undefined) made.set(router, (known = new Map()))
  let links = known.get(langPath)
  if (links === undefined) known.set(langPath, (links = makeLinks(router, langPath)))
  return links
}

function makeLinks(router: ShopRouter, langPath: string): Links {
  const at = (name: keyof typeof fixedPaths): string => `${langPath}${fixedPaths[name]}`
  const fill = (rule: string, slug: string): string => `${langPath}${fillPattern(rule, slug)}`
  const named = entrySlugs(router)
  const entry = (kind: NamedKind, rule: string): ((slug: string) => string) => {
    const slugs = named?.table(kind, langPath)?.slugs
    return slugs === undefined ? (slug) => fill(rule, slug) : (slug) => fill(rule, slugs.get(slug) ?? slug)
  }
  const product = entry('product', router.productRule)
  return {
    home: () => (langPath === '' ? '/' : langPath),
    search: (query) => `${at('search')}${query === undefined ? '' : `?q=${encodeURIComponent(query)}`}`,
    cart: () => at('cart'),
    cartLink: (items) =>
      `${at('cart-link')}${items === undefined ? '' : `?${new URLSearchParams({ items })}`}`,
    couponLink: (coupon, next) => `${at('cart-link')}${queryOf({ coupon, next })}`,
    checkout: (slug, step) =>
      fill(fixedPaths['checkout-detail'], slug) +
      (step === undefined ? '' : `?${new URLSearchParams({ step })}`),
    thankYou: (order) => `${at('checkout-thankyou')}?${new URLSearchParams({ order })}`,
    order: (number, key) =>
      fill(fixedPaths['order-detail'], number) +
      (key === undefined ? '' : `?${new URLSearchParams({ key })}`),
    orderReturn: (number, way) => `${fill(fixedPaths['order-return'], number)}${queryOf({ way })}`,
    returnDetail: (number) => fill(fixedPaths['return-detail'], number),
    userReturn: (number) => fill(`${router.userPath}${userPaths['user-return-detail']}`, number),
    review: (line, more = {}) => `${fill(fixedPaths['review-write'], String(line))}${queryOf(more)}`,
    askQuestion: (product) => `${at('question-ask')}?${new URLSearchParams({ product })}`,
    question: (code) => fill(fixedPaths['question-detail'], code),
    payment: (order) => fill(fixedPaths.payment, order),
    paymentReturn: (order) => fill(fixedPaths['payment-return'], order),
    orderLookup: () => at('order-lookup'),
    choose: (slug) => fill(fixedPaths.choose, slug),
    compare: (slugs) =>
      `${at('compare')}${slugs.map((slug, index) => `${index === 0 ? '?' : '&'}p=${encodeURIComponent(slug)}`).join('')}`,
    favourites: (type = 'product', page = 1) =>
      `${langPath}${router.userPath}favorite${queryOf({
        type: type === 'product' ? null : type,
        page: page === 1 ? null : page,
      })}`,
    sharedFavourites: (token, page = 1) =>
      `${at('favorite-shared')}${queryOf({ list: token, page: page === 1 ? null : page })}`,
    category: entry('category', router.categoryRule),
    collection: entry('collection', router.collectionRule),
    product: (slug, sku) => product(slug) + (sku === undefined ? '' : `/${encodeURIComponent(sku)}`),
    tag: entry('tag', router.tagRule),
    article: entry('article', router.articleRule),
    articles: () => `${langPath}${articleListPath(router)}`,
    page: entry('page', router.pageRule),
    promotion: (slug) => fill(fixedPaths['promotion-detail'], slug),
    promotions: () => at('promotion'),
    coupon: (slug) => fill(fixedPaths['coupon-detail'], slug),
    coupons: () => at('coupon'),
    consent: () => at('consent'),
    inquiry: (slug, { product, order } = {}) =>
      fill(fixedPaths['inquiry-detail'], slug) + queryOf({ product, order }),
    inquiryThanks: (form, number) => `${at('inquiry-thankyou')}?${new URLSearchParams({ form, number })}`,
    mailLink: (page, token) => `${langPath}/${page}?token=${encodeURIComponent(token)}`,
    alertAsked: () => at('alert-asked'),
    signIn: (next) => `${at('auth-signin')}${queryOf({ next })}`,
    signUp: (next) => `${at('auth-signup')}${queryOf({ next })}`,
    forget: () => at('auth-forget'),
    resetPassword: (token) => `${at('auth-reset-password')}${queryOf({ token })}`,
    verifyEmail: (token) => `${at('auth-verify-email')}${queryOf({ token })}`,
    undoChange: (undo) => `${at('auth-verify-email')}${queryOf({ undo })}`,
    verifyPrompt: () => at('auth-verify-prompt'),
    oauth: () => at('auth-oauth'),
    qr: (ticket) => `${at('auth-qr')}${queryOf({ ticket })}`,
    user: (part) => `${langPath}${router.userPath}${part}`,
    userOrders: ({ status, payStatus, q, page = 1 } = {}) =>
      `${langPath}${router.userPath}${userPaths['user-order']}${queryOf({
        status,
        payStatus,
        q: q === '' ? null : q,
        page: page === 1 ? null : page,
      })}`,
    userOrder: (number) => fill(`${router.userPath}${userPaths['user-order-detail']}`, number),
    confirm: (next) =>
      `${langPath}${router.userPath}${userPaths['user-confirm']}?${new URLSearchParams({ next })}`,
    accountFile: (file) => `${langPath}${accountFiles[file]}`,
    form: (call) => `${langPath}/form/${call}`,
  }
}

/** `?type=article&page=2`, without what is null or absent. */
function queryOf(fields: Readonly<Record<string, string | number | null | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}

/** The list of articles lies above them: `/journal` for the rule `/journal/:slug`. */
export function articleListPath({ articleRule }: ShopRouter): string {
  const above = /^((?:\/[^/:*]+)+)\/:slug$/.exec(articleRule)?.[1]
  return above ?? '/article'
}

function fillPattern(rule: string, slug: string): string {
  return rule.replace(/:slug\b|\*/, encodeURIComponent(slug))
}
