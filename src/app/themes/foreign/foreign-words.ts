import { byWord, own } from '#domain/by-word.ts'
import { pickText } from '#i18n/pick-text.ts'
import { isLocale, type Locale } from '#i18n/locales.ts'
import { plainIn, readPlain, type ForeignFiles, type Plain } from './foreign-files.ts'
import { asShown, isDynamic } from './foreign-values.ts'
import type { ImportReport } from './report.ts'

/* What a theme of another platform says by keys, such as `t:sections.hero.title`: the texts stand in its `locales/`. */

/** A text by language. */
export type Words = Readonly<Record<string, string>>

/** A file of `locales/` that could be read. */
export interface WordFile {
  path: string
  language: Locale
  /** It has the words of the editor, and not those of pages. */
  isOfEditor: boolean
  texts: Plain
}

const wordPath = /^locales\/([A-Za-z-]{1,20}?)(\.default)?(\.schema)?\.json$/

/** All that can be read, with a line about each of the others. */
export function wordFiles(files: ForeignFiles, report: ImportReport): WordFile[] {
  return [...files.keys()].flatMap((path): WordFile[] => {
    const found = wordPath.exec(path)
    if (found === null) return []
    const language = languageOf(found[1]!)
    if (language === null) {
      report.left(path, '', 'no address of the shop has this language')
      return []
    }
    const texts = readPlain(files, path, report)
    return texts === null ? [] : [{ path, language, isOfEditor: found[3] !== undefined, texts }]
  })
}

/** The language that the theme's own words are written in. */
export function languageOfTheme(files: ForeignFiles): Locale {
  const names = [...files.keys()].map((path) => wordPath.exec(path))
  const usual = names.find((found) => found?.[2] !== undefined && found[3] === undefined)
  return languageOf(usual?.[1] ?? '') ?? 'en'
}

/** The language of `de`, `pt-BR` or `zh-Hant`; null for one that no address has. */
function languageOf(name: string): Locale | null {
  if (isLocale(name)) return name
  if (/^zh-(Hant|MO)\b/i.test(name)) return 'zh-HK'
  // Another region of a language that has an address is that language.
  const known = name.split('-')[0]!
  return isLocale(known) ? known : null
}

/** Whether a setting is the key of a text. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^t:[\w.-]{1,200}$/.test(value)
}

/** Why what a key stands for was left. */
export function noText(key: unknown): string {
  return `no file of locales/ has a text for ${asShown(key)}: write the text itself`
}

/** What `t:sections.hero.title` says in each language that has a text for it; null where none has one. */
export type ReadKey = (key: string) => Words | null

export function keyReader(files: readonly WordFile[]): ReadKey {
  // The words of the editor are where that platform looks for the keys of settings.
  const ordered = [...files.filter(({ isOfEditor }) => isOfEditor), ...files.filter((one) => !one.isOfEditor)]
  return (key) => {
    const steps = key.slice('t:'.length).split('.')
    const last = steps.pop()!
    const said = byWord<string>()
    for (const { language, texts } of ordered) {
      const text = own(steps.reduce(plainIn, texts), last)
      if (typeof text === 'string' && text !== '' && !isKey(text)) said[language] ??= text
    }
    return Object.keys(said).length === 0 ? null : said
  }
}

/** A setting that is a text, by language: as it stands there, or what its key says. Null for any other. */
export function wordsOf(value: unknown, language: Locale, readKey: ReadKey): Words | null {
  if (typeof value !== 'string') return null
  const said = isKey(value) ? (readKey(value) ?? {}) : { [language]: value }
  const plain = Object.entries(said).filter(([, text]) => !isDynamic(text))
  return plain.length === 0 ? null : Object.fromEntries(plain)
}

/**
 * One text of several, in each language that one of them has: one that lacks it stands there as it stands on a page in
 * that language.
 */
export function composed<const T extends readonly (Words | null)[]>(
  parts: T,
  build: (...texts: { [At in keyof T]: string | null }) => string,
): Words {
  const languages = [...new Set(parts.flatMap((part) => Object.keys(part ?? {})))]
  return Object.fromEntries(
    languages.map((language) => {
      const texts = parts.map((part) => (part === null ? null : pickText(part, language as Locale)))
      return [language, build(...(texts as { [At in keyof T]: string | null }))]
    }),
  )
}
