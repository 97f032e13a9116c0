import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/*
 * Pictures on disk: `originals/<k0k1>/<key>` is the truth and is backed up; `derived/<k0k1>/<key>/<file>` can be
 * deleted at any time and is made again when asked for.
 */

export interface MediaStore {
  /** Keeps the bytes under the hash of themselves and returns that key. They are on the disk when this returns. */
  keep(bytes: Uint8Array): Promise<string>
  /** The path of an original; null when it is not there. */
  original(key: string): Promise<string | null>
  /** A derived file, such as `480.avif`; null when it was not made yet. */
  derived(key: string, file: string): Promise<Buffer | null>
  keepDerived(key: string, file: string, bytes: Uint8Array): Promise<void>
  /** Takes the picture away with all that was derived of it. */
  remove(key: string): Promise<void>
}

const keyPattern = /^[0-9a-f]{16}$/
const filePattern = /^(?:[1-9]\d{1,3}\.(?:avif|webp|jpg)|og\.jpg)$/

export function isKey(text: string): boolean {
  return keyPattern.test(text)
}

/** The first 16 hex digits of the SHA-256. */
export function keyOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

/** @param mediaDir absolute; it need not exist yet. */
export function openStore(mediaDir: string): MediaStore {
  const originalPath = (key: string): string => join(mediaDir, 'originals', shelf(key), key)
  const derivedPath = (key: string, file: string): string => {
    if (!filePattern.test(file)) throw new RangeError('not the name of a derived picture')
    return join(mediaDir, 'derived', shelf(key), key, file)
  }
  return {
    async keep(bytes) {
      const key = keyOf(bytes)
      const path = originalPath(key)
      const present = await orNull(stat(path))
      // A file of another length is half a file of an interrupted disk.
      if (present?.size !== bytes.byteLength) await writeWhole(mediaDir, path, bytes, true)
      return key
    },
    async original(key) {
      const path = originalPath(key)
      const present = await orNull(stat(path))
      return present === null ? null : path
    },
    derived: (key, file) => orNull(readFile(derivedPath(key, file))),
    async remove(key) {
      await rm(originalPath(key), { force: true })
      await rm(join(mediaDir, 'derived', shelf(key), key), { recursive: true, force: true })
    },
    keepDerived: (key, file, bytes) => writeWhole(mediaDir, derivedPath(key, file), bytes, false),
  }
}

function shelf(key: string): string {
  if (!isKey(key)) throw new RangeError('not the key of a picture')
  return key.slice(0, 2)
}

/** All of the bytes or nothing: written into a temporary file, then renamed. */
async function writeWhole(
  mediaDir: string,
  path: string,
  bytes: Uint8Array,
  durable: boolean,
): Promise<void> {
  const folder = join(mediaDir, 'temp')
  const temporary = join(folder, randomBytes(12).toString('hex'))
  await mkdir(folder, { recursive: true })
  await mkdir(dirname(path), { recursive: true })
  try {
    const file = await open(temporary, 'wx', 0o644)
    try {
      await file.writeFile(bytes)
      if (durable) await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null
    throw error
  }
}
