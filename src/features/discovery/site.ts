import { isLocale, type Locale } from '#i18n/locales.ts'
import type { Words } from '#i18n/words.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { ShopConfig } from '#wire/shop-config.ts'

/** The facts of the shop that files for machines are made of. */
export interface Site {
  db: Db
  shop: ShopConfig
  words: Words
  /** `https://shop.example`, without a trailing slash. */
  origin: string
  now: Date
}

/** The languages for hreflang. */
export function offeredLocales({ shop }: Pick<Site, 'shop'>): Locale[] {
  return shop.shop.languages.filter(isLocale)
}
