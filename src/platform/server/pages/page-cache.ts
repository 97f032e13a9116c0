import { LRUCache } from 'lru-cache'
import { toCachedPage, type CachedPage, type RenderedPage } from './cached-page.ts'

/*
 * Rendered pages, ready to send: one entry has the document and the visit's answer, each compressed once.
 * Nothing personal may enter: the key is the URL, the currency and the reading mode.
 */

export interface PageCacheOptions {
  /** Bytes of memory for pages and fragments together. */
  maxBytes: number
  /** Milliseconds after which a page is rendered again in any case, should an invalidation be missing. */
  maxAge?: number
  /** Milliseconds for which a page may still be served after a soft change. */
  graceAfterSoft?: number
  /**
   * Called with the error of a rendering where the page before it is cached: whether that one is served in its place,
   * because the fault passes by itself.
   */
  mayServeOld?: (error: unknown) => boolean
  /** Called before each look-up: applies the changes that time alone has made since, by `change`. */
  catchUpWithTime?: () => void
  now?: () => number
}

export interface PageCache {
  /** A page that may be sent as it is; null when it must be rendered. Never waits. */
  fresh(key: string): CachedPage | null
  /**
   * The page, from the cache or rendered: one rendering per key at a time. After a soft change the old page is
   * returned while one rendering runs in the background; so it is after a rendering that failed by a passing fault.
   */
  get(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage>
  /** Milliseconds since a page ought to have been rendered again; null while it is in time. */
  overdue(page: CachedPage): number | null
  /** A piece of HTML that many pages share; its tags join those of the pages that use it. */
  fragment(key: string): Fragment | undefined
  keepFragment(key: string, fragment: Fragment): void
  /**
   * Data that many pages share, read once: one reading per key at a time. It must not depend on the visitor. Any
   * change of a tag drops it.
   */
  data<T>(key: string, tags: readonly string[], read: () => Promise<T>): Promise<T>
  /** A change was committed: hard drops the pages with these tags, soft lets them be served a little longer. */
  change(tags: readonly string[], hard: boolean): void
  clear(): void
  stats(): { pages: number; fragments: number; bytes: number; hits: number; misses: number }
}

export interface Fragment {
  html: string
  tags: readonly string[]
}

/** Begins the keys of pages with words that anybody can make up. They have a tenth of the memory, and no more. */
export const freeWords = '~'

/** Milliseconds. An older page is not served in place of one that cannot be rendered. */
const oldest = 24 * 3_600_000
/** Milliseconds after a passing fault in which nobody waits for a rendering where an old page is there. */
const pause = 5_000

export function createPageCache(options: PageCacheOptions): PageCache {
  const { maxAge = 600_000, graceAfterSoft = 10_000, now = Date.now, mayServeOld = () => false } = options
  const { catchUpWithTime = () => {} } = options
  const keysByTag = new Map<string, Set<string>>()
  const running = new Map<string, Promise<CachedPage>>()
  // Incremented by every change: a rendering that began before a change must not be cached as if it had seen it.
  let changes = 0
  let faultUntil = 0
  let hits = 0
  let misses = 0

  const pagesOf = (share: number): LRUCache<string, CachedPage> =>
    new LRUCache<string, CachedPage>({
      maxSize: Math.floor(options.maxBytes * share),
      sizeCalculation: (page, key) => page.size() + key.length * 2,
      dispose: (page, key) => unlink(key, page.tags),
    })
  const pages = pagesOf(0.75)
  const wordy = pagesOf(0.1)
  const storeOf = (key: string): LRUCache<string, CachedPage> => (key.startsWith(freeWords) ? wordy : pages)

  function keep(key: string, page: CachedPage): void {
    storeOf(key).set(key, page)
    link(key, page.tags)
  }
  const fragments = new LRUCache<string, Fragment>({
    maxSize: Math.floor(options.maxBytes * 0.15),
    sizeCalculation: (fragment, key) => (fragment.html.length + key.length) * 2 + 100,
    dispose: (fragment, key) => unlink(`f ${key}`, fragment.tags),
  })

  // Few and small: the tree of categories by language and the like.
  const data = new LRUCache<string, { value: Promise<unknown>; tags: readonly string[] }>({
    max: 200,
    ttl: maxAge,
    dispose: ({ tags }, key) => unlink(`d ${key}`, tags),
  })

  function link(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(key)
      else keysByTag.set(tag, new Set([key]))
    }
  }

