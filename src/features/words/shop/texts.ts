import { own } from '#domain/by-word.ts'
import { nearestWord } from '#domain/edit-distance.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { ProgramTexts } from '#i18n/dictionaries.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { wordsTag } from '../contract.ts'
import { deleteTexts, lockWords, putTexts, storedWords } from '../queries.ts'
import { checkTexts, unknownText, type CheckedTexts, type WrittenText } from '../rules/check-texts.ts'
import { fittingMessage } from '../rules/message-faults.ts'
import { baseText, englishOf, languageOf, type ShopLanguage } from '../rules/shop-texts.ts'

export interface SetText {
  language: Locale
  key: string
  /** What is shown now; null where the language has none. */
  message: string | null
  was: string | null
}

/** Writes one text; null brings it back as it comes. The problem is in words. */
export async function setText(
  db: Database,
  program: ProgramTexts,
  { language, key, message, now }: { language: Locale; key: string; message: string | null; now: Date },
): Promise<Result<SetText, string>> {
  const english = englishOf(program)
  const wanted = own(english, key)
  return db.transact(async (tx): Promise<Result<SetText, string>> => {
    const opened = await openLanguage(tx, program, language)
    if (!opened.ok) return opened
    const was = textNow(opened.value, key)
    // A text that the program no longer has can still be taken away.
    if (wanted === undefined && (was === null || message !== null))
      return no(unknownText(key, nearestWord(key.slice(0, 200), Object.keys(english))))
    const fit = message === null ? null : fittingMessage(message, wanted!, opened.value.lang)
    if (fit?.ok === false) return no(`${key}: the text ${fit.problem.join('; ')}`)
    const base = baseText(opened.value, key)
    await write(tx, opened.value, new Map([[key, message === base ? null : message]]), now)
    return ok({ language, key, message: message ?? base, was })
  })
}

export interface ImportedTexts {
  language: Locale
  /** Texts that say something else now. */
  changed: number
  /** Of these, texts that are as they come again. */
  reset: number
  same: number
  /** Rows without a text: they stay as they are. */
  empty: number
  /** False for a dry run. */
  applied: boolean
}

/** Why nothing of a file was stored. */
export type ImportFault = { reason: string } | Pick<CheckedTexts, 'faults' | 'beyond'>

/** Writes the texts of a file, all of them or none. A text that is as it comes is no change of the merchant's. */
export async function importTexts(
  db: Database,
  program: ProgramTexts,
  {
    language,
    texts,
    dryRun,
    now,
  }: { language: Locale; texts: readonly WrittenText[]; dryRun: boolean; now: Date },
): Promise<Result<ImportedTexts, ImportFault>> {
  const run = async (tx: Tx): Promise<Result<ImportedTexts, ImportFault>> => {
    const opened = await openLanguage(tx, program, language)
    if (!opened.ok) return no({ reason: opened.problem })
    const { good, faults, beyond } = checkTexts(texts, {
      english: englishOf(program),
      lang: opened.value.lang,
    })
    if (faults.length > 0) return no({ faults, beyond })
    const different = [...good].filter(([key, message]) => textNow(opened.value, key) !== message)
    const changes = new Map(
      different.map(([key, message]) => [key, baseText(opened.value, key) === message ? null : message]),
    )
    await write(tx, opened.value, changes, now)
    return ok({
      language,
      changed: changes.size,
      reset: [...changes.values()].filter((message) => message === null).length,
      same: good.size - changes.size,
      empty: texts.filter(({ message }) => message === '').length,
      applied: !dryRun,
    })
  }
  if (!dryRun) return db.transact(run)
  // A refusal rolls back.
  const { problem } = await db.transact(async (tx) => no(await run(tx)))
  return problem
}

/** A language that has texts of its own, for the transaction alone. */
async function openLanguage(
  tx: Tx,
  program: ProgramTexts,
  language: Locale,
): Promise<Result<ShopLanguage, string>> {
  await lockWords(tx)
  const found = await languageOf(await storedWords(tx), program, language)
  return found.from === 'none'
    ? no(`${language} is not on: violet words add ${language} comes first`)
    : ok(found)
}

function textNow(language: ShopLanguage, key: string): string | null {
  return language.changed[key]?.message ?? baseText(language, key)
}

/** @param changes key → message; null for the text as it comes */
async function write(
  tx: Tx,
  language: ShopLanguage,
  changes: ReadonlyMap<string, string | null>,
  now: Date,
): Promise<void> {
  const written = [...changes].flatMap(([key, message]) => (message === null ? [] : [{ key, message }]))
  const back = [...changes].flatMap(([key, message]) =>
    message === null && language.changed[key] !== undefined ? [key] : [],
  )
  if (written.length + back.length === 0) return
  await putTexts(tx, language.language, written, now)
  await deleteTexts(tx, language.language, back)
  await announceChanges(tx, [wordsTag], true)
}
