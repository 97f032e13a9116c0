import type { FastifyBaseLogger } from 'fastify'
import type { Locale } from '#i18n/locales.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Texts, Translate } from '#i18n/t.ts'
import type { Currency } from '#domain/currency.ts'
import type { ShopConfig } from '#wire/shop-config.ts'
import type { Db, Tx } from './db/db.ts'
import type { LiveTeller } from './live-bus.ts'
import type { Providers } from './pay.ts'

/** What every page, call and command knows: passed, never ambient. */
export interface Ctx {
  db: Db
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Data that is the same for everyone, read once and kept until a change of one of the tags: see `PageCache.data`. */
  kept<T>(key: string, tags: readonly string[], read: () => Promise<T>): Promise<T>
  /** The moment of the request: one for all that it does. */
  now: Date
  locale: Locale
  /** BCP 47, for formats and `<html lang>`. */
  lang: string
  /** `` for English, `/zh`, … */
  langPath: string
  currency: Currency
  shop: ShopConfig
  t: Translate
  /** All compiled messages of the language, to pick an island's from. */
  texts: Texts<MessageKey>
  /** `https://shop.example`, without a trailing slash. */
  origin: string
  log: FastifyBaseLogger
  visitor: Visitor
  /** The pages that are open elsewhere: told after the commit. */
  live: LiveTeller
  /** Who carries out payments. */
  pay: Providers
}

/** Who is asking. Public pages never look at it. */
export interface Visitor {
  /** Cookies as they came. */
  cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string | null, options: { httpOnly: boolean; maxAge?: number }): void
  /** What the last form post had to say, shown once by a private page. */
  notice: Notice | null
  /** A refused form, given back to its own page; null for whoever only looks. */
  posted: Posted | null
  /** The network address that the request came from. */
  ip: string
  /** As they came, with lower-case names; the cookies in them are not parsed. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Posted {
  /** As the form's fields are called; several of one name in their order. */
  values: Readonly<Record<string, readonly string[]>>
  /** Name of a field → what is wrong with it, in the visitor's language. */
  errors: Readonly<Record<string, string>>
  /** What is wrong in all, in the visitor's language. */
  text: string
}

export interface Notice {
  /** A message in the visitor's language. */
  text: string
  kind: 'done' | 'refused'
}
