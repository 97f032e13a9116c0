import formatMessage, { type CompiledMessage } from 'icu-minify/format'
import type { MessageArgs, MessageKey } from './keys.gen.ts'

/** Some compiled messages of one language: a whole dictionary, or an island's part of it. */
export type Texts<K extends MessageKey = MessageKey> = { readonly [key in K]: CompiledMessage }

/** Looks up and formats a message; arguments are typed by message. */
export type Translate<K extends MessageKey = MessageKey> = <N extends K>(
  key: N,
  ...args: MessageArgs[N] extends Record<string, never> ? [] : [values: MessageArgs[N]]
) => string

/** `lang` is a BCP 47 tag: it decides plurals and numbers. */
export function translator<K extends MessageKey>(texts: Texts<K>, lang: string): Translate<K> {
  return (key, ...args) => {
    const message = texts[key]
    if (typeof message === 'string') return message
    return String(
      formatMessage<string>(message, lang, args[0] as Record<string, string | number> | undefined, {
        formatters,
      }),
    )
  }
}

/** The named messages alone, for an island that needs no others. */
export function pickTexts<K extends MessageKey>(texts: Texts, keys: readonly K[]): Texts<K> {
  return Object.fromEntries(keys.map((key) => [key, texts[key]])) as Texts<K>
}

const kept = new Map<string, Intl.NumberFormat | Intl.PluralRules | Intl.DateTimeFormat>()

function keep<T extends Intl.NumberFormat | Intl.PluralRules | Intl.DateTimeFormat>(
  key: string,
  make: () => T,
): T {
  let value = kept.get(key) as T | undefined
  if (value === undefined) kept.set(key, (value = make()))
  return value
}

// Intl objects cost microseconds to use and milliseconds to make.
const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    keep(`d${JSON.stringify(args)}`, () => new Intl.DateTimeFormat(...args)),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    keep(`n${JSON.stringify(args)}`, () => new Intl.NumberFormat(...args)),
  // By far the most frequent: a listing counts the colours of each card.
  getPluralRules: (lang: string, options: Intl.PluralRulesOptions = {}) =>
    keep(`p${lang} ${options.type ?? ''}`, () => new Intl.PluralRules(lang, options)),
}
