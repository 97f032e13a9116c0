import { crc32, deflateSync } from 'node:zlib'

/** A picture of at most 256 colours. */
export interface Paletted {
  width: number
  height: number
  /** Red, green, blue and opacity of each colour, 0 to 255. */
  palette: readonly (readonly [number, number, number, number])[]
  /** Row by row, an index into the palette for each. */
  pixels: Uint8Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** As a PNG file (ISO/IEC 15948): small pictures that are drawn while somebody waits need no picture library. */
export function encodePng({ width, height, palette, pixels }: Paletted): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits for each pixel, paletted.
  head.set([8, 3, 0, 0, 0], 8)
  // Each row begins with the number of its filter; 0 is none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(([r, g, b]) => [r, g, b]))),
    chunk('tRNS', Buffer.from(palette.map((colour) => colour[3]))),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), framed.length - 4)
  return framed
}
