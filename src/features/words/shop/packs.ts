import { no, ok, type Result } from '#domain/result.ts'
import type { ProgramTexts } from '#i18n/dictionaries.ts'
import { hasTexts, htmlLang, type Locale } from '#i18n/locales.ts'
import type { Database } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { wordsTag } from '../contract.ts'
import { deletePack, lockWords, putPack, storedWords } from '../queries.ts'
import { checkTexts, type CheckedTexts, type WrittenText } from '../rules/check-texts.ts'
import { langName } from '../rules/plural-faults.ts'
import { shippedPack, shippedPacks } from '../rules/shipped-packs.ts'
import { englishOf } from '../rules/shop-texts.ts'

/** A pack as a merchant brings it. */
export interface PackFile {
  /** BCP 47: what it is written in, if it says so. */
  lang: string | null
  texts: readonly WrittenText[]
}

export interface AddedPack {
  language: Locale
  lang: string
  /** Whether it was on before with the same texts. */
  same: boolean
  /** Texts that the pack has. */
  texts: number
  /** Texts that it lacks: they are shown in a relative of the language, or in English. */
  missing: number
}

/** Why a language is not on now: in words, or the faults of its file. */
export type PackFault = { reason: string } | Pick<CheckedTexts, 'faults' | 'beyond'>

/**
 * Turns a language on: with the pack that comes along, or with a file. Nothing is stored when anything is wrong with it.
 */
export async function addPack(
  db: Database,
  program: ProgramTexts,
  { language, file, now }: { language: Locale; file: PackFile | null; now: Date },
): Promise<Result<AddedPack, PackFault>> {
  if (hasTexts(language))
    return no({
      reason: `${language} has its texts from the program; violet words set and import change them`,
    })
  const english = englishOf(program)
  if (file === null) {
    const pack = await shippedPack(language)
    if (pack === null) return no({ reason: await noPack(language) })
    const texts = Object.keys(english).filter((key) => Object.hasOwn(pack, key)).length
    return store(db, { language, lang: htmlLang(language), messages: null }, { texts, english, now })
  }
  const lang = readLang(file.lang ?? htmlLang(language))
  if (lang === null) return no({ reason: `"$lang" names no language: write a tag such as ar or he` })
  const { good, faults, beyond } = checkTexts(file.texts, { english, lang })
  if (faults.length > 0) return no({ faults, beyond })
  if (good.size === 0) return no({ reason: 'the file has no texts' })
  const messages = Object.fromEntries([...good].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return store(db, { language, lang, messages }, { texts: good.size, english, now })
}

async function noPack(language: Locale): Promise<string> {
  const there = await shippedPacks()
  const ours = there.length === 0 ? 'none does' : `packs do for ${there.join(', ')}`
  return `no pack for ${language} (${langName(language)}) comes with the program: ${ours}. Bring your own by --file: violet words export ${language} --format csv makes one to fill in`
}

async function store(
  db: Database,
  pack: Parameters<typeof putPack>[1],
  { texts, english, now }: { texts: number; english: object; now: Date },
): Promise<Result<AddedPack, PackFault>> {
  return db.transact(async (tx) => {
    await lockWords(tx)
    const before = (await storedWords(tx)).packs.find(({ language }) => language === pack.language)
    const same = before !== undefined && before.lang === pack.lang && isSame(before.messages, pack.messages)
    if (!same) {
      await putPack(tx, pack, now)
      await announceChanges(tx, [wordsTag], true)
    }
    const { language, lang } = pack
    return ok({ language, lang, same, texts, missing: Object.keys(english).length - texts })
  })
}

function isSame(one: object | null, other: object | null): boolean {
  return sorted(one) === sorted(other)
}

/** The database has its own order of keys. */
function sorted(messages: object | null): string {
  return JSON.stringify(
    messages === null ? null : Object.entries(messages).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The tag as it is written, of a language whose plurals are known; null for any other word. */
function readLang(tag: string): string | null {
  try {
    return Intl.PluralRules.supportedLocalesOf(tag)[0] ?? null
  } catch {
    return null
  }
}

/** What would be gone with a language; null where it is not on. */
export async function lostWith(
  db: Database,
  language: Locale,
): Promise<{ isOwnFile: boolean; changed: number } | null> {
  const { packs, changed } = await storedWords(db)
  const pack = packs.find((one) => one.language === language)
  if (pack === undefined) return null
  return {
    isOwnFile: pack.messages !== null,
    changed: changed.filter((text) => text.language === language).length,
  }
}

/** Turns a language off. False where it is not on. */
export async function removePack(db: Database, language: Locale): Promise<boolean> {
  return db.transact(async (tx) => {
    await lockWords(tx)
    if (!(await storedWords(tx)).packs.some((pack) => pack.language === language)) return false
    await deletePack(tx, language)
    await announceChanges(tx, [wordsTag], true)
    return true
  })
}
