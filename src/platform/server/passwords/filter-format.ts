import type { FuseShape } from './fuse.ts'

/*
 * The file of a filter over SHA-1 hashes. All numbers are little-endian.
 *
 *   0  8 bytes  `violetbf`
 *   8  1 byte   version, 1
 *   9  1 byte   bits of a fingerprint
 *  10  1 byte   n: the filter has 2^n parts; a hash belongs to the part that its first n bits name
 *  16  8 bytes  how many hashes are in it
 *  24           for each part, 16 bytes: where its slots begin (8), segments (4), seed (2), log2 of a segment's length (1)
 *
 * then the slots of each part, packed bit by bit, and two bytes of 0, so that three bytes can be read at each slot.
 */

export const headLength = 24
export const entryLength = 16
/** More parts than the largest lists need: a damaged file cannot ask for more memory. */
export const mostPartBits = 20

const magic = Buffer.from('violetbf')
const version = 1

export interface FilterHead {
  bits: number
  partBits: number
  /** Hashes in the filter. */
  count: number
}

export interface FilterPart extends FuseShape {
  /** Bytes from the start of the file. */
  offset: number
}

export function writeHead({ bits, partBits, count }: FilterHead): Buffer {
  const bytes = Buffer.alloc(headLength)
  magic.copy(bytes)
  bytes.writeUInt8(version, 8)
  bytes.writeUInt8(bits, 9)
  bytes.writeUInt8(partBits, 10)
  bytes.writeBigUInt64LE(BigInt(count), 16)
  return bytes
}

/** Null: this is no such file. */
export function readHead(bytes: Buffer): FilterHead | null {
  if (bytes.length < headLength || !bytes.subarray(0, 8).equals(magic)) return null
  const bits = bytes.readUInt8(9)
  const partBits = bytes.readUInt8(10)
  if (bytes.readUInt8(8) !== version || bits < 8 || bits > 16 || partBits > mostPartBits) return null
  return { bits, partBits, count: Number(bytes.readBigUInt64LE(16)) }
}

export function writePart({ offset, segmentCount, seed, segmentLength }: FilterPart): Buffer {
  const bytes = Buffer.alloc(entryLength)
  bytes.writeBigUInt64LE(BigInt(offset), 0)
  bytes.writeUInt32LE(segmentCount, 8)
  bytes.writeUInt16LE(seed, 12)
  bytes.writeUInt8(Math.log2(segmentLength), 14)
  return bytes
}

export function readPart(bytes: Buffer): FilterPart {
  return {
    offset: Number(bytes.readBigUInt64LE(0)),
    segmentCount: bytes.readUInt32LE(8),
    seed: bytes.readUInt16LE(12),
    segmentLength: 2 ** bytes.readUInt8(14),
  }
}

/** The part that a hash belongs to, by its first 32 bits. */
export function partOf(high: number, partBits: number): number {
  return partBits === 0 ? 0 : high >>> (32 - partBits)
}

/** Slots as bytes, each in as many bits as a fingerprint has. */
export function packSlots(slots: Uint16Array, bits: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil((slots.length * bits) / 8) + 2)
  for (let index = 0; index < slots.length; index += 1) {
    const { byte, shift } = slotPlace(index, bits)
    const value = slots[index]! << shift
    bytes[byte] = bytes[byte]! | (value & 255)
    bytes[byte + 1] = bytes[byte + 1]! | ((value >>> 8) & 255)
    bytes[byte + 2] = bytes[byte + 2]! | (value >>> 16)
  }
  return bytes
}

/** The first of the three bytes that a slot lies in, counted from the part's start, and how far in, in bits. */
export function slotPlace(index: number, bits: number): { byte: number; shift: number } {
  const bit = index * bits
  return { byte: Math.floor(bit / 8), shift: bit % 8 }
}
