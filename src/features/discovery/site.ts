import { isLocale, type Locale } from '#i18n/locales.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { ShopConfig } from '#wire/shop-config.ts'

/** What is told to machines of the shop as a whole is made of this. */
export interface Site {
  db: Db
  shop: ShopConfig
  /** `https://shop.example`, without a trailing slash. */
  origin: string
  now: Date
}

/** The languages that machines are told of. */
export function offeredLocales({ shop }: Pick<Site, 'shop'>): Locale[] {
  return shop.shop.languages.filter(isLocale)
}
