import { own } from '#domain/by-word.ts'
import type { ProgramTexts } from '#i18n/dictionaries.ts'
import { localeNames, type Locale } from '#i18n/locales.ts'
import type { Database } from '#platform/server/db/db.ts'
import { fittingMessage } from '../rules/message-faults.ts'
import { shippedPacks } from '../rules/shipped-packs.ts'
import { baseText, englishOf, shopLanguages, type ShopLanguage } from '../rules/shop-texts.ts'

/** A language as `violet words list` shows it. */
export interface LanguageState {
  language: Locale
  name: string
  lang: string
  /** Where its texts come from; `none`: it is off. */
  from: ShopLanguage['from']
  /** Whether a pack comes with the program. */
  hasPack: boolean
  changed: number
  missing: number
}

export async function languageStates(db: Database, program: ProgramTexts): Promise<LanguageState[]> {
  const [languages, packs] = await Promise.all([shopLanguages(db, program), shippedPacks()])
  return languages.map((language) => ({
    language: language.language,
    name: localeNames[language.language],
    lang: language.lang,
    from: language.from,
    hasPack: packs.includes(language.language),
    changed: Object.keys(language.changed).length,
    missing: rowsOf(language, program).filter(({ state }) => state === 'missing').length,
  }))
}

/** A text in one language. */
export interface TextRow {
  language: Locale
  key: string
  /** What is written in this language; `` where it has nothing. */
  message: string
  english: string
  /** `unfit`: the merchant's text no longer fits this version of the program, and is not shown. */
  state: 'as it comes' | 'changed' | 'missing' | 'unfit'
}

export interface TextFilter {
  /** Null for all that have texts of their own. */
  language: Locale | null
  changed: boolean
  missing: boolean
  /** In the key, the message or the English one; any case. */
  find: string | null
}

export async function listTexts(
  db: Database,
  program: ProgramTexts,
  { language, changed, missing, find }: TextFilter,
): Promise<TextRow[]> {
  const languages = await shopLanguages(db, program)
  const wanted = find?.toLowerCase() ?? null
  const states = [...(changed ? ['changed', 'unfit'] : []), ...(missing ? ['missing'] : [])]
  return languages
    .filter((one) => (language === null ? one.from !== 'none' : one.language === language))
    .flatMap((one) => rowsOf(one, program))
    .filter(({ state }) => states.length === 0 || states.includes(state))
    .filter((row) => wanted === null || textOf(row).includes(wanted))
}

function textOf({ key, message, english }: TextRow): string {
  return `${key}\n${message}\n${english}`.toLowerCase()
}

/** By key; what the merchant changed and the program has no more stands last. */
function rowsOf(language: ShopLanguage, program: ProgramTexts): TextRow[] {
  const english = englishOf(program)
  const gone = Object.keys(language.changed).filter((key) => !Object.hasOwn(english, key))
  return [...Object.keys(english).toSorted(), ...gone].map((key) =>
    rowOf(language, key, own(english, key) ?? null),
  )
}

function rowOf(language: ShopLanguage, key: string, english: string | null): TextRow {
  const written = language.changed[key]?.message
  const message = written ?? baseText(language, key) ?? ''
  const row = { language: language.language, key, message, english: english ?? '' }
  if (written === undefined) return { ...row, state: message === '' ? 'missing' : 'as it comes' }
  const fits = english !== null && fittingMessage(written, english, language.lang).ok
  return { ...row, state: fits ? 'changed' : 'unfit' }
}
