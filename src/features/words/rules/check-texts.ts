import { own } from '#domain/by-word.ts'
import { nearestWord } from '#domain/edit-distance.ts'
import type { MessageFile } from '#i18n/dictionaries.ts'
import { shown } from '#wire/shown-text.ts'
import { fittingMessage } from './message-faults.ts'

/** A text as somebody wrote it in a file. */
export interface WrittenText {
  /** From 1; null where the file has none that say anything. */
  line: number | null
  key: string
  /** ICU; empty: the text stays as it is. */
  message: string
}

/** Something of a file that cannot be stored. */
export interface TextFault {
  line: number | null
  key: string
  reason: string
}

export interface CheckedTexts {
  /** Key → message, without the empty ones. */
  good: ReadonlyMap<string, string>
  faults: TextFault[]
  /** Faults that are not listed. */
  beyond: number
}

/** Faults of one file that are listed: nobody reads on. */
const mostFaults = 1_000
/** Unknown keys for which the nearest one is looked for. */
const mostGuesses = 20
/** Characters of a key that may be one of ours. */
const longestKey = 200

/** Everything that is wrong with texts, at once. */
export function checkTexts(
  texts: Iterable<WrittenText>,
  { english, lang }: { english: MessageFile; lang: string },
): CheckedTexts {
  const keys = Object.keys(english)
  const good = new Map<string, string>()
  const faults: TextFault[] = []
  let beyond = 0
  let guesses = 0
  const refuse = ({ line, key }: WrittenText, reason: string): void => {
    if (faults.length < mostFaults) faults.push({ line, key: key.slice(0, longestKey), reason })
    else beyond += 1
  }
  for (const text of texts) {
    const { key, message } = text
    const wanted = own(english, key)
    if (wanted === undefined) {
      const near = key.length <= longestKey && guesses++ < mostGuesses ? nearestWord(key, keys) : null
      refuse(text, unknownText(key, near))
    } else if (message !== '') {
      const fit = fittingMessage(message, wanted, lang)
      const before = good.get(key)
      if (!fit.ok) refuse(text, fit.problem.join('; '))
      else if (before !== undefined && before !== message) refuse(text, 'stands twice, with different texts')
      else good.set(key, message)
    }
  }
  return { good, faults, beyond }
}

/** Of a key that the program does not have. */
export function unknownText(key: string, near: string | null): string {
  return `there is no text ${shown(key)}${near === null ? '' : `; did you mean ${near}?`}`
}
