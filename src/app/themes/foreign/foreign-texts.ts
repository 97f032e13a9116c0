import { isPlain, type Plain } from './foreign-files.ts'
import { isDynamic } from './foreign-values.ts'
import type { WordFile } from './foreign-words.ts'
import type { ImportReport } from './report.ts'

/* The texts of a theme of another platform, as messages of this shop. */

/** `locales/<language>.json` of the new theme. */
export function textsOf(files: readonly WordFile[], report: ImportReport): Map<string, Buffer> {
  const made = new Map<string, Buffer>()
  for (const { path, language, isOfEditor, texts } of files) {
    if (isOfEditor) continue
    const to = `locales/${language}.json`
    if (made.has(to)) {
      report.left(path, '', `${to} is made from another file of the same language`)
      continue
    }
    const words = messagesIn(texts, { path, at: '', report })
    if (Object.keys(words).length === 0) continue
    made.set(to, Buffer.from(`${JSON.stringify(words, null, 2)}\n`))
    report.taken(path, '', to)
  }
  return made
}

interface Reading {
  path: string
  /** Where in the file, with a point behind. */
  at: string
  report: ImportReport
}

const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other']

function messagesIn(given: Plain, { path, at, report }: Reading): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
      const here = `${at}${name}`
      const left = (reason: string): [] => {
        report.left(path, here, reason)
        return []
      }
      if (!/^[A-Za-z_][\w-]{0,80}$/.test(name)) return left('a key has letters, digits, _ and -')
      if (typeof value === 'string') {
        const message = messageOf(value)
        return message === null ? left(whyNot(value)) : [[name, message]]
      }
      if (!isPlain(value)) return left('it is no text')
      if (
        Object.keys(value).every((form) => pluralForms.includes(form)) &&
        typeof value['other'] === 'string'
      ) {
        const plural = pluralOf(value)
        return plural === null ? left('its forms cannot be read') : [[name, plural]]
      }
      const inner = messagesIn(value, { path, at: `${here}.`, report })
      return Object.keys(inner).length === 0 ? [] : [[name, inner]]
    }),
  )
}

function whyNot(value: string): string {
  return /</.test(value)
    ? 'it has HTML: a text here is text, and its mark-up stands in the template'
    : 'it has a value that is no plain name'
}

/** `{{ count }}` is `{count}`; other braces and quotes are letters. Null for one with HTML, or more than names in it. */
function messageOf(text: string): string | null {
  if (/<[a-z/!]/i.test(text)) return null
  const parts = text.split(/(\{\{\s{0,20}[a-z_]\w{0,40}\s{0,20}\}\})/i)
  if (parts.some((part, index) => index % 2 === 0 && isDynamic(part))) return null
  return parts
    .map((part, index) => (index % 2 === 1 ? `{${part.slice(2, -2).trim()}}` : asLetters(part)))
    .join('')
}

/** As a message has them: a quote before a brace would quote it. */
function asLetters(text: string): string {
  return text.replace(/'/g, "''").replace(/[{}]/g, "'$&'")
}

function pluralOf(forms: Plain): string | null {
  const branches = Object.entries(forms).map(([form, text]) => {
    const message = typeof text === 'string' ? messageOf(text) : null
    if (message === null) return null
    return `${form === 'zero' ? '=0' : form} {${message}}`
  })
  return branches.includes(null) ? null : `{count, plural, ${branches.join(' ')}}`
}
