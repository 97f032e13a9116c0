import compile from 'icu-minify/compile'
import { fallbackChain, hasTexts, textLocale, textLocales, type Locale, type TextLocale } from './locales.ts'
import type { MessageKey } from './keys.gen.ts'
import type { Texts } from './t.ts'

/** All messages of one file: key → ICU message. */
export type MessageFile = Readonly<Record<string, string>>

/** The compiled messages that a language shows. */
export type Dictionaries = (locale: Locale) => Texts<MessageKey>

/**
 * Compiles all messages once. Missing messages come from the next language of the fallback chain. Server only: the
 * compiler does not belong in the browser.
 * @param files path → messages; the file name is the language
 */
export function createDictionaries(files: Readonly<Record<string, MessageFile>>): Dictionaries {
  const written: Partial<Record<TextLocale, Record<string, string>>> = {}
  for (const [path, messages] of Object.entries(files)) {
    const language = /([^/]+)\.json$/.exec(path)?.[1] ?? ''
    if (!hasTexts(language)) throw new Error(`${path}: ${language} is not in textLocales of i18n/locales.ts`)
    Object.assign((written[language] ??= {}), messages)
  }
  const compiled = new Map(
    textLocales.map((language) => [language, compileAll(withFallbacks(written, language))]),
  )
  return (locale) => compiled.get(textLocale(locale))!
}

function withFallbacks(
  written: Readonly<Partial<Record<TextLocale, MessageFile>>>,
  language: TextLocale,
): MessageFile {
  const languages = fallbackChain(language).filter(hasTexts)
  return Object.assign({}, ...languages.toReversed().map((one) => written[one])) as MessageFile
}

function compileAll(messages: MessageFile): Texts<MessageKey> {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [key, compile(message)]),
  ) as Texts<MessageKey>
}
