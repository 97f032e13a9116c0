import type { FastifyBaseLogger } from 'fastify'
import type { Locale } from '#i18n/locales.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Texts, Translate } from '#i18n/t.ts'
import type { Words } from '#i18n/words.ts'
import type { Currency } from '#domain/currency.ts'
import type { ProblemName } from '#wire/problems.ts'
import type { ShopConfig } from '#wire/shop-config.ts'
import type { Db, Tx } from './db/db.ts'
import type { LiveTeller } from './live-bus.ts'
import type { Providers } from './pay.ts'
import type { SignInProviders } from './sign-in-providers.ts'

/** Everything that a page, call or command may depend on: passed as an argument, never ambient. */
export interface Ctx {
  db: Db
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Data that is the same for everyone, cached until one of the tags changes: see `PageCache.data`. */
  kept<T>(key: string, tags: readonly string[], read: () => Promise<T>): Promise<T>
  /** The moment of the request: one for all that it does. */
  now: Date
  locale: Locale
  /** BCP 47, for formats and `<html lang>`: what the texts under the prefix are written in. */
  lang: string
  /** `` for English, `/zh`, … */
  langPath: string
  currency: Currency
  shop: ShopConfig
  t: Translate
  /** All compiled messages of the language, to pick an island's from. */
  texts: Texts<MessageKey>
  /** Those of all languages, at the moment of the request. */
  words: Words
  /** `https://shop.example`, without a trailing slash. */
  origin: string
  /** The domain that passkeys belong to; null for the host of `origin`. */
  passkeyDomain: string | null
  log: FastifyBaseLogger
  visitor: Visitor
  /**
   * Who is asking, read from the database on its first use: call it before a transaction begins, which holds a
   * connection. Pages that are the same for everybody never call it.
   */
  who(): Promise<Who>
  /** Sends to pages that are open elsewhere, after the commit. */
  live: LiveTeller
  /** Whether a password is among those that leaked elsewhere. */
  isBreached(password: string): Promise<boolean>
  /** The payment providers. */
  pay: Providers
  /** Whom shoppers may sign in by; empty where none is configured. */
  signInBy: SignInProviders
}

/** Who is asking, as far as cookies prove it: see `features/session`. */
export interface Who {
  /** SHA-256 of the browser's own token. Null: it has none yet. */
  browser: Buffer | null
  /** To whom carts, checkouts and orders belong: the customer, or a guest's browser. Null: a browser without a token. */
  owner: Buffer | null
  /** Id of the customer who is signed in; null for a guest. */
  customer: number | null
  /** The session of a customer who is signed in; null for a guest. */
  session: Session | null
  /** Why a browser that came with a session is a guest now: it is not valid, was ended elsewhere, or got another token by another tab. */
  over: 'invalid' | 'elsewhere' | 'renewed' | null
  /** Ids of the orders that signed links of mails have opened in this browser. */
  opened: readonly number[]
}

/** Where a customer is signed in. */
export interface Session {
  id: number
  customer: number
  /** "Remember this device". */
  isKept: boolean
  /** The customer has proven lately who it is, as changes of the account itself ask for. */
  isFresh: boolean
}

/** What the request says of the visitor. Public pages never look at it. */
export interface Visitor {
  /** Cookies of the request. */
  cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string | null, options: { httpOnly: boolean; maxAge?: number }): void
  /** The message of the last form post, shown once by a private page. */
  notice: Notice | null
  /** A refused form, for its own page to show again; null for other requests. */
  posted: Posted | null
  /** A call of scripts, not a page or a form. */
  isCall: boolean
  /** The IP that the request came from. */
  ip: string
  /** Headers with lower-case names; the cookies in them are not parsed. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Posted {
  /** The name of the refusal, of `wire/problems.ts`. */
  problem: ProblemName
  /** As the form's fields are called; several of one name in their order. */
  values: Readonly<Record<string, readonly string[]>>
  /** Name of a field → its error, in the visitor's language. */
  errors: Readonly<Record<string, string>>
  /** Errors of the form as a whole, in the visitor's language. */
  text: string
}

export interface Notice {
  /** A message in the visitor's language. */
  text: string
  kind: 'done' | 'refused'
}
