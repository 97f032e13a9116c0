import { byWord, own } from '#domain/by-word.ts'
import type { MessageFile, ProgramTexts } from '#i18n/dictionaries.ts'
import { hasTexts, htmlLang, locales, type Locale } from '#i18n/locales.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { ChangedText, Pack } from '../contract.ts'
import { storedWords, type StoredWords } from '../queries.ts'
import { shippedPack } from './shipped-packs.ts'

/** A language as a shop has it. */
export interface ShopLanguage {
  language: Locale
  /** BCP 47. */
  lang: string
  /** Where its texts come from; `none`: it shows those of its relatives, or English ones. */
  from: 'program' | 'pack' | 'file' | 'none'
  /** Key → message, as they come. */
  base: MessageFile
  /** What the merchant wrote instead. */
  changed: Readonly<Record<string, ChangedText>>
}

/** All fifteen languages, as the shop has them now. */
export async function shopLanguages(db: Db, program: ProgramTexts): Promise<ShopLanguage[]> {
  const stored = await storedWords(db)
  return Promise.all(locales.map((language) => languageOf(stored, program, language)))
}

export async function languageOf(
  { packs, changed }: StoredWords,
  program: ProgramTexts,
  language: Locale,
): Promise<ShopLanguage> {
  const pack = packs.find((one) => one.language === language)
  const texts = changed.filter((text) => text.language === language)
  return {
    language,
    lang: pack?.lang ?? htmlLang(language),
    ...(await baseOf(program, language, pack)),
    changed: byWord(Object.fromEntries(texts.map((text) => [text.key, text]))),
  }
}

async function baseOf(
  program: ProgramTexts,
  language: Locale,
  pack: Pack | undefined,
): Promise<Pick<ShopLanguage, 'from' | 'base'>> {
  if (hasTexts(language)) return { from: 'program', base: program.written[language] ?? {} }
  if (pack === undefined) return { from: 'none', base: {} }
  if (pack.messages !== null) return { from: 'file', base: pack.messages }
  return { from: 'pack', base: (await shippedPack(language)) ?? {} }
}

/** The text of a key as it comes; null for none in this language. An empty one stands for none. */
export function baseText({ base }: ShopLanguage, key: string): string | null {
  const text = own(base, key)
  return text === undefined || text === '' ? null : text
}

/** The English messages of the program: which keys there are, and what each is given. */
export function englishOf(program: ProgramTexts): MessageFile {
  return program.written.en ?? {}
}
