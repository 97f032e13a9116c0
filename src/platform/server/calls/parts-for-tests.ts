import { htmlLang, textLocales } from '#i18n/locales.ts'
import type { Words } from '#i18n/words.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { ContextParts } from '#platform/server/request.ts'
import { shopConfig, type ShopConfig } from '#wire/shop-config.ts'

// Every message is its own key: what is tested is which one is chosen.
const words: Words = {
  texts: (locale) => new Proxy({}, { get: (_, key) => `${locale} ${String(key)}` }) as never,
  lang: htmlLang,
  name: (locale) => locale,
  languages: textLocales,
  version: '',
}

/** What calls and pages are given, of a shop without anything of its own: for tests of the machinery. */
export function testParts(db: Database): ContextParts {
  const shop = { ...shopConfig.parse({}), theme: {} } as unknown as ShopConfig
  return {
    db,
    words: () => words,
    shop: () => shop,
    origin: () => 'https://shop.example',
    live: { tell: () => {} },
    pay: new Map(),
    signInBy: new Map(),
    forgetSession: () => {},
    isBreached: async () => false,
    who: async () => ({
      browser: null,
      owner: null,
      customer: null,
      session: null,
      over: null,
      opened: [],
    }),
    scopeOf: (cookies) => cookies['violet_cart'] ?? null,
    passkeyDomain: null,
    countryHeader: null,
    secure: true,
    kept: (_key, _tags, read) => read(),
  }
}
