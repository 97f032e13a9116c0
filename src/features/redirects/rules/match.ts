import type { Redirect } from '../contract.ts'
import { targetKey, wildcardsIn } from './paths.ts'

/** Finds the pattern that a path fits. */
export interface Patterns {
  /** The redirect of the most specific pattern, and its target for this path; null when none fits. */
  match(key: string): { redirect: Redirect; to: string } | null
}

/** The most specific pattern comes first: the one with the most characters written out. */
export function openPatterns(redirects: readonly Redirect[]): Patterns {
  const compiled = redirects
    .map((redirect) => ({ redirect, start: startOf(redirect.source), regex: regexOf(redirect.source) }))
    .sort((a, b) => bySpecificity(a.redirect.source, b.redirect.source))
  return {
    match(key) {
      for (const { redirect, start, regex } of compiled) {
        if (!key.startsWith(start)) continue
        const found = regex.exec(key)
        if (found !== null) return { redirect, to: filled(redirect.target, found.slice(1)) }
      }
      return null
    },
  }
}

/** What is written out before the first wildcard: compared first, since most patterns fail there. */
function startOf(source: string): string {
  return source.slice(0, source.indexOf('*'))
}

function bySpecificity(one: string, other: string): number {
  const literal = (source: string): number => source.replaceAll('*', '').length
  const order = literal(other) - literal(one) || wildcardsIn(one) - wildcardsIn(other)
  return order !== 0 ? order : one < other ? -1 : 1
}

/** At most one wildcard in a part: no path takes long to match. */
function regexOf(source: string): RegExp {
  const pieces = source.split(/(\*+)/).map((piece) => {
    if (piece === '**') return '(.+)'
    return piece === '*' ? '([^/]+)' : piece.replace(/[^\w/%-]/g, String.raw`\$&`)
  })
  return new RegExp(`^${pieces.join('')}$`)
}

function filled(target: string, captured: readonly string[]): string {
  return target.replace(/\$([1-9])/g, (_, digit: string) => captured[Number(digit) - 1] ?? '')
}

/** The paths that a target may stand for, as a pattern. */
export function targetPattern({ source, target }: Redirect): string {
  const rest = source.endsWith('/**') ? wildcardsIn(source) : 0
  // The rest may have several parts, and stands within a part where the target has it so.
  return targetKey(target.replace(/\$([1-9])/g, (_, digit: string) => (Number(digit) === rest ? '**' : '*')))
}

/** Whether every path has fewer parts behind the redirect than before it: by itself it leads nobody round in a loop. */
export function shortens(redirect: Redirect): boolean {
  const target = targetPattern(redirect)
  const hasRestOnce = target.split('**').length <= 2
  return hasRestOnce && target.split('/').length < redirect.source.split('/').length
}

/** Whether some path may fit both patterns; in doubt it may. */
export function mayOverlap(one: string, other: string): boolean {
  const [parts, others] = [one.split('/'), other.split('/')]
  for (let index = 0; ; index++) {
    const [part, counterpart] = [parts[index], others[index]]
    // The rest is one part at least.
    if (part === undefined || counterpart === undefined) return part === counterpart
    if (part.includes('**') || counterpart.includes('**')) return true
    if (!partsOverlap(part, counterpart)) return false
  }
}

function partsOverlap(one: string, other: string): boolean {
  const [ends, otherEnds] = [endsOf(one), endsOf(other)]
  if (ends === null && otherEnds === null) return one === other
  if (ends === null) return one.startsWith(otherEnds!.start) && one.endsWith(otherEnds!.end)
  if (otherEnds === null) return other.startsWith(ends.start) && other.endsWith(ends.end)
  return (
    (ends.start.startsWith(otherEnds.start) || otherEnds.start.startsWith(ends.start)) &&
    (ends.end.endsWith(otherEnds.end) || otherEnds.end.endsWith(ends.end))
  )
}

/** What is written out before the first wildcard of a part, and behind the last; null for a part without. */
function endsOf(part: string): { start: string; end: string } | null {
  const first = part.indexOf('*')
  return first === -1 ? null : { start: part.slice(0, first), end: part.slice(part.lastIndexOf('*') + 1) }
}
