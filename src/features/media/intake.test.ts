import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { glimpse, takeIn, type Intake } from './intake.ts'
import { halves, photograph, pixel } from './test-pictures.ts'

async function taken(bytes: Uint8Array): Promise<Intake> {
  const result = await takeIn(bytes)
  if (!result.ok) throw new Error(`refused: ${result.problem.name}`)
  return result.value
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const result = await takeIn(bytes)
  return result.ok ? 'taken' : result.problem.name
}

/** A PNG that claims a size and holds zeros: small on disk, huge in memory. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), body.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let i = 0; i < 8; i++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return (value ^ 0xffffffff) >>> 0
}

describe('a picture that is taken in', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('may be a %s and becomes a JPEG', async (format) => {
    const given = await halves(300, 200).toFormat(format).toBuffer()
    const { bytes, width, height, preview, averageColor } = await taken(given)
    expect([width, height]).toEqual([300, 200])
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
    expect(preview).toMatch(/^data:image\/webp;base64,/)
    expect(preview.length).toBeLessThanOrEqual(400)
    expect((await sharp(Buffer.from(preview.split(',')[1] ?? '', 'base64')).metadata()).width).toBe(16)
    expect(averageColor).toMatch(/^#[67][0-9a-f]3[0-9a-f][67][0-9a-f]$/)
  })

  it('keeps transparency, as a WebP', async () => {
    const given = await sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
    })
      .png()
      .toBuffer()
    const { bytes, averageColor } = await taken(given)
    const found = await sharp(bytes).metadata()
    expect([found.format, found.hasAlpha]).toEqual(['webp', true])
    // Over white, as pages without a backdrop show it.
    expect(averageColor).toMatch(/^#e[0-9a-f][78][0-9a-f][78][0-9a-f]$/)
  })

  it('is no larger than 2400 pixels, and no larger than it was', async () => {
    const wide = await taken(await halves(3000, 300).png().toBuffer())
    expect([wide.width, wide.height]).toEqual([2400, 240])
    const small = await taken(await halves(20, 10).png().toBuffer())
    expect([small.width, small.height]).toEqual([20, 10])
  })

  it('stands upright', async () => {
    // Orientation 6: the camera was turned; what is on the left of the file belongs to the top.
    const given = await halves(200, 100, '#ff0000', '#0000ff')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { bytes, width, height } = await taken(given)
    expect([width, height]).toEqual([100, 200])
    expect((await pixel(bytes, 50, 20))[0]).toBeGreaterThan(200)
    expect((await pixel(bytes, 50, 180))[2]).toBeGreaterThan(200)
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined()
  })

  it('forgets where it was taken, and everything else that is not the picture', async () => {
    const given = await halves(80, 80)
      .withExif({
        IFD0: { Copyright: 'SECRET-OWNER' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const before = await sharp(given).metadata()
    expect(before.exif).toBeDefined()
    expect(given.includes('SECRET-OWNER') && given.includes('SECRET-XMP')).toBe(true)
    const { bytes } = await taken(given)
    const after = await sharp(bytes).metadata()
    expect([after.exif, after.xmp, after.iptc, after.icc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('SECRET')).toBe(false)
  })

  it('loses what was hidden behind it', async () => {
    const page = '<html><script>alert(1)</script></html>EICAR-LIKE'
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const given = Buffer.concat([await halves(60, 60).toFormat(format).toBuffer(), Buffer.from(page)])
      const result = await takeIn(given)
      // A decoder may also refuse such a file; then nothing is kept at all.
      if (result.ok) expect(result.value.bytes.includes('<script>')).toBe(false)
      else expect(result.problem.name).toBe('damaged_picture')
    }
    const png = Buffer.concat([await halves(60, 60).png().toBuffer(), Buffer.from(page)])
    expect((await taken(png)).bytes.includes('<script>')).toBe(false)
  })

  it('gives the same bytes for the same bytes', async () => {
    const given = await photograph(400, 300)
    expect((await taken(given)).bytes).toEqual((await taken(given)).bytes)
  })

  it('may be grey, may have 16 bits, may have no pixels to spare', async () => {
    const grey = await taken(
      await sharp({ create: { width: 30, height: 30, channels: 3, background: '#777777' } })
        .toColourspace('b-w')
        .png()
        .toBuffer(),
    )
    expect(grey.averageColor).toBe('#777777')
    const deep = await taken(await halves(30, 30).toColourspace('rgb16').png().toBuffer())
    expect(deep.width).toBe(30)
    const dot = await taken(
      await sharp({ create: { width: 1, height: 1, channels: 3, background: '#777777' } })
        .png()
        .toBuffer(),
    )
    expect([dot.width, dot.height]).toEqual([1, 1])
    const ribbon = await taken(await halves(4, 2000).png().toBuffer())
    expect([ribbon.width, ribbon.height, ribbon.preview.length <= 400]).toEqual([4, 2000, true])
  })

  it('has a small preview even when it is noise', async () => {
    const noise = await sharp({
      create: {
        width: 64,
        height: 128,
        channels: 3,
        background: '#000000',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .png()
      .toBuffer()
    const { preview } = await glimpse(noise)
    expect(preview.length).toBeLessThanOrEqual(400)
    expect((await sharp(Buffer.from(preview.split(',')[1] ?? '', 'base64')).metadata()).format).toBe('webp')
  })
})

describe('refused', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

  it.each([
    ['an SVG', Buffer.from(svg)],
    ['an SVG with a prolog', Buffer.from(`<?xml version="1.0"?>\n<!DOCTYPE svg>\n${svg}`)],
    ['a page', Buffer.from('<!doctype html><img>')],
    ['nothing', Buffer.alloc(0)],
    ['three bytes', Buffer.from([0xff, 0xd8])],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
  ])('%s, as no picture', async (_name, bytes) => {
    expect(await refusal(bytes)).toBe('not_a_picture')
  })

  it('a TIFF, though the library could read it', async () => {
    expect(await refusal(await halves(9, 9).tiff().toBuffer())).toBe('not_a_picture')
  })

  it('a picture that is cut short', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const whole = await sharp(await photograph(400, 400))
        .toFormat(format)
        .toBuffer()
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * 0.6)))).toBe('damaged_picture')
      expect(await refusal(whole.subarray(0, 40))).toBe('damaged_picture')
    }
  })

  it('a bomb, before it goes off', async () => {
    const given = bomb(20_000, 20_000)
    expect(given.length).toBeLessThan(500_000)
    const started = performance.now()
    expect(await refusal(given)).toBe('too_many_pixels')
    // 400 million pixels take many seconds and 400 MB to decode.
    expect(performance.now() - started).toBeLessThan(1_500)
  })

  it('a thin bomb too', async () => {
    expect(await refusal(bomb(1_000_000, 41))).toBe('too_many_pixels')
  })

  it('an SVG that calls itself a PNG', async () => {
    const signature = Buffer.from('89504e470d0a1a0a', 'hex')
    expect(await refusal(Buffer.concat([signature, Buffer.from(svg)]))).toBe('damaged_picture')
  })
})
