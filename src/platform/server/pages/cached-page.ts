import { hash } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { packDcz } from '../files/dcz.ts'
import type { Dictionary } from './dictionary.ts'

/*
 * One rendered page in memory: its compressed document, and the other bodies, each made when it is first asked for.
 */

/** One way of sending a page: the bytes in one encoding. */
export interface Body {
  bytes: Buffer
  etag: string
  encoding: Encoding | 'dcz'
}

export type Encoding = 'br' | 'gzip' | null
export type Form = 'document' | 'visit'

/** What rendering gives to the cache. */
export interface RenderedPage {
  status: number
  /** The content of `main`. */
  main: string
  /** The HTML document around it, made when it is asked for: a visit needs none. */
  around(): DocumentAround
  /** The visit's answer around the JSON string of the content. */
  visit: readonly [before: string, after: string]
  tags: readonly string[]
  /** Of its language: `` or `/zh`. */
  langPath: string
}

export interface DocumentAround {
  before: string
  after: string
  /** What the content security policy has to allow for the styles in the document: a hash; null for none there. */
  styleSource: string | null
}

export interface CachedPage {
  readonly status: number
  readonly langPath: string
  readonly tags: readonly string[]
  /** Of the document: see `DocumentAround`. */
  readonly styleSource: string | null
  /** Milliseconds since the epoch. */
  readonly madeAt: number
  /** Set by a soft change: the page may be served a little longer while a new one is rendered. */
  staleSince: number | null
  body(form: Form, encoding: Encoding): Body
  /** The visit, compressed with a dictionary that the browser has. */
  visitBy(dictionary: Dictionary): Body
  /** Bytes of memory. */
  size(): number
  /** Calls back when the size has grown: a form or an encoding was asked for that nobody had asked for before. */
  whenGrown(call: () => void): void
}

// A cold page waits for this. Higher levels take far longer for a few percent of the size.
const bodyQuality = 4
// Takes about as long as brotli does. Level 9 takes twice as long for a twentieth of the size.
const dictionaryLevel = 5
// Bodies that are only stored, not sent, are compressed at the quickest level.
const keptQuality = 1

/** Brotli in a buffer of exactly its size: zlib's own result keeps 16 kB alive, twice a usual page. */
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

// Pages are compressed one at a time, so they can share the memory for the plain bytes.
let scratch = Buffer.allocUnsafeSlow(512 * 1024)

/** The parts in UTF-8 one after the other, and where each ends. Valid until the next call. */
function plainBytes(parts: readonly string[]): { bytes: Buffer; ends: number[] } {
  const most = parts.reduce((sum, part) => sum + part.length * 3, 0)
  if (most > scratch.length) scratch = Buffer.allocUnsafeSlow(most * 2)
  let end = 0
  const ends = parts.map((part) => (end += scratch.write(part, end)))
  return { bytes: scratch.subarray(0, end), ends }
}

/** Compresses the document at once; other bodies are made from it on first request. */
export function toCachedPage(page: RenderedPage, now: number): CachedPage {
  const { status, tags } = page
  const { before, after, styleSource } = page.around()
  const document = plainBytes([before, page.main, after])
  const [mainStart, mainEnd] = document.ends as [number, number, number]
  const bytes = packed(document.bytes, bodyQuality)
  // As good as a hash of the plain document, which takes ten times as long.
  const stem = hash('sha1', bytes, 'base64url').slice(0, 20)
  const documentBr = { bytes, etag: `"${stem}-db"`, encoding: 'br' as const }
  const envelope = packed(JSON.stringify(page.visit), keptQuality)
  const bodies = new Map<string, Body>([['document br', documentBr]])
  // Clients that cannot decompress are rare: the plain bytes are not stored. While an answer waits for its client they
  // are there, and are shared: a client that pipelines and reads nothing would hold a copy for each of its requests.
  const plainBodies = new Map<Form, WeakRef<Buffer>>()
  let size = bytes.length + envelope.length + 800
  let grown = (): void => {}

  const identity = (form: Form): Buffer => {
    let plain = plainBodies.get(form)?.deref()
    if (plain === undefined) {
      plain = decompressed(form)
      plainBodies.set(form, new WeakRef(plain))
    }
    return plain
  }

  const decompressed = (form: Form): Buffer => {
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
    langPath: page.langPath,
    styleSource,
    madeAt: now,
    staleSince: null,
    body(form, encoding) {
      const key = `${form} ${encoding ?? 'identity'}`
      let body = bodies.get(key)
      if (!body) {
        body = make(form, encoding)
        if (encoding !== null) {
          bodies.set(key, body)
          size += body.bytes.length
          grown()
        }
      }
      return body
    },
    visitBy(dictionary) {
      const name = dictionary.hash.toString('hex', 0, 6)
      const key = `visit ${name}`
      let body = bodies.get(key)
      if (!body) {
        const bytes = exact(packDcz(identity('visit'), dictionary, dictionaryLevel))
        body = { bytes, etag: `"${stem}-v${name}"`, encoding: 'dcz' }
        bodies.set(key, body)
        size += body.bytes.length
        grown()
      }
      return body
    },
    size: () => size,
    whenGrown(call) {
      grown = call
    },
  }
}
