import type { Stylesheet, StylesheetHrefs } from './stylesheets.ts'
import type { ShopRouter, Theme } from './shop-config.ts'

/** The names of pages: also the names of templates and `body` classes. */
export type PageName =
  | 'home'
  | 'category'
  | 'product'
  | 'cart'
  | 'cart-link'
  | 'checkout-detail'
  | 'checkout-thankyou'
  | 'payment'
  | 'compare'
  | 'choose'
  | 'recent'
  | 'favorite'
  | 'favorite-shared'
  | 'search'
  | 'tag'
  | 'collection'
  | 'article'
  | 'article-list'
  | 'page'
  | 'promotion'
  | 'promotion-list'
  | 'coupon'
  | 'coupon-list'
  | 'consent'
  | 'custom'
  | 'inquiry'
  | 'inquiry-thankyou'
  | 'newsletter'
  | 'notification'
  | 'alert'
  | 'order'
  | 'order-lookup'
  | 'order-return'
  | 'return'
  | 'review-write'
  | 'review-unsubscribe'
  | 'question-ask'
  | 'question'
  | 'auth'
  | 'user'
  | 'not-found'
  | 'error'

/** The names of skeletons: what `data-page` of a link may say of the page that it leads to. */
export type SkeletonName =
  | Extract<
      PageName,
      | 'home'
      | 'category'
      | 'search'
      | 'collection'
      | 'tag'
      | 'recent'
      | 'favorite'
      | 'product'
      | 'cart'
      | 'order'
      | 'inquiry'
      | 'article'
      | 'article-list'
      | 'page'
      | 'promotion'
      | 'promotion-list'
      | 'coupon'
      | 'coupon-list'
      | 'auth'
      | 'user'
    >
  | 'checkout'

/** A value that JSON carries unchanged, for island props and page data. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

export interface MetaTag {
  /** `name` for description and robots, `property` for Open Graph. */
  key: 'name' | 'property'
  name: string
  content: string
}

export interface Alternate {
  /** BCP 47 language or `x-default`. */
  lang: string
  href: string
}

/** The contents of a page's head; a visit carries them as `data.meta`. */
export interface PageMeta {
  title: string
  description: string
  tags: MetaTag[]
  canonical: string
  alternates: Alternate[]
  lang: string
  dir: 'ltr' | 'rtl'
  page: PageName
  build: string
  status: number
  themeHref: string
  /** All of them are in the document before the page is shown. */
  styles: Stylesheet[]
  hideHeader: boolean
  hideFooter: boolean
  /** Never cached, neither by the server's page cache nor by the browser's. */
  private: boolean
  /** JSON-LD blocks. */
  structured: Json[]
  /** Where the visitor should be instead; a path on this shop. */
  redirect?: string
}

/** The answer to `GET <path>?request=route`, inside the envelope. */
export interface PagePayload {
  data: Json
  theme: Theme
  html: string
  meta: PageMeta
}

/** `<script type="application/json" id="initial-data">` of every document. */
export interface InitialData {
  config: { router: ShopRouter }
  theme: Theme
  pageData: Json
  page: {
    name: PageName
    build: string
    /** BCP 47. */
    lang: string
    /** `` for English, `/zh`, `/zh-HK`, … */
    langPath: string
    currency: string
    /** As in `PageMeta`. */
    private: boolean
    /** The paths of private pages: `personalSource`. */
    personal: string
    /** Those that pages of the shop need. One that is not there: the page that asks for it is loaded as a whole. */
    styles: Partial<StylesheetHrefs>
    /** Texts that the runtime itself shows, in the page's language. */
    texts: RuntimeTexts
  }
}

/** The request errors of the specification, section 8, and the few words of the runtime. */
export interface RuntimeTexts {
  unknownError: string
  timeout: string
  authorization: string
  fail: string
  signIn: string
  offline: string
  added: string
  removed: string
  undo: string
  close: string
}

/** When a marked part wakes. */
export type IslandMoment =
  | 'interact'
  | 'visible'
  | `visible:${string}`
  | 'idle'
  | 'load'
  | `delay:${number}`
  | `(${string}`
