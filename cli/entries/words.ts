import { mailCtx } from '#app/mails.ts'
import { shopOrigin } from '#features/shop/origin.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { wordsReader } from '#features/words/rules/read-words.ts'
import type { Locale } from '#i18n/locales.ts'
import type { ShopConfigDocument, Theme } from '#wire/shop-config.ts'
import type { Shop } from '../shop.ts'

/** Says things in the shop's languages, as its mails and pages do. */
export interface WordsFor {
  (locale: string): ReturnType<typeof mailCtx>
  /** Those that have texts of their own. */
  languages: readonly Locale[]
}

/** The texts of the program are loaded with it: few commands need them. */
export async function openWords(
  { config, db }: Pick<Shop, 'config' | 'db'>,
  document: ShopConfigDocument,
): Promise<WordsFor> {
  const { program } = await import('#storefront/dictionaries.ts')
  const words = await wordsReader(program)(db)
  // The document's own values; none is undefined, since it came from JSON.
  const shop = { ...document, theme: { ...defaultTheme, ...document.theme } as Theme }
  const origin = await shopOrigin(db, config)
  const parts = { origin: () => origin, shop: () => shop, words: () => words }
  return Object.assign((locale: string) => mailCtx(parts, locale), { languages: words.languages })
}
