import { mailCtx } from '#app/mails.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import type { Config } from '#platform/server/config.ts'
import type { ShopConfigDocument, Theme } from '#wire/shop-config.ts'

/** Says things in the shop's languages, as its mails and pages do. */
export type WordsFor = (locale: string) => ReturnType<typeof mailCtx>

/** The words are loaded with it: few commands need them. */
export async function openWords(
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
  document: ShopConfigDocument,
): Promise<WordsFor> {
  const { dictionaries } = await import('#storefront/dictionaries.ts')
  // The document's own values; none is undefined, since it came from JSON.
  const shop = { ...document, theme: { ...defaultTheme, ...document.theme } as Theme }
  const origin = (): string => publicUrl ?? `http://localhost:${port}`
  return (locale) => mailCtx({ origin, shop: () => shop, dictionaries }, locale)
}
