import compileMessage from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { own } from '#domain/by-word.ts'
import { translator, type Texts } from '#i18n/t.ts'
import { Refused } from './faults.ts'

/** Texts of a language by their keys: the theme's own, else those of the shop that templates may show. */
export interface Words {
  /** The message with its arguments; null: there is none. */
  say(key: string, values: Readonly<Record<string, string | number>>): string | null
}

/**
 * @param own of the theme, best language first: nested objects, whose names make the key `product.tabs.care`
 * @param shop compiled already
 */
export function openWords(
  themes: readonly unknown[],
  shop: Readonly<Record<string, CompiledMessage>>,
  lang: string,
): Words {
  const compiled = new Map<string, CompiledMessage | null>()

  function message(key: string): CompiledMessage | null {
    const known = compiled.get(key)
    if (known !== undefined) return known
    const text = themes.map((words) => textOf(words, key)).find((found) => found !== null) ?? null
    const made = text === null ? (own(shop, key) ?? null) : compile(key, text)
    compiled.set(key, made)
    return made
  }

  return {
    say(key, values) {
      const found = message(key)
      if (found === null) return null
      if (typeof found === 'string') return found
      const say = translator({ [key]: found } as unknown as Texts, lang) as unknown as Say
      try {
        return say(key, values)
      } catch {
        throw new Refused(
          `the text "${key}" needs more than it is given: ${JSON.stringify(Object.keys(values))}`,
        )
      }
    },
  }
}

type Say = (key: string, values: Readonly<Record<string, string | number>>) => string

/** A text of a theme's words by its key; null: there is none. */
export function textOf(words: unknown, key: string): string | null {
  let place = words
  for (const name of key.split('.')) {
    if (typeof place !== 'object' || place === null) return null
    place = own(place as Record<string, unknown>, name)
  }
  return typeof place === 'string' ? place : null
}

/** Throws `Refused` for a text that is no message. */
export function compile(key: string, text: string): CompiledMessage {
  try {
    return compileMessage(text)
  } catch {
    throw new Refused(`the text "${key}" is no message: ${JSON.stringify(text.slice(0, 80))}`)
  }
}
