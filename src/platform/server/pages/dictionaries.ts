import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../db/db.ts'
import {
  deleteOldDictionaries,
  findDictionary,
  findDictionaryByHash,
  keepDictionary,
  type DictionaryRow,
} from '../db/queries-dictionaries.ts'
import type { Dictionaries, DictionaryFile, Learnt } from './dictionary.ts'
import { encodingFor } from './hit.ts'

/*
 * Compression dictionaries (RFC 9842). Pages of one language have most of their bytes in common: a browser that has
 * the visit of one listing and one product needs a third of the bytes for the next. It fetches them once, when it has
 * nothing else to do, as one file whose name has a hash of its content, and names that hash with each visit. Who
 * names none, or one that is not known here, gets brotli as before.
 *
 * All of it is public: it is made of pages that everybody sees.
 */

/** Bytes of one page in a dictionary. */
const mostOfPage = 128 * 1024
/** Of one language: browsers keep theirs for as long as the file says, and a deploy may be taken back. */
const mostStored = 4
/** On one node, of all languages. */
const mostKnown = 60
/** Milliseconds between two questions for one that is not known here: visitors can name what they like. */
const pauseOfQuestions = 1_000
const mostMisses = 1_000
const path = '/dictionary/'
/** Seconds, as in `cache-control`: a browser uses a dictionary for as long as it may keep the file. */
const lifetime = 30 * 24 * 3_600

/** What is known of a language's dictionary for one edition of the shop. */
interface Edition {
  state: 'asking' | 'missing' | 'stored'
  listing?: string
  product?: string
}

export function openDictionaries({
  db,
  log,
  now,
}: {
  db: Database
  log: Logger
  now: () => Date
}): Dictionaries {
  const known = new Map<string, DictionaryFile>()
  const newest = new Map<string, string>()
  const editions = new Map<string, Edition>()
  const misses = new Set<string>()
  const running = new Set<Promise<void>>()
  let askedAt = 0

  function adopt({ hash: sum, langPath, content }: DictionaryRow, isNewest: boolean): DictionaryFile {
    const made = { hash: sum, langPath, content }
    forgetOldest(known, mostKnown)
    known.set(availableName(sum), made)
    if (isNewest) newest.set(langPath, `<${path}${sum.toString('hex')}>; rel="compression-dictionary"`)
    return made
  }

  /** Nobody waits for it, and without it pages go out as before. */
  function inBackground(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => log.warn({ err: error }, 'a dictionary could not be read or stored'))
      .finally(() => running.delete(done))
    running.add(done)
  }

  async function look(edition: Edition, page: Learnt): Promise<void> {
    const found = await findDictionary(db, page.langPath, page.edition)
    edition.state = found === null ? 'missing' : 'stored'
    if (found !== null) adopt(found, true)
    else await storeIfComplete(edition, page)
  }

  async function storeIfComplete(edition: Edition, page: Learnt): Promise<void> {
    const { state, listing, product } = edition
    if (state !== 'missing' || listing === undefined || product === undefined) return
    edition.state = 'stored'
    const content = Buffer.concat([listing, product].map((text) => Buffer.from(text).subarray(0, mostOfPage)))
    const made = { hash: hash('sha256', content, 'buffer'), content, ...page }
    await db.transact(async (tx) => {
      await keepDictionary(tx, made, now())
      await deleteOldDictionaries(tx, page.langPath, mostStored)
    })
    // Of two nodes that made one at once, both use that of the first.
    const stored = await findDictionary(db, page.langPath, page.edition)
    if (stored !== null) adopt(stored, true)
  }

  function ask(name: string): void {
    const at = now().getTime()
    if (misses.has(name) || at - askedAt < pauseOfQuestions) return
    askedAt = at
    const sum = Buffer.from(name.slice(1, -1), 'base64')
    if (sum.length !== 32) return
    const asked = findDictionaryByHash(db, sum).then((found) => {
      if (found !== null) return void adopt(found, false)
      forgetOldest(misses, mostMisses)
      misses.add(name)
    })
    inBackground(asked)
  }

  return {
    named(headers) {
      const name = headers['available-dictionary']
      if (typeof name !== 'string' || !/\bdcz\b/.test(String(headers['accept-encoding']))) return null
      const found = known.get(name)
      if (found === undefined) ask(name)
      return found ?? null
    },
    link: (langPath) => newest.get(langPath) ?? null,
    learn(page) {
      const part = page.page === 'category' ? 'listing' : page.page === 'product' ? 'product' : null
      if (part === null) return
      const key = `${page.langPath} ${page.edition}`
      const begun = editions.get(key)
      const edition: Edition = begun ?? { state: 'asking' }
      if (edition.state === 'stored' || edition[part] !== undefined) return
      edition[part] = page.visit()
      if (begun === undefined) {
        forgetOldest(editions, mostKnown)
        editions.set(key, edition)
      }
      const work = begun === undefined ? look(edition, page) : storeIfComplete(edition, page)
      inBackground(
        work
          // The next page that is rendered begins anew.
          .catch((error: unknown) => {
            editions.delete(key)
            throw error
          })
          .finally(() => {
            if (edition.state === 'stored') editions.set(key, { state: 'stored' })
          }),
      )
    },
    async find(sum) {
      const asked = Buffer.from(sum, 'hex')
      const found = known.get(availableName(asked))
      if (found !== undefined) return found
      const stored = await findDictionaryByHash(db, asked)
      return stored === null ? null : adopt(stored, false)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** The header in which a browser names a dictionary: a byte sequence of RFC 8941. */
function availableName(sum: Buffer): string {
  return `:${sum.toString('base64')}:`
}

function forgetOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  if (kept.size >= most) kept.delete(kept.keys().next().value!)
}

const compressed = promisify(brotliCompress)

/** The file of each dictionary, and which of the shop's URLs it is for. */
export function serveDictionaries(app: FastifyInstance, dictionaries: Dictionaries): void {
  // One is asked for by each new browser, and packing it as tightly as can be takes a third of a second.
  const packed = new Map<string, Promise<Buffer>>()
  app.get<{ Params: { hash: string } }>(`${path}:hash`, async (request, reply) => {
    const found = await dictionaries.find(request.params.hash)
    if (found === null) return reply.code(404).header('cache-control', 'no-store').send()
    const isPacked = encodingFor(request.headers['accept-encoding']) === 'br'
    const key = request.params.hash
    if (isPacked && !packed.has(key)) {
      forgetOldest(packed, mostKnown)
      packed.set(key, compressed(found.content, { params: { [constants.BROTLI_PARAM_LGWIN]: 20 } }))
    }
    if (isPacked) reply.header('content-encoding', 'br')
    return (
      reply
        .type('text/plain; charset=utf-8')
        .header('vary', 'accept-encoding')
        .header('cache-control', `public, max-age=${lifetime}, immutable`)
        // Visits of this language: the URLs that ask for a route, by a script.
        .header('use-as-dictionary', `match="${found.langPath}/*\\\\?*request=route*", match-dest=("")`)
        .send(isPacked ? await packed.get(key) : found.content)
    )
  })
}
