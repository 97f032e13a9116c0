const block = 512

export interface TarEntry {
  name: string
  /** Bytes. */
  size: number
  /** Readable until the next entry is asked for. */
  body: AsyncIterable<Buffer>
}

/**
 * The header of one regular file in the POSIX ustar format, with a pax record in front where the name does not
 * fit (POSIX.1-2024, pax, "ustar Interchange Format").
 */
export function tarHeader(name: string, size: number, modified: Date): Buffer {
  if (Buffer.byteLength(name) <= 100) return ustarHeader(name, size, modified, '0')
  const record = paxRecord('path', name)
  return Buffer.concat([
    ustarHeader('pax-header', record.length, modified, 'x'),
    record,
    tarPadding(record.length),
    ustarHeader(name.slice(-25), size, modified, '0'),
  ])
}

/** The zero bytes that fill an entry up to a whole block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block)
}

/** The end-of-archive marker. */
export const tarEnd = Buffer.alloc(2 * block)

function ustarHeader(name: string, size: number, modified: Date, type: '0' | 'x'): Buffer {
  if (size >= 8 ** 11) throw new RangeError(`${name} is too large for a tar file: ${size} bytes`)
  const header = Buffer.alloc(block)
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0') + '\0'
  header.write(name, 0, 100)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(Math.max(0, Math.floor(modified.getTime() / 1000)), 12), 136)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(sum.toString(8).padStart(6, '0') + '\0 ', 148)
  return header
}

// A record begins with its own length in decimal digits, those digits included.
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest
  while (length !== rest + String(length).length) length = rest + String(length).length
  return Buffer.from(`${length} ${key}=${value}\n`)
}

/** The entries of a tar stream as our backups hold them: regular files only. Throws on anything else. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = reader(source)
  let paxName: string | null = null
  for (;;) {
    const header = await bytes.exactly(block)
    if (header.every((byte) => byte === 0)) break
    const { name, size, type } = parseHeader(header)
    if (type === 'x') {
      paxName = /^\d+ path=(.*)\n$/s.exec((await bytes.exactly(size)).toString())?.[1] ?? null
      await bytes.exactly(tarPadding(size).length)
      continue
    }
    if (type !== '0') throw new Error(`it holds something that is no file: ${name}`)
    const body = bytes.limited(size)
    yield { name: paxName ?? name, size, body: body.chunks() }
    for await (const _ of body.chunks());
    await bytes.exactly(tarPadding(size).length)
    paxName = null
  }
  await bytes.rest()
}

function parseHeader(header: Buffer): { name: string; size: number; type: string } {
  const text = (from: number, length: number) => {
    const field = header.subarray(from, from + length)
    const end = field.indexOf(0)
    return field.toString('utf8', 0, end < 0 ? length : end)
  }
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (parseInt(text(148, 8), 8) !== sum) throw new Error('a header is damaged')
  return { name: text(0, 100), size: parseInt(text(124, 12), 8), type: text(156, 1) }
}

function reader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  const more = async (): Promise<boolean> => {
    const next = await chunks.next()
    if (next.done === true) return false
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value])
    return true
  }

  const exactly = async (size: number): Promise<Buffer> => {
    while (held.length < size) if (!(await more())) throw new Error('it ends too early')
    const taken = held.subarray(0, size)
    held = held.subarray(size)
    return taken
  }

  const limited = (size: number) => {
    let left = size
    return {
      async *chunks(): AsyncGenerator<Buffer> {
        while (left > 0) {
          if (held.length === 0 && !(await more())) throw new Error('it ends too early')
          const taken = held.subarray(0, left)
          held = held.subarray(taken.length)
          left -= taken.length
          yield taken
        }
      },
    }
  }

  /** Reads on to the end, so that the compression's own checksum is verified. */
  const rest = async (): Promise<void> => {
    do held = Buffer.alloc(0)
    while (await more())
  }

  return { exactly, limited, rest }
}
