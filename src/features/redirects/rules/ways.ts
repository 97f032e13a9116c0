import type { Redirect } from '../contract.ts'
import { mayOverlap, openPatterns, shortens, targetPattern } from './match.ts'
import { targetKey, wildcardsIn } from './paths.ts'

/** Where a redirect leads beyond its target: two redirects in a row, or a loop. */
export interface Way {
  /** From its own source on. */
  paths: readonly string[]
  isLoop: boolean
  /** The redirect that answers at its target. */
  next: Redirect
}

/** The ways through all redirects of a shop. */
export interface Ways {
  /** Null when nothing more answers at the redirect's target: as it should be. */
  beyond(redirect: Redirect): Way | null
}

/** A way that is longer than this never ends. */
const longestWay = 12

export function openWays(redirects: readonly Redirect[]): Ways {
  const patterns = redirects.filter(({ source }) => wildcardsIn(source) > 0)
  const exact = new Map(redirects.map((redirect) => [redirect.source, redirect]))
  const matching = openPatterns(patterns)
  const at = (key: string): { redirect: Redirect; to: string } | null => {
    const found = exact.get(key)
    return found === undefined ? matching.match(key) : { redirect: found, to: found.target }
  }

  function ofOne(redirect: Redirect): Way | null {
    const paths = [redirect.source, redirect.target]
    const been = new Set([redirect.source])
    let next: Redirect | null = null
    for (let key = targetKey(redirect.target); ; key = targetKey(paths.at(-1)!)) {
      if (been.has(key) || paths.length > longestWay) return { paths, isLoop: true, next: next ?? redirect }
      been.add(key)
      const found = at(key)
      if (found === null) return next === null ? null : { paths, isLoop: false, next }
      next ??= found.redirect
      paths.push(found.to)
    }
  }

  /** A path of a pattern's targets may have a redirect of its own: that one is an exception, and meant. */
  function ofPattern(redirect: Redirect): Way | null {
    const paths = [redirect.source, redirect.target]
    const been = new Set<Redirect>([redirect])
    let next: Redirect | null = null
    for (let last = redirect; ;) {
      const target = targetPattern(last)
      if (mayOverlap(target, redirect.source) && !(last === redirect && shortens(redirect)))
        return { paths, isLoop: true, next: next ?? redirect }
      const found = patterns.find((one) => !been.has(one) && mayOverlap(target, one.source))
      if (found === undefined) return next === null ? null : { paths, isLoop: false, next }
      next ??= found
      been.add(found)
      paths.push(found.target)
      last = found
    }
  }

  return {
    beyond: (redirect) => (wildcardsIn(redirect.source) > 0 ? ofPattern(redirect) : ofOne(redirect)),
  }
}
