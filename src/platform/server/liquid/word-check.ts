import { lineOf } from '../files/json-line.ts'
import { faultOf } from './faults.ts'
import type { Theme } from './theme.ts'
import type { LiquidFault } from './work.ts'
import { compile } from './words.ts'

/** Keys of a language that are named of those that it lacks. */
const mostNamed = 5

/** The faults of the texts of one language: `locales/<language>.json`. */
export function wordFaults(theme: Theme, file: string): LiquidFault[] {
  const language = file.slice('locales/'.length, -'.json'.length)
  const source = (theme.texts.get(file) ?? '').replace(/^\uFEFF/, '')
  const own = textsIn(theme.words(language))
  const english = textsIn(theme.words('en'))
  const at = (key: string): number => lineOf(source, key.split('.'))
  const broken = [...own].flatMap(([key, text]) => {
    try {
      compile(key, text)
      return []
    } catch (error) {
      return [{ ...faultOf(error, file), line: at(key) }]
    }
  })
  if (language === 'en') return broken
  const hint = (line: number, message: string): LiquidFault => ({
    cause: 'missing',
    file,
    line,
    message,
    isHint: true,
  })
  const lacking = [...english.keys()].filter((key) => !own.has(key))
  const named = lacking.slice(0, mostNamed).join(', ')
  const more = lacking.length > mostNamed ? ` and ${lacking.length - mostNamed} more` : ''
  return [
    ...broken,
    ...(lacking.length === 0 ? [] : [hint(1, `it lacks ${named}${more}: shown in English instead`)]),
    ...[...own.keys()]
      .filter((key) => !english.has(key))
      .slice(0, mostNamed)
      .map((key) =>
        hint(at(key), `"${key}" is not in locales/en.json, which stands in for languages without it`),
      ),
  ]
}

/** The texts of a file of words by their keys: `product.tabs.care`. */
export function textsIn(words: unknown, path = ''): Map<string, string> {
  if (typeof words !== 'object' || words === null) return new Map()
  return new Map(
    Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
      const key = path === '' ? name : `${path}.${name}`
      return typeof value === 'string' ? [[key, value] as const] : [...textsIn(value, key)]
    }),
  )
}
