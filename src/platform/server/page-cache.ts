import { hash } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/*
 * Rendered pages, ready to send: one entry has the document and the visit's answer, each compressed once.
 * Nothing personal may enter: the key is the address, the currency and the reading mode.
 */

/** One way of sending a page: the bytes in one encoding. */
export interface Body {
  bytes: Buffer
  etag: string
  encoding: 'br' | 'gzip' | null
}

export type Encoding = 'br' | 'gzip' | null
export type Form = 'document' | 'visit'

/** What a page's rendering hands to the cache. */
export interface RenderedPage {
  status: number
  /** The HTML document: what comes before the content of `main`, the content, and what comes after it. */
  document: readonly [before: string, main: string, after: string]
  /** The visit's answer around the JSON string of the content. */
  visit: readonly [before: string, after: string]
  tags: readonly string[]
}

export interface CachedPage {
  readonly status: number
  readonly tags: readonly string[]
  /** Milliseconds since the epoch. */
  readonly madeAt: number
  /** Set when a soft change came: the page may be shown a little longer while it is made again. */
  staleSince: number | null
  body(form: Form, encoding: Encoding): Body
  /** Bytes of memory. */
  size(): number
}

// A page that is not in the cache waits for this: higher levels take far longer for a few percent of the size.
const bodyQuality = 4
// What is only kept is packed as quickly as possible.
const keptQuality = 1

/** Brotli in a buffer of just its size: zlib's own result holds on to 16 kB, twice a usual page. */
function packed(plain: Uint8Array | string, quality: number): Buffer {
  const made = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
  return exact(made)
}

function exact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

// One page is compressed at a time: they share the memory for its plain bytes.
let scratch = Buffer.allocUnsafeSlow(512 * 1024)

/** The parts in UTF-8 behind each other, until the next call, and where each ends. */
function plainBytes(parts: readonly string[]): { bytes: Buffer; ends: number[] } {
  const most = parts.reduce((sum, part) => sum + part.length * 3, 0)
  if (most > scratch.length) scratch = Buffer.allocUnsafeSlow(most * 2)
  let end = 0
  const ends = parts.map((part) => (end += scratch.write(part, end)))
  return { bytes: scratch.subarray(0, end), ends }
}

/** Compresses the document at once; the other bodies are made from it when somebody first asks. */
export function toCachedPage(page: RenderedPage, now: number): CachedPage {
  const { status, tags } = page
  const document = plainBytes(page.document)
  const [mainStart, mainEnd] = document.ends as [number, number, number]
  const bytes = packed(document.bytes, bodyQuality)
  // As good as one of the plain document, which takes ten times as long.
  const stem = hash('sha1', bytes, 'base64url').slice(0, 20)
  const documentBr = { bytes, etag: `"${stem}-db"`, encoding: 'br' as const }
  const envelope = packed(JSON.stringify(page.visit), keptQuality)
  const bodies = new Map<string, Body>([['document br', documentBr]])
  let size = bytes.length + envelope.length + 800

  const identity = (form: Form): Buffer => {
    const whole = brotliDecompressSync(documentBr.bytes)
    if (form === 'document') return whole
    const [before, after] = JSON.parse(brotliDecompressSync(envelope).toString()) as [string, string]
    return Buffer.from(`${before}${JSON.stringify(whole.toString('utf8', mainStart, mainEnd))}${after}`)
  }

  const make = (form: Form, encoding: Encoding): Body => {
    const plain = identity(form)
    const etag = `"${stem}-${form === 'document' ? 'd' : 'v'}${encoding === null ? 'i' : encoding === 'br' ? 'b' : 'g'}"`
    if (encoding === null) return { bytes: plain, etag, encoding }
    return {
      bytes: encoding === 'br' ? packed(plain, bodyQuality) : exact(gzipSync(plain)),
      etag,
      encoding,
    }
  }

  return {
    status,
    tags,
    madeAt: now,
    staleSince: null,
    body(form, encoding) {
      const key = `${form} ${encoding ?? 'identity'}`
      let body = bodies.get(key)
      if (!body) {
        body = make(form, encoding)
        // Whoever cannot decompress is rare: not worth keeping the plain bytes for.
        if (encoding !== null) {
          bodies.set(key, body)
          size += body.bytes.length
        }
      }
      return body
    },
    size: () => size,
  }
}

export interface PageCacheOptions {
  /** Bytes of memory for pages and fragments together. */
  maxBytes: number
  /** Milliseconds after which a page is made again whatever happened: the last line behind the tags. */
  maxAge?: number
  /** Milliseconds for which a page may still be shown after a soft change. */
  graceAfterSoft?: number
  now?: () => number
}