  function unlink(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  function overdue(page: CachedPage, at = now()): number | null {
    const byAge = at - page.madeAt - maxAge
    const late = page.staleSince === null ? byAge : Math.max(byAge, at - page.staleSince - graceAfterSoft)
    return late < 0 ? null : late
  }

  function make(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const before = changes
    const made = render()
      .then((rendered) => {
        const page = toCachedPage(rendered, now())
        catchUpWithTime()
        // Errors are sent and not cached: made-up URLs must not evict real pages.
        if (before === changes && rendered.status < 400) {
          keep(key, page)
          // The cache asks for the size of what is set, and of what it has no more.
          page.whenGrown(() => {
            if (storeOf(key).peek(key) !== page) return
            storeOf(key).delete(key)
            keep(key, page)
          })
        }
        faultUntil = 0
        return page
      })
      .finally(() => {
        if (running.get(key) === made) running.delete(key)
      })
    running.set(key, made)
    return made
  }

  function orOld(key: string, old: CachedPage, made: Promise<CachedPage>): Promise<CachedPage> {
    return made.catch((error: unknown) => {
      // A hard change may have dropped it meanwhile.
      if (storeOf(key).peek(key) !== old || !mayServeOld(error)) throw error
      faultUntil = now() + pause
      return old
    })
  }

  return {
    fresh(key) {
      catchUpWithTime()
      const page = storeOf(key).get(key)
      if (page === undefined || page.staleSince !== null || now() - page.madeAt >= maxAge) return null
      hits += 1
      return page
    },
    get(key, render) {
      catchUpWithTime()
      const at = now()
      const found = storeOf(key).get(key)
      const kept = found !== undefined && at - found.madeAt < oldest ? found : undefined
      const isInTime = kept !== undefined && overdue(kept, at) === null
      if (kept !== undefined && (isInTime || at < faultUntil)) {
        hits += 1
        const isDue = !isInTime || kept.staleSince !== null
        if (isDue && !running.has(key)) orOld(key, kept, make(key, render)).catch(() => {})
        return Promise.resolve(kept)
      }
      misses += 1
      const made = running.get(key) ?? make(key, render)
      return kept === undefined ? made : orOld(key, kept, made)
    },
    overdue: (page) => overdue(page),
    fragment: (key) => fragments.get(key),
    keepFragment(key, fragment) {
      fragments.set(key, fragment)
      link(`f ${key}`, fragment.tags)
    },
    data<T>(key: string, tags: readonly string[], read: () => Promise<T>): Promise<T> {
      catchUpWithTime()
      const kept = data.get(key)
      // The key names the reader, and with it the type of its data.
      if (kept) return kept.value as Promise<T>
      const before = changes
      const value = read()
      data.set(key, { value, tags })
      link(`d ${key}`, tags)
      const forget = (): void => {
        if (data.peek(key)?.value === value) data.delete(key)
      }
      // A value that was being read during a change may be old: those who asked before get it, nobody after.
      value.then(() => {
        catchUpWithTime()
        if (before !== changes) forget()
      }, forget)
      return value
    },
    change(tags, hard) {
      changes += 1
      // Renderings that have begun may have read the old data: new requests must not join them.
      running.clear()
      const at = now()
      for (const tag of tags) {
        for (const key of [...(keysByTag.get(tag) ?? [])]) {
          if (key.startsWith('f ')) fragments.delete(key.slice(2))
          else if (key.startsWith('d ')) data.delete(key.slice(2))
          else if (hard) storeOf(key).delete(key)
          else {
            const page = storeOf(key).peek(key)
            if (page) page.staleSince ??= at
          }
        }
      }
    },
    clear() {
      changes += 1
      running.clear()
      pages.clear()
      wordy.clear()
      fragments.clear()
      data.clear()
    },
    stats: () => ({
      pages: pages.size + wordy.size,
      fragments: fragments.size,
      bytes: pages.calculatedSize + wordy.calculatedSize + fragments.calculatedSize,
      hits,
      misses,
    }),
  }
}
