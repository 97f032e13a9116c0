import { fallbackChain, isLocale, locales, type Locale } from '#i18n/locales.ts'
import type { ProgramTexts } from '#i18n/dictionaries.ts'
import type { TextFault } from '#features/words/rules/check-texts.ts'
import { nearestWord } from '#domain/edit-distance.ts'
import { shown } from '#wire/shown-text.ts'
import { sayProblems } from '../files/problems.ts'
import { withShop, type Shop } from '../shop.ts'
import { counted, Failure, writeOut } from '../terminal.ts'

/** The shop as commands on its texts work on it. */
export interface WordsShop extends Shop {
  program: ProgramTexts
  now: Date
}

/** The texts of the program are loaded with it: few commands need them. */
export function withWords<T>(work: (shop: WordsShop) => Promise<T>): Promise<T> {
  return withShop(async (shop) => {
    const { program } = await import('#storefront/dictionaries.ts')
    return work({ ...shop, program, now: new Date() })
  })
}

/** A language as an operator names it, in any case. */
export function languageNamed(word: string): Locale {
  const found = locales.find((locale) => locale.toLowerCase() === word.toLowerCase())
  if (found !== undefined) return found
  const near = nearestWord(word.slice(0, 20), locales)
  const meant = near === null || !isLocale(near) ? '' : `; did you mean ${near}?`
  throw new Failure(
    `${shown(word)} is no language prefix${meant} There are ${locales.join(', ')}; another language borrows one (docs/words.md)`,
  )
}

/** Whose texts stand in for those that a language lacks: its relatives', then English ones. */
export function standIns(language: Locale): string {
  const others = fallbackChain(language).filter((one) => one !== language && one !== 'en')
  return [...others, 'English'].join(', ')
}

/** Tells what is wrong with a file, of which nothing was stored. */
export async function refuseFile(
  name: string,
  { faults, beyond }: { faults: readonly TextFault[]; beyond: number },
  json: boolean,
): Promise<never> {
  if (json) await writeOut(`${JSON.stringify({ applied: false, faults, beyond })}\n`)
  const [first] = faults
  if (first !== undefined && first.line === null && first.key === '')
    throw new Failure(`${name} was not stored: ${first.reason}`)
  if (!json)
    sayProblems(
      faults.map(({ line, key, reason }) => ({
        file: name,
        line: line ?? 0,
        ...(line === null ? { place: key } : {}),
        entry: key,
        reason,
      })),
      beyond,
    )
  throw new Failure(`${name} was not stored: ${counted(faults.length + beyond, 'fault')}`)
}
