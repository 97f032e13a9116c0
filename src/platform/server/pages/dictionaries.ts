import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../db/db.ts'
import {
  deleteOldDictionaries,
  findDictionaries,
  findDictionary,
  keepDictionary,
} from '../db/queries-dictionaries.ts'
import { dictionaryName } from '../files/dcz.ts'
import type { Dictionaries, Dictionary, Learnt } from './dictionary.ts'
import { accepts, encodingFor } from './hit.ts'

/*
 * Compression dictionaries (RFC 9842). Pages of one language have most of their bytes in common: a browser that has
 * the visit of one listing and one product needs a third of the bytes for the next. It fetches them once, when it has
 * nothing else to do, as one file whose name has a hash of its content, and names that hash with each visit. Who
 * names none, or one that this node does not know, gets brotli as before.
 *
 * All of it is public: it is made of pages that everybody sees.
 */

/** Bytes of one page in a dictionary. */
const mostOfPage = 128 * 1024
/** Of one language: browsers keep theirs for as long as the file says, and a deploy may be taken back. */
const mostStored = 4
/** On one node, of all languages. */
const mostKnown = 60
const path = '/dictionary/'
/** Seconds, as in `cache-control`: a browser uses a dictionary for as long as it may keep the file. */
const lifetime = 30 * 24 * 3_600

/** The dictionary of a language for one edition of the shop, from the first page to the stored text. */
interface Edition {
  state: 'asking' | 'missing' | 'storing' | 'stored'
  listing?: string
  product?: string
  /** The `Link` header that names it, once it is stored. */
  link?: string
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
  const known = new Map<string, Dictionary>()
  const links = new Map<string, string>()
  const editions = new Map<string, Edition>()
  const running = new Set<Promise<void>>()

  function adopt({ hash: sum, langPath, content }: Dictionary): void {
    const name = dictionaryName(sum)
    if (!known.has(name)) forgetOldest(known, mostKnown)
    known.set(name, { hash: sum, langPath, content })
  }

  /** Nobody waits for it, and without it pages go out as before. */
  function inBackground(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => log.warn({ err: error }, 'a dictionary could not be read or stored'))
      .finally(() => running.delete(done))
    running.add(done)
  }

  /** Takes what the database has of a language, the former editions too: browsers may have theirs. */
  async function read(edition: Edition, page: Learnt): Promise<void> {
    const stored = await findDictionaries(db, page.langPath)
    for (const one of stored) adopt(one)
    const own = stored.find((one) => one.edition === page.edition)
    if (own === undefined) return
    edition.state = 'stored'
    edition.link = `<${path}${own.hash.toString('hex')}>; rel="compression-dictionary"`
    delete edition.listing
    delete edition.product
    links.set(page.langPath, edition.link)
  }

  async function begin(edition: Edition, page: Learnt): Promise<void> {
    await read(edition, page)
    if (edition.state === 'asking') edition.state = 'missing'
    await storeIfComplete(edition, page)
  }

  async function storeIfComplete(edition: Edition, page: Learnt): Promise<void> {
    const { state, listing, product } = edition
    if (state !== 'missing' || listing === undefined || product === undefined) return
    edition.state = 'storing'
    const content = Buffer.concat([listing, product].map((text) => Buffer.from(text).subarray(0, mostOfPage)))
    const made = { hash: hash('sha256', content, 'buffer'), content, ...page }
    await db.transact(async (tx) => {
      await keepDictionary(tx, made, now())
      await deleteOldDictionaries(tx, page.langPath, mostStored)
    })
    // Of two nodes that made one at once, both use that of the first.
    await read(edition, page)
  }

  return {
    named(headers, langPath) {
      const name = headers['available-dictionary']
      if (typeof name !== 'string' || !accepts(headers['accept-encoding'], 'dcz')) return null
      const found = known.get(name)
      return found?.langPath === langPath ? found : null
    },
    link: (langPath) => links.get(langPath) ?? null,
    learn(page) {
      const part = page.page === 'category' ? 'listing' : page.page === 'product' ? 'product' : null
      if (part === null) return
      const key = `${page.langPath} ${page.edition}`
      const begun = editions.get(key)
      if (begun?.link !== undefined) links.set(page.langPath, begun.link)
      const edition: Edition = begun ?? { state: 'asking' }
      if (edition.state === 'storing' || edition.state === 'stored' || edition[part] !== undefined) return
      edition[part] = page.visit()
      if (begun === undefined) {
        forgetOldest(editions, mostKnown)
        editions.set(key, edition)
      }
      const work = begun === undefined ? begin(edition, page) : storeIfComplete(edition, page)
      inBackground(
        work.catch((error: unknown) => {
          // The next page that is rendered begins anew.
          editions.delete(key)
          throw error
        }),
      )
    },
    async find(sum) {
      if (!/^[0-9a-f]{64}$/.test(sum)) return null
      const asked = Buffer.from(sum, 'hex')
      return known.get(dictionaryName(asked)) ?? findDictionary(db, asked)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
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
