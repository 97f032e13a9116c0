import { inflateSync } from 'node:zlib'

/*
 * Sees the gap of a slider's puzzle as a person does, for tests that solve one: by its white outline at the piece's
 * height.
 */

/** Pixels from the picture's left edge to the gap. @param image the `data:` URL of an 8-bit paletted PNG */
export function gapIn(image: string, piece: { image: string; top: number; size: number }): number {
  const whole = readPng(image)
  const outline = outlineOf(readPng(piece.image))
  let best = { at: 0, hits: -1 }
  for (let at = 0; at <= whole.width - piece.size; at++) {
    const hits = outline.filter(([x, y]) => whole.isWhite(at + x, piece.top + y)).length
    if (hits > best.hits) best = { at, hits }
  }
  return best.at
}

interface Seen {
  width: number
  height: number
  isWhite(x: number, y: number): boolean
}

function outlineOf({ width, height, isWhite }: Seen): [number, number][] {
  const points: [number, number][] = []
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isWhite(x, y)) points.push([x, y])
  return points
}

function readPng(url: string): Seen {
  const file = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at)
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const head = chunks.get('IHDR')!
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const palette = chunks.get('PLTE')!
  const rows = inflateSync(chunks.get('IDAT')!)
  return {
    width,
    height,
    isWhite: (x, y) => {
      const colour = rows[y * (width + 1) + 1 + x]! * 3
      return palette.subarray(colour, colour + 3).every((part) => part === 255)
    },
  }
}
