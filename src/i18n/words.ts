import type { CompiledMessage } from 'icu-minify/format'
import type { MessageKey } from './keys.gen.ts'
import { defaultLocale, fallbackChain, htmlLang, localeNames, locales, type Locale } from './locales.ts'
import type { Texts } from './t.ts'

/** Compiled messages of each language that has texts of its own. */
export type CompiledTexts = Readonly<Partial<Record<Locale, Readonly<Record<string, CompiledMessage>>>>>

/**
 * All interface texts at one moment. A page is rendered with one of these from its first word to its last, whatever is
 * changed meanwhile.
 */
export interface Words {
  /** The messages that a language shows: its own, else those of its relatives, else English ones. */
  texts(locale: Locale): Texts<MessageKey>
  /** BCP 47: what the texts under a prefix are written in. The prefix itself, unless a language pack says otherwise. */
  lang(locale: Locale): string
  /** The language under a prefix, as its speakers call it. */
  name(locale: Locale): string
  /** The languages that have texts of their own. */
  languages: readonly Locale[]
  /** The same wherever the same texts are shown; `` for those of the program alone. */
  version: string
}

interface Setting {
  /** Where a pack is written in another language than that of its prefix. */
  langs?: Readonly<Partial<Record<Locale, string>>>
  version?: string
}

/** Missing messages come from the next language of the fallback chain. */
export function createWords(texts: CompiledTexts, { langs = {}, version = '' }: Setting = {}): Words {
  const languages = locales.filter((locale) => texts[locale] !== undefined)
  const made = new Map(
    languages.map((language) => [
      language,
      Object.assign(
        {},
        ...fallbackChain(language)
          .toReversed()
          .map((one) => texts[one]),
      ) as Texts<MessageKey>,
    ]),
  )
  const lang = (locale: Locale): string => langs[locale] ?? htmlLang(locale)
  return {
    texts: (locale) => made.get(fallbackChain(locale).find((one) => made.has(one)) ?? defaultLocale)!,
    lang,
    name: (locale) =>
      langs[locale] === undefined ? localeNames[locale] : ownName(lang(locale), localeNames[locale]),
    languages,
    version,
  }
}

/** "العربية" for ar. */
function ownName(lang: string, otherwise: string): string {
  return new Intl.DisplayNames(lang, { type: 'language' }).of(lang) ?? otherwise
}
