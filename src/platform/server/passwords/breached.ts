import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shippedFile } from '../shipped-file.ts'
import { entryLength, headLength, partOf, readHead, readPart, slotPlace } from './filter-format.ts'
import { locate } from './fuse.ts'

/*
 * Passwords that leaked elsewhere are the first ones that are tried. A filter of the 100,000 most common comes with the
 * program; the operator can load one of all that ever leaked. Of other passwords, one in 4,000 is taken for a leaked one.
 */

/** Where the operator's own list is stored: by each node, below its `DATA_DIR`. */
export function ownFilter(dataDir: string): string {
  return join(dataDir, 'passwords', 'breached.filter')
}

/** The operator's list, or the one that comes with the program. */
export function currentFilter(dataDir: string): string {
  const own = ownFilter(dataDir)
  if (existsSync(own)) return own
  const shipped = shippedFile(import.meta.url, './common.filter', 'common-passwords.filter')
  if (shipped === null) throw new Error('the list of common passwords is not there; build again')
  return fileURLToPath(shipped)
}

/**
 * Whether a password is in the list. The file is opened each time: a new list counts from the next password on, and a
 * list of gigabytes takes no memory.
 * @param filter from `currentFilter`
 */
export async function isBreached(password: string, filter: string): Promise<boolean> {
  const file = await open(filter)
  try {
    return await isIn(password, async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    })
  } finally {
    await file.close()
  }
}

/** Bytes of a filter's file; fewer than asked for where it ends. */
type ReadBytes = (position: number, length: number) => Promise<Buffer> | Buffer

/** The same over bytes that are at hand. Throws when they are no filter. */
export async function isIn(password: string, read: ReadBytes): Promise<boolean> {
  const head = readHead(await read(0, headLength))
  if (head === null) throw new Error('the list of leaked passwords is damaged: load it again')
  for (const form of formsOf(password)) {
    const digest = hash('sha1', form, 'buffer')
    if (await hasHash(digest.readUInt32BE(0), digest.readUInt32BE(4), head, read)) return true
  }
  return false
}

/** As it is typed, as it is hashed, and in small letters: a capital is the first thing that people and attackers vary. */
function formsOf(password: string): Set<string> {
  const normalized = password.normalize('NFKC')
  return new Set([password, normalized, normalized.toLowerCase()])
}

async function hasHash(
  high: number,
  low: number,
  { bits, partBits }: { bits: number; partBits: number },
  read: ReadBytes,
): Promise<boolean> {
  const part = readPart(await read(headLength + partOf(high, partBits) * entryLength, entryLength))
  if (part.segmentCount === 0) return false
  const place = new Uint32Array(4)
  locate(high, low, part, place)
  let found = place[3]!
  for (let which = 0; which < 3; which += 1) {
    const { byte, shift } = slotPlace(place[which]!, bits)
    const bytes = await read(part.offset + byte, 3)
    found ^= bytes.readUIntLE(0, 3) >>> shift
  }
  return (found & (2 ** bits - 1)) === 0
}