export interface PageCache {
  /** A page that may be sent as it is; null when it must be made. Never waits. */
  fresh(key: string): CachedPage | null
  /**
   * The page, from memory or made: one rendering for each key at a time; after a soft change the old page
   * is given while one rendering runs in the background.
   */
  get(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage>
  /** A piece of HTML that many pages share; its tags join those of the pages that use it. */
  fragment(key: string): Fragment | undefined
  keepFragment(key: string, fragment: Fragment): void
  /**
   * Data that many pages are made of, read once: one reading for each key at a time. It must not depend on who asks.
   * Any change of a tag forgets it.
   */
  data<T>(key: string, tags: readonly string[], read: () => Promise<T>): Promise<T>
  /** A change was committed: hard forgets the pages with these tags, soft lets them be shown a little longer. */
  change(tags: readonly string[], hard: boolean): void
  clear(): void
  stats(): { pages: number; fragments: number; bytes: number; hits: number; misses: number }
}

export interface Fragment {
  html: string
  tags: readonly string[]
}

export function createPageCache(options: PageCacheOptions): PageCache {
  const { maxAge = 600_000, graceAfterSoft = 10_000, now = Date.now } = options
  const keysByTag = new Map<string, Set<string>>()
  const running = new Map<string, Promise<CachedPage>>()
  // Grows with every change: a rendering that began before a change must not be kept as if it had seen it.
  let changes = 0
  let hits = 0
  let misses = 0

  const pages = new LRUCache<string, CachedPage>({
    maxSize: Math.floor(options.maxBytes * 0.85),
    sizeCalculation: (page, key) => page.size() + key.length * 2,
    dispose: (page, key) => unlink(key, page.tags),
  })
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

  function usable(page: CachedPage | undefined, at: number): page is CachedPage {
    return (
      page !== undefined &&
      at - page.madeAt < maxAge &&
      (page.staleSince === null || at - page.staleSince < graceAfterSoft)
    )
  }

  function make(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const before = changes
    const made = render()
      .then((rendered) => {
        const page = toCachedPage(rendered, now())
        // Failures are shown, not remembered: made-up addresses must not push real pages out.
        if (before === changes && rendered.status < 400) {
          pages.set(key, page)
          link(key, page.tags)
        }
        return page
      })
      .finally(() => {
        if (running.get(key) === made) running.delete(key)
      })
    running.set(key, made)
    return made
  }

  return {
    fresh(key) {
      const page = pages.get(key)
      if (page === undefined || page.staleSince !== null || now() - page.madeAt >= maxAge) return null
      hits += 1
      return page
    },
    get(key, render) {
      const kept = pages.get(key)
      const at = now()
      if (usable(kept, at)) {
        hits += 1
        if (kept.staleSince !== null && !running.has(key)) make(key, render).catch(() => {})
        return Promise.resolve(kept)
      }
      misses += 1
      return running.get(key) ?? make(key, render)
    },
    fragment: (key) => fragments.get(key),
    keepFragment(key, fragment) {
      fragments.set(key, fragment)
      link(`f ${key}`, fragment.tags)
    },
    data<T>(key: string, tags: readonly string[], read: () => Promise<T>): Promise<T> {
      const kept = data.get(key)
      // The key names the reader, and with it the type of what it reads.
      if (kept) return kept.value as Promise<T>
      const before = changes
      const value = read()
      data.set(key, { value, tags })
      link(`d ${key}`, tags)
      const forget = (): void => {
        if (data.peek(key)?.value === value) data.delete(key)
      }
      // What was read while a change came may be the old: whoever asked before has it, nobody after.
      value.then(() => {
        if (before !== changes) forget()
      }, forget)
      return value
    },
    change(tags, hard) {
      changes += 1
      // Renderings that are under way may have read the old data: nobody new may join them.
      running.clear()
      const at = now()
      for (const tag of tags) {
        for (const key of [...(keysByTag.get(tag) ?? [])]) {
          if (key.startsWith('f ')) fragments.delete(key.slice(2))
          else if (key.startsWith('d ')) data.delete(key.slice(2))
          else if (hard) pages.delete(key)
          else {
            const page = pages.peek(key)
            if (page) page.staleSince ??= at
          }
        }
      }
    },
    clear() {
      changes += 1
      running.clear()
      pages.clear()
      fragments.clear()
      data.clear()
    },
    stats: () => ({
      pages: pages.size,
      fragments: fragments.size,
      bytes: pages.calculatedSize + fragments.calculatedSize,
      hits,
      misses,
    }),
  }
}
