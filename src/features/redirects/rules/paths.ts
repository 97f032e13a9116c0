import { no, ok, type Result } from '#domain/result.ts'
import { shown } from '#wire/shown-text.ts'
import { longestSource, longestTarget } from '../contract.ts'

/*
 * Sources and targets of redirects, from the way people write them to the one way in which they are stored and
 * compared. Both are paths of this shop without a language: a redirect goes for all languages.
 */

const base = 'http://shop.invalid'

/** The one spelling of a path that is compared; null for one that is no valid percent-encoding. */
export function pathKey(path: string): string | null {
  const parts = encodedParts(path, (part) => part.toLowerCase())
  return parts === null ? null : `/${parts.join('/')}`
}

/**
 * What a redirect is for, as it is stored: `/Old//Cup/` → `/old/cup`.
 * @param host the shop's own, whose URLs are paths as well; null for an unknown one
 */
export function readSource(text: string, host: string | null): Result<string, string> {
  const url = ownUrl(text, host)
  if (!url.ok) return url
  if (url.value.search !== '' || url.value.hash !== '')
    return no(`${shown(text)} has a query: leave it out, since the query of a visitor is passed on anyway`)
  const source = pathKey(url.value.pathname)
  if (source === null) return no(`${shown(text)} has a % that begins no character`)
  if (source === '/') return no('/ is the home page')
  if (source.length > longestSource) return no(`${shown(text)} is longer than ${longestSource} characters`)
  if (!source.includes('*')) return ok(source)
  const fault = patternFault(source)
  return fault === null ? ok(source) : no(`${shown(text)} ${fault}`)
}

/** Wildcards of a source, or of a target as a pattern. */
export function wildcardsIn(pattern: string): number {
  return pattern.match(/\*+/g)?.length ?? 0
}

function patternFault(source: string): string | null {
  const parts = source.split('/').slice(1)
  const isRest = parts.at(-1) === '**'
  const inside = isRest ? parts.slice(0, -1) : parts
  if (inside.some((part) => part.includes('**')))
    return 'has ** elsewhere than as its last part: * stands for characters within one part'
  // Two in one part could be shared out in many ways.
  if (inside.some((part) => wildcardsIn(part) > 1)) return 'has two * in one part'
  if (wildcardsIn(source) > 9) return 'has more than 9 wildcards'
  return /[^/*]/.test(source) ? null : 'fits every path: it needs a part that is written out'
}

/** Where a redirect leads. @param wildcards of its source, which `$1` and so on stand for */
export function readTarget(text: string, wildcards: number, host: string | null): Result<string, string> {
  const url = ownUrl(text, host)
  if (!url.ok) return url
  const { pathname, search, hash } = url.value
  const parts = encodedParts(pathname, (part) => part)
  if (parts === null) return no(`${shown(text)} has a % that begins no character`)
  const target = `/${parts.join('/').replaceAll('%24', '$')}${search}${hash}`
  if (target.length > longestTarget) return no(`${shown(text)} is longer than ${longestTarget} characters`)
  if (target.includes('*')) return no(`${shown(text)} has a *: write $1 for what the first * stands for`)
  const missing = [...target.matchAll(/\$(\d)/g)].find(
    ([, digit]) => Number(digit) < 1 || Number(digit) > wildcards,
  )
  if (missing === undefined) return ok(target)
  const there = wildcards === 0 ? 'no *' : `only ${wildcards} *`
  return no(`${shown(text)} has ${missing[0]}, and the path that leads there has ${there}`)
}

/** The path of a target, as it is compared. */
export function targetKey(target: string): string {
  return pathKey(target.replace(/[?#].*$/s, '')) ?? target
}

/** A target with the query of the visitor behind its own. @param search with `?`; `` for none */
export function withQuery(target: string, search: string): string {
  if (search.length <= 1) return target
  const [, before = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(target)!
  return `${before}${before.includes('?') ? '&' : '?'}${search.slice(1)}${fragment}`
}

function ownUrl(text: string, host: string | null): Result<URL, string> {
  const given = text.trim()
  if (given === '') return no('a path is missing')
  // Browsers read a backslash as a slash, and \t and \n as nothing.
  if (/[\\\p{Cc}\p{Cs}]/u.test(given)) return no(`${shown(given)} has a character that no path has`)
  const path = host === null ? given : withoutHost(given, host)
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path))
    return no(`${shown(given)} names another host: a redirect leads from a path of this shop to another one`)
  if (!path.startsWith('/')) return no(`${shown(given)} does not begin with /`)
  return ok(new URL(`${base}${path}`))
}

function withoutHost(text: string, host: string): string {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  return url?.host === host ? text.replace(/^https?:\/\/[^/?#]*/i, '') || '/' : text
}

/** The parts of a path without empty ones, each with the same characters encoded. */
function encodedParts(path: string, change: (part: string) => string): string[] | null {
  try {
    return path
      .split('/')
      .filter((part) => part !== '')
      .map((part) => encodeURIComponent(change(decodeURIComponent(part).normalize('NFC'))))
  } catch {
    return null
  }
}
