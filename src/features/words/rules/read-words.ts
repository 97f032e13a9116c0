import { hash } from 'node:crypto'
import type { CompiledMessage } from 'icu-minify/format'
import { byWord, own } from '#domain/by-word.ts'
import type { ProgramTexts } from '#i18n/dictionaries.ts'
import { htmlLang, type Locale } from '#i18n/locales.ts'
import { createWords, type CompiledTexts, type Words } from '#i18n/words.ts'
import type { Db } from '#platform/server/db/db.ts'
import { storedWords, type StoredWords } from '../queries.ts'
import { fittingMessage } from './message-faults.ts'
import { baseText, englishOf, languageOf, type ShopLanguage } from './shop-texts.ts'

/** A text of the shop that this version of the program cannot show. */
export interface UnfitText {
  language: Locale
  key: string
}

/**
 * Reads the interface texts of a shop, each time anew, and compiles what it has not seen before. A text that no longer
 * fits, because the program has changed since it was written, is left out and reported.
 */
export function wordsReader(
  program: ProgramTexts,
  report: (unfit: readonly UnfitText[]) => void = () => {},
): (db: Db) => Promise<Words> {
  let compiled: Compiled = new Map()
  return async (db) => {
    const stored = await storedWords(db)
    if (stored.packs.length === 0 && stored.changed.length === 0) return program.words
    const next: Compiled = new Map()
    const compile = (language: ShopLanguage, key: string, message: string): CompiledMessage | null => {
      const id = `${language.lang}|${key}|${message}`
      const known = compiled.get(id)
      const made = known === undefined ? fitting(program, language, key, message) : known
      next.set(id, made)
      return made
    }
    const read = await compileLanguages(stored, program, compile)
    compiled = next
    if (read.unfit.length > 0) report(read.unfit)
    return createWords(read.texts, { langs: read.langs, version: versionOf(stored) })
  }
}

/** By language, key and message; null for one that does not fit. */
type Compiled = Map<string, CompiledMessage | null>

type Compile = (language: ShopLanguage, key: string, message: string) => CompiledMessage | null

function fitting(
  program: ProgramTexts,
  { lang }: ShopLanguage,
  key: string,
  message: string,
): CompiledMessage | null {
  const english = own(englishOf(program), key)
  const fit = english === undefined ? null : fittingMessage(message, english, lang)
  return fit?.ok ? fit.value : null
}

async function compileLanguages(
  stored: StoredWords,
  program: ProgramTexts,
  compile: Compile,
): Promise<{ texts: CompiledTexts; langs: Partial<Record<Locale, string>>; unfit: UnfitText[] }> {
  const texts: Partial<Record<Locale, Record<string, CompiledMessage>>> = { ...program.compiled }
  const langs: Partial<Record<Locale, string>> = {}
  const unfit: UnfitText[] = []
  const touched = new Set([...stored.packs, ...stored.changed].map(({ language }) => language))
  for (const name of touched) {
    const language = await languageOf(stored, program, name)
    // What is left of a language that is off is shown nowhere.
    if (language.from === 'none') continue
    const { made, lacking } = compileOne(language, program, compile)
    texts[name] = made
    unfit.push(...lacking.map((key) => ({ language: name, key })))
    if (language.lang !== htmlLang(name)) langs[name] = language.lang
    // Compiling a language takes some hundredths of a second: requests come in between.
    await new Promise(setImmediate)
  }
  return { texts, langs, unfit }
}

function compileOne(
  language: ShopLanguage,
  program: ProgramTexts,
  compile: Compile,
): { made: Record<string, CompiledMessage>; lacking: string[] } {
  const isProgram = language.from === 'program'
  const made = byWord<CompiledMessage>(
    isProgram ? program.compiled[language.language as keyof typeof program.compiled] : {},
  )
  const lacking: string[] = []
  const take = (key: string, message: string): void => {
    const ready = compile(language, key, message)
    if (ready === null) lacking.push(key)
    else made[key] = ready
  }
  if (!isProgram)
    for (const key of Object.keys(englishOf(program))) {
      const message = baseText(language, key)
      if (message !== null) take(key, message)
    }
  for (const { key, message } of Object.values(language.changed)) take(key, message)
  return { made, lacking }
}

/** The same on every node, and another one after every change. */
function versionOf({ packs, changed }: StoredWords): string {
  const facts = [packs.map(({ language, lang, addedAt }) => [language, lang, addedAt]), changed]
  return hash('sha256', JSON.stringify(facts), 'hex').slice(0, 8)
}
