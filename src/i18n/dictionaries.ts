import compile from 'icu-minify/compile'
import { textLocale, type Locale, type TextLocale } from './locales.ts'
import type { MessageKey } from './keys.gen.ts'
import type { Texts } from './t.ts'

/** All messages of one file: key → ICU message. */
export type MessageFile = Readonly<Record<string, string>>

/** The compiled messages that a language shows. */
export type Dictionaries = (locale: Locale) => Texts<MessageKey>

/**
 * Compiles all messages once. Missing messages come from the fallback: zh-HK from zh, then English. Server only: the
 * compiler does not belong in the browser.
 */
export function createDictionaries(
  files: Readonly<Record<TextLocale, readonly MessageFile[]>>,
): Dictionaries {
  const en = Object.assign({}, ...files.en) as MessageFile
  const zh = { ...en, ...Object.assign({}, ...files.zh) } as MessageFile
  const hk = { ...zh, ...Object.assign({}, ...files['zh-HK']) } as MessageFile
  const compiled = { en: compileAll(en), zh: compileAll(zh), 'zh-HK': compileAll(hk) }
  return (locale) => compiled[textLocale(locale)]
}

function compileAll(messages: MessageFile): Texts<MessageKey> {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [key, compile(message)]),
  ) as Texts<MessageKey>
}
