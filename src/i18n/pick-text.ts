import { own } from '#domain/by-word.ts'
import { fallbackChain, type Locale } from './locales.ts'

/** The text in the language, in a relative of it, in English, or else in whatever language there is. */
export function pickText(texts: Readonly<Record<string, string>> | null | undefined, locale: Locale): string {
  if (!texts) return ''
  for (const candidate of fallbackChain(locale)) {
    const text = own(texts, candidate)
    if (text !== undefined) return text
  }
  return Object.values(texts)[0] ?? ''
}
