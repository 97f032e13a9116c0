import type { Envelope } from '#wire/envelope.ts'
import type { PagePayload } from '#wire/page.ts'
import { limit } from './dom.ts'
import { loadStyles } from './styles.ts'
import { cookie, identity, initial, shown } from './state.ts'

/*
 * Page answers that are on their way or have just arrived. A page is requested once: further requests for it
 * meanwhile, within the guard time after its arrival, or while a prefetched answer is fresh, get the same answer.
 */

export type Answer =
  | { kind: 'page'; code: number; page: PagePayload }
  /** The answer is not a page that can be shown in place. */
  | { kind: 'foreign'; code: number }
  | { kind: 'offline' }
  | { kind: 'timeout' }
  | { kind: 'stopped' }

interface Asked {
  /** When the answer came; before that it never expires. */
  at: number
  ahead: boolean
  controller: AbortController
  answer: Promise<Answer>
}

const TIMEOUT = 10_000
const LATE = 'late'
const DUPLICATE_GUARD = 1_000
const PREFETCH_FRESH = 30_000
const MOST = 20
/** Readable preferences, never anything secret: a URL lands in logs. */
const PREFERENCES = ['currency', 'mode', 'consent']

const asked = new Map<string, Asked>()

/** The page at `path` (path and query). `ahead` is a prefetch, which may be used for 30 s. */
export function ask(path: string, ahead = false): Promise<Answer> {
  const now = Date.now()
  const known = asked.get(path)
  if (known && now - known.at < (known.ahead ? PREFETCH_FRESH : DUPLICATE_GUARD)) {
    // Once displayed, a prefetched page is as old as any other: the next visit requests it again.
    if (known.ahead && !ahead) Object.assign(known, { ahead, at: Math.max(known.at, now) })
    return known.answer
  }
  const controller = new AbortController()
  const entry: Asked = { at: Infinity, ahead, controller, answer: fetchPage(path, controller) }
  asked.delete(path)
  asked.set(path, entry)
  limit(asked, MOST)
  void entry.answer.then((answer) => {
    entry.at = Date.now()
    // A failure must not be reused by the next request, nor a private page by a later one.
    const lasting = answer.kind === 'page' && !(ahead && answer.page.meta.private)
    if (!lasting && asked.get(path) === entry) asked.delete(path)
  })
  return entry.answer
}

/** Aborts a request that nobody waits for any more. */
export function stopAsking(path: string): void {
  asked.get(path)?.controller.abort()
  asked.delete(path)
}

async function fetchPage(path: string, controller: AbortController): Promise<Answer> {
  // Of a path that begins with two slashes, `new URL` would take the host.
  const url = new URL(location.origin + path)
  const preferences = PREFERENCES.map((name) => `${name}=${cookie(name) ?? ''}`)
  url.searchParams.set('request', 'route')
  url.searchParams.set('userAgent', navigator.userAgent)
  // Back and Forward have changed the URL already.
  url.searchParams.set('referer', shown.path)
  url.searchParams.set('cookies', preferences.join('; '))
  const timer = setTimeout(() => controller.abort(LATE), TIMEOUT)
  try {
    const response = await fetch(url, {
      headers: { ...identity(), accept: 'application/json' },
      signal: controller.signal,
    })
    const { code, data } = (await response.json()) as Envelope<PagePayload | null>
    if (!data?.meta) return { kind: 'foreign', code }
    // Begun now, so that the page need not wait for them; a failure is found where they are waited for.
    if (data.meta.build === initial().page.build && !data.meta.redirect)
      loadStyles(data.meta.styles).catch(() => {})
    return { kind: 'page', code, page: data }
  } catch (error) {
    if (controller.signal.aborted) return { kind: error === LATE ? 'timeout' : 'stopped' }
    return error instanceof SyntaxError ? { kind: 'foreign', code: -1 } : { kind: 'offline' }
  } finally {
    clearTimeout(timer)
  }
}
