import { crc32, deflateRawSync } from 'node:zlib'

/* ZIP files for tests: right ones, and such as nobody's program writes. */

export interface ZipEntry {
  path: string
  content?: Buffer | string
  method?: number
  mode?: number
  flags?: number
  /** Where it states another than it has. */
  size?: number
  crc?: number
}

/** As programs write it: a local header before each content, and the list of all at the end. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const listed: Buffer[] = []
  let at = 0
  for (const { path, content = '', method = 8, mode = 0o100644, flags = 0, size, crc } of entries) {
    const plain = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(plain) : plain
    const name = Buffer.from(path)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.byteLength, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(flags, 8)
    central.writeUInt16LE(method, 10)
    central.writeUInt32LE(crc ?? crc32(plain), 16)
    central.writeUInt32LE(packed.byteLength, 20)
    central.writeUInt32LE(size ?? plain.byteLength, 24)
    central.writeUInt16LE(name.byteLength, 28)
    central.writeUInt16LE(mode, 40)
    central.writeUInt32LE(at, 42)
    locals.push(local, name, packed)
    listed.push(central, name)
    at += local.byteLength + name.byteLength + packed.byteLength
  }
  const list = Buffer.concat(listed)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.byteLength, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, list, end])
}
