import { byWord } from '#domain/by-word.ts'

/*
 * Path → page. A route table is a list in order of precedence; the first pattern that fits wins.
 * Patterns: `/cart`, `/product/:slug`, `/product/:slug/:sku`, `/app/*`.
 */

export interface Route<T> {
  pattern: string
  target: T
  /** Params that the route has of its own: a custom category that shows one entry. */
  params?: Readonly<Record<string, string>>
}

export interface RouteMatch<T> {
  target: T
  params: Record<string, string>
}

export interface Router<T> {
  /** Null when nothing fits, or when the path is not valid percent-encoding. */
  match(path: string): RouteMatch<T> | null
}

export function createRouter<T>(routes: readonly Route<T>[]): Router<T> {
  const compiled = routes.map(({ pattern, target, params }) => ({ parts: partsOf(pattern), target, params }))
  return {
    match(path) {
      const segments = decode(partsOf(path))
      if (!segments) return null
      for (const { parts, target, params: own } of compiled) {
        const params = fit(parts, segments)
        if (params) return { target, params: { ...params, ...own } }
      }
      return null
    },
  }
}

/** Whether some path fits both patterns. */
export function overlap(one: string, other: string): boolean {
  const [parts, others] = [partsOf(one), partsOf(other)]
  for (let index = 0; ; index++) {
    const [part, counterpart] = [parts[index], others[index]]
    if (part === '*' || counterpart === '*') return true
    if (part === undefined || counterpart === undefined) return part === counterpart
    if (!part.startsWith(':') && !counterpart.startsWith(':') && part !== counterpart) return false
  }
}

/** Whether every path that fits the first pattern fits the second too. */
export function covers(wide: string, narrow: string): boolean {
  const [parts, others] = [partsOf(wide), partsOf(narrow)]
  for (let index = 0; ; index++) {
    const [part, counterpart] = [parts[index], others[index]]
    if (part === '*') return true
    if (counterpart === '*') return false
    if (part === undefined || counterpart === undefined) return part === counterpart
    if (!part.startsWith(':') && part !== counterpart) return false
  }
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

function decode(segments: readonly string[]): string[] | null {
  try {
    return segments.map((segment) => decodeURIComponent(segment))
  } catch {
    return null
  }
}

function fit(parts: readonly string[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = byWord()
  for (const [index, part] of parts.entries()) {
    if (part === '*') {
      params.rest = segments.slice(index).join('/')
      return params
    }
    const segment = segments[index]
    if (segment === undefined) return null
    if (part.startsWith(':')) params[part.slice(1)] = segment
    else if (part !== segment) return null
  }
  return parts.length === segments.length ? params : null
}
