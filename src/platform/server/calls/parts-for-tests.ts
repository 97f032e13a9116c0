import type { Dictionaries } from '#i18n/dictionaries.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { ContextParts } from '#platform/server/request.ts'
import { shopConfig, type ShopConfig } from '#wire/shop-config.ts'

// Every message is its own key: what is tested is which one is chosen.
const dictionaries: Dictionaries = (locale) =>
  new Proxy({}, { get: (_, key) => `${locale} ${String(key)}` }) as never

/** What calls and pages are given, of a shop without anything of its own: for tests of the machinery. */
export function testParts(db: Database): ContextParts {
  const shop = { ...shopConfig.parse({}), theme: {} } as unknown as ShopConfig
  return {
    db,
    dictionaries,
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
