import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { no, ok, type Result } from '#domain/result.ts'
import {
  entryLength,
  headLength,
  mostPartBits,
  packSlots,
  partOf,
  writeHead,
  writePart,
  type FilterPart,
} from './filter-format.ts'
import { buildFuse } from './fuse.ts'

/*
 * Makes the filter of a list of leaked passwords, which may have billions of lines: it is read once, in its order, and
 * only the hashes of one part are held in memory.
 */

/** Of a fingerprint: one false alarm in 4,096, and some 1.8 bytes for each password. */
const bits = 12
/** Hashes of a part, about. */
const usualPart = 2 ** 18
/** Bytes. No line of such a list is as long. */
const longestLine = 200

export type FilterFault =
  /** A line is not `SHA-1:count`. */
  | { name: 'not_a_hash'; line: number }
  /** A line's hash is smaller than the one before. */
  | { name: 'not_in_order'; line: number }
  /** No password is left, and `refusesEmpty`. */
  | { name: 'empty'; line: number }

export interface BuildFilterOptions {
  /** How many hashes there will be, about: the filter is divided by it. */
  expected: number
  /** Leaves out passwords that leaked fewer times. */
  atLeast: number
  /** A list without a password is a fault: its filter would let every password through. */
  refusesEmpty?: boolean
  /** Called now and then with the number of lines so far. */
  onProgress?: (lines: number) => void
}

export interface BuiltFilter {
  lines: number
  /** Different passwords in the filter. */
  passwords: number
  /** Of the file. */
  bytes: number
}

/**
 * Writes the filter's file, whole or not at all.
 * @param lines the list in pieces of any size: `SHA-1:count` or `SHA-1` in each line, hexadecimal, in ascending order
 */
export async function buildFilter(
  lines: AsyncIterable<Buffer>,
  target: string,
  { expected, atLeast, refusesEmpty = false, onProgress }: BuildFilterOptions,
): Promise<Result<BuiltFilter, FilterFault>> {
  await mkdir(dirname(target), { recursive: true })
  const half = `${target}.${randomUUID()}`
  const file = await open(half, 'wx')
  try {
    const partBits = Math.min(mostPartBits, Math.max(0, Math.ceil(Math.log2(expected / usualPart))))
    const parts = openParts(partBits)
    const reader = openReader(atLeast, parts.add)
    for await (const piece of lines) {
      const fault = reader.read(piece)
      if (fault !== null) return no(fault)
      await writeAll(file, parts.finished())
      onProgress?.(reader.lines())
    }
    const fault = reader.end()
    if (fault !== null) return no(fault)
    await writeAll(file, parts.end())
    if (refusesEmpty && parts.count() === 0) return no({ name: 'empty', line: reader.lines() })
    const built = { lines: reader.lines(), passwords: parts.count(), bytes: parts.bytes() }
    await writeAll(file, parts.head())
    await file.sync()
    await file.close()
    await rename(half, target)
    return ok(built)
  } finally {
    await file.close()
    await rm(half, { force: true })
  }
}

interface Piece {
  position: number
  bytes: Buffer
}

async function writeAll(file: FileHandle, pieces: readonly Piece[]): Promise<void> {
  for (const { position, bytes } of pieces)
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}

interface Parts {
  /** False: smaller than the last one. Equal ones count once. */
  add: (high: number, low: number) => boolean
  /** Parts that are complete, to be written. */
  finished: () => Piece[]
  end: () => Piece[]
  /** The table in front, when all parts are there. */
  head: () => Piece[]
  count: () => number
  bytes: () => number
}

function openParts(partBits: number): Parts {
  const entries: FilterPart[] = []
  const ready: Piece[] = []
  let offset = headLength + 2 ** partBits * entryLength
  let count = 0
  let high = new Uint32Array(usualPart * 2)
  let low = new Uint32Array(usualPart * 2)
  let length = 0

  const close = (): void => {
    const { slots, ...shape } = buildFuse(high, low, length, bits)
    entries.push({ ...shape, offset })
    const bytes = packSlots(slots, bits)
    ready.push({ position: offset, bytes })
    offset += bytes.length
    count += length
    length = 0
  }
  const last = { high: -1, low: -1 }
  return {
    add(nextHigh, nextLow) {
      if (nextHigh < last.high || (nextHigh === last.high && nextLow < last.low)) return false
      if (nextHigh === last.high && nextLow === last.low) return true
      while (entries.length < partOf(nextHigh, partBits)) close()
      if (length === high.length) {
        high = doubled(high)
        low = doubled(low)
      }
      high[length] = nextHigh
      low[length++] = nextLow
      last.high = nextHigh
      last.low = nextLow
      return true
    },
    finished: () => ready.splice(0),
    end() {
      while (entries.length < 2 ** partBits) close()
      return ready.splice(0)
    },
    head: () => [
      {
        position: 0,
        bytes: Buffer.concat([writeHead({ bits, partBits, count }), ...entries.map(writePart)]),
      },
    ],
    count: () => count,
    bytes: () => offset,
  }
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

interface Reader {
  read: (piece: Buffer) => FilterFault | null
  /** Reads what stands after the last end of line. */
  end: () => FilterFault | null
  lines: () => number
}

function openReader(atLeast: number, add: Parts['add']): Reader {
  let rest: Buffer = Buffer.alloc(0)
  let line = 0

  const readLine = (bytes: Buffer, from: number, until: number): FilterFault | null => {
    line += 1
    const end = until > from && bytes[until - 1] === carriageReturn ? until - 1 : until
    if (end === from) return null
    const seen = timesSeen(bytes, from, end)
    if (seen === null) return { name: 'not_a_hash', line }
    if (seen < atLeast) return null
    return add(hex(bytes, from), hex(bytes, from + 8)) ? null : { name: 'not_in_order', line }
  }
  return {
    read(piece) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      let from = 0
      for (let until = bytes.indexOf(newline); until >= 0; until = bytes.indexOf(newline, from)) {
        const fault = readLine(bytes, from, until)
        if (fault !== null) return fault
        from = until + 1
      }
      // The piece is the stream's, which may use it again.
      rest = Buffer.from(bytes.subarray(from))
      return rest.length > longestLine ? { name: 'not_a_hash', line: line + 1 } : null
    },
    end: () => (rest.length === 0 ? null : readLine(rest, 0, rest.length)),
    lines: () => line,
  }
}

const newline = 10
const carriageReturn = 13
const colon = 58
/** Digits of SHA-1. */
const hashDigits = 40

/** Byte → the value of the hexadecimal digit that it is, or -1. */
const digitValues = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = String.fromCharCode(byte)
  return /^[0-9a-fA-F]$/.test(digit) ? Number.parseInt(digit, 16) : -1
})

/** How many times a line says that its password leaked; 1 when it does not say. Null: it is no such line. */
function timesSeen(bytes: Buffer, from: number, end: number): number | null {
  const after = from + hashDigits
  if (end < after) return null
  for (let at = from; at < after; at += 1) if (digitValues[bytes[at]!]! < 0) return null
  if (end === after) return 1
  if (bytes[after] !== colon || end === after + 1 || end - after > 16) return null
  let seen = 0
  for (let at = after + 1; at < end; at += 1) {
    const digit = bytes[at]! - 48
    if (digit < 0 || digit > 9) return null
    seen = seen * 10 + digit
  }
  return seen
}

/** 32 bits, of eight digits. */
function hex(bytes: Buffer, from: number): number {
  let value = 0
  for (let at = from; at < from + 8; at += 1) value = value * 16 + digitValues[bytes[at]!]!
  return value
}
