import { fittingMessage } from '#features/words/rules/message-faults.ts'
import { htmlLang, isLocale } from '#i18n/locales.ts'
import { lineOf } from '#platform/server/files/json-line.ts'
import { textsIn } from '#platform/server/liquid/word-check.ts'
import type { LiquidFault } from '#platform/server/liquid/work.ts'

/**
 * Translations that need other values than the English text gets, or could not be shown as they are: the same is asked
 * of them as of the words of a shop. Texts that cannot be read at all are said elsewhere.
 * @param texts of a theme, whose words can be read
 */
export function translationFaults(texts: ReadonlyMap<string, string>): LiquidFault[] {
  const english = wordsOf(texts.get('locales/en.json'))
  return [...texts].flatMap(([file, source]) => {
    const language = /^locales\/([\w-]+)\.json$/.exec(file)?.[1]
    if (language === undefined || language === 'en' || !isLocale(language)) return []
    return [...wordsOf(source)].flatMap(([key, text]): LiquidFault[] => {
      const original = english.get(key)
      const fitting = original === undefined ? null : fittingMessage(text, original, htmlLang(language))
      if (fitting === null || fitting.ok) return []
      const line = lineOf(withoutMark(source), key.split('.'))
      return [
        { cause: 'missing', file, line, message: `"${key}" ${fitting.problem.join('; ')}`, isHint: true },
      ]
    })
  })
}

function wordsOf(source: string | undefined): Map<string, string> {
  return source === undefined ? new Map() : textsIn(JSON.parse(withoutMark(source)))
}

/** Editors of some systems begin a file with it. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}
