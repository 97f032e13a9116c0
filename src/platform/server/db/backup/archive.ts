import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { readTar, tarEnd, tarHeader, tarPadding, type TarEntry } from './tar.ts'

/*
 * A backup is a gzip'd tar file: `tables/<table>/<number>.copy` (pieces of PostgreSQL's COPY text format, to be
 * joined), `media/<path>`, and as its last entry `manifest.json`. A cut file has no manifest.
 */

const part = z.object({ name: z.string(), size: z.int().min(0), sha256: z.string() })

const manifest = z.object({
  format: z.literal('violet-backup-1'),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().min(0) })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  parts: z.array(part),
})

export type Manifest = z.infer<typeof manifest>

const manifestName = 'manifest.json'

/** The file is no whole backup; nothing was changed. */
export class BackupDamaged extends Error {
  constructor(file: string, why: string) {
    super(`${file} is no whole backup: ${why}. Nothing was changed.`)
    this.name = 'BackupDamaged'
  }
}

export interface ArchiveWriter {
  /** Adds a file of exactly `size` bytes. */
  add(name: string, size: number, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /** Ends the file with its manifest and puts it into place. */
  finish(content: Omit<Manifest, 'parts'>): Promise<void>
  /** Leaves nothing behind; after `finish` it does nothing. */
  discard(): Promise<void>
}

/** Writes to a temporary file next to `file` and renames it at the end: a failed backup never replaces a good one. */
export function createArchive(file: string, now: Date): ArchiveWriter {
  const unfinished = `${file}.unfinished-${process.pid}`
  const gzip = createGzip({ level: 5 })
  const written = pipeline(gzip, createWriteStream(unfinished, { mode: 0o600, flush: true }))
  // Its failure reaches the caller by the next write or by finish().
  const failed = written.then(
    () => new Promise<never>(() => {}),
    (error: unknown) => Promise.reject(error),
  )
  failed.catch(() => {})
  const parts: Manifest['parts'] = []
  let done = false

  const write = async (bytes: Buffer): Promise<void> => {
    if (bytes.length > 0 && !gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), failed])
  }

  const add: ArchiveWriter['add'] = async (name, size, body) => {
    const hash = createHash('sha256')
    let seen = 0
    await write(tarHeader(name, size, now))
    for await (const chunk of body) {
      hash.update(chunk)
      seen += chunk.length
      await write(chunk)
    }
    if (seen !== size) throw new Error(`${name} changed its size while it was read`)
    await write(tarPadding(size))
    parts.push({ name, size, sha256: hash.digest('hex') })
  }

  return {
    add,
    async finish(content) {
      const text = Buffer.from(JSON.stringify({ ...content, parts: [...parts] } satisfies Manifest, null, 1))
      await add(manifestName, text.length, [text])
      await write(tarEnd)
      gzip.end()
      await written
      await rename(unfinished, file)
      done = true
      await syncFolder(dirname(file))
    },
    async discard() {
      if (done) return
      gzip.destroy()
      await written.catch(() => {})
      await rm(unfinished, { force: true })
    },
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Reads the whole file once and returns its manifest. Throws BackupDamaged when a byte is missing or wrong. */
export async function verifyArchive(file: string): Promise<Manifest> {
  const found = new Map<string, { size: number; sha256: string }>()
  let text: string | null = null
  try {
    for await (const entry of openTar(file)) {
      if (text !== null) throw new Error('something follows the manifest')
      if (found.has(entry.name)) throw new Error(`${entry.name} is in it twice`)
      if (entry.name === manifestName) text = await textOf(entry)
      else found.set(entry.name, { size: entry.size, sha256: await hashOf(entry) })
    }
    if (text === null) throw new Error('it has no manifest')
    const content = manifest.parse(JSON.parse(text))
    for (const { name, size, sha256 } of content.parts) {
      const is = found.get(name)
      if (is === undefined) throw new Error(`${name} is missing`)
      if (is.size !== size || is.sha256 !== sha256) throw new Error(`${name} is damaged`)
      found.delete(name)
    }
    for (const name of found.keys()) throw new Error(`${name} is not in its manifest`)
    return content
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`there is no file ${file}`)
    throw new BackupDamaged(file, (error as Error).message)
  }
}

/** The entries but the manifest, each checked once more while it is read: the file may change between readings. */
export async function* readArchive(file: string, { parts }: Manifest): AsyncGenerator<TarEntry> {
  const expected = new Map(parts.map(({ name, sha256 }) => [name, sha256]))
  for await (const entry of openTar(file)) {
    if (entry.name === manifestName) continue
    yield { ...entry, body: checked(entry, expected.get(entry.name)) }
  }
}

async function* checked({ name, body }: TarEntry, sha256: string | undefined): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  yield* hashing(body, hash)
  if (hash.digest('hex') !== sha256) throw new Error(`${name} changed while it was being restored`)
}

async function* hashing(body: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}

function openTar(file: string): AsyncGenerator<TarEntry> {
  const gunzip = createGunzip()
  // A read error ends the reader's loop by way of gunzip.
  pipeline(createReadStream(file), gunzip).catch(() => {})
  return readTar(gunzip)
}

async function hashOf({ body }: TarEntry): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of body) hash.update(chunk)
  return hash.digest('hex')
}

async function textOf({ body }: TarEntry): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
