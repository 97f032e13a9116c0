/*
 * Path → page. A route table is a list in order of precedence; the first pattern that fits wins.
 * Patterns: `/cart`, `/product/:slug`, `/product/:slug/:sku`, `/app/*`.
 */

export interface Route<T> {
  pattern: string
  target: T
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
  const compiled = routes.map(({ pattern, target }) => ({ parts: split(pattern), target }))
  return {
    match(path) {
      const segments = decode(split(path))
      if (!segments) return null
      for (const { parts, target } of compiled) {
        const params = fit(parts, segments)
        if (params) return { target, params }
      }
      return null
    },
  }
}

function split(path: string): string[] {
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
  const params: Record<string, string> = {}
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
