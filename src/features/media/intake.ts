import type { Metadata, OutputInfo, Sharp } from 'sharp'
import { no, ok, type Result } from '#domain/result.ts'
import type { Named } from '#wire/problems.ts'
import { mostPixels, sharp } from './pixels.ts'
import { squareIn, type Square } from './rules/square.ts'
import { sniff } from './sniff.ts'
import { openTurns } from './turns.ts'

/*
 * Pictures from outside, in the worker. The given file is not stored: it is decoded and encoded anew, which drops
 * metadata, the place where it was taken, and anything hidden behind the last pixel.
 */

/** The placeholder that is shown while a picture loads. */
interface Glimpse {
  /** A WebP of 16 pixels' width as a data URL of at most 400 characters. */
  preview: string
  /** `#rrggbb` */
  averageColor: string
}

export interface Intake extends Glimpse {
  /** The new original: JPEG, or WebP where there is transparency. */
  bytes: Buffer
  width: number
  height: number
}

export type IntakeFault = Named<'not_a_picture' | 'too_many_pixels' | 'damaged_picture'>

/** Pixels: no screen shows more of a product. */
const longestEdge = 2400
/** Seconds that decoding may take. */
const patience = 15
/** A picture of more pixels is decoded alone: a phone's photograph can need 8 bytes for each of its pixels. */
const mostPixelsBeside = 6_000_000
const places = 2
const decoding = openTurns(places)

/** Pixels: an avatar is small wherever it is shown. */
const squareEdge = 512

/**
 * Decodes, turns upright, shrinks to 2400 pixels, writes anew.
 * @param square all that is wanted of it, of 512 pixels at most; null for the whole picture
 */
export async function takeIn(
  given: Uint8Array,
  square: Square | null = null,
): Promise<Result<Intake, IntakeFault>> {
  const kind = sniff(given)
  if (kind === null) return no({ name: 'not_a_picture' })
  try {
    const header = await sharp(given, { limitInputPixels: false, failOn: 'warning' }).metadata()
    const format = header.format === 'heif' && header.compression === 'av1' ? 'avif' : header.format
    if (format !== kind) return no({ name: 'not_a_picture' })
    const pixels = header.width * header.height
    if (pixels > mostPixels) return no({ name: 'too_many_pixels' })
    const intake = await decoding.take(pixels > mostPixelsBeside ? places : 1, () =>
      writeAnew(given, header, square),
    )
    return ok(intake)
  } catch {
    return no({ name: 'damaged_picture' })
  }
}

async function writeAnew(
  given: Uint8Array,
  { hasAlpha, autoOrient: { width: across, height: down } }: Metadata,
  square: Square | null,
): Promise<Intake> {
  const whole = sharp(given, { limitInputPixels: mostPixels, failOn: 'warning', autoOrient: true }).timeout({
    seconds: patience,
  })
  const wanted = square === null ? whole : whole.extract(squareIn(square, across, down))
  const edge = square === null ? longestEdge : squareEdge
  const upright = wanted
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const { data, info } = await (hasAlpha ? writeTransparent(upright) : writeOpaque(upright))
  return { bytes: data, width: info.width, height: info.height, ...(await glimpse(data)) }
}

interface Written {
  data: Buffer
  info: OutputInfo
}

/** JPEG is read at half or a quarter of its size for free, which every rendering of it will gain from. */
function writeOpaque(image: Sharp): Promise<Written> {
  return image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer({ resolveWithObject: true })
}

/** Many pictures have an alpha channel and hide nothing; only those that do need it. */
async function writeTransparent(image: Sharp): Promise<Written> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = sharp(data, { raw: { width, height, channels } })
  for (let at = channels - 1; at < data.length; at += channels) {
    if (data[at] !== 255) return pixels.webp({ quality: 90 }).toBuffer({ resolveWithObject: true })
  }
  return writeOpaque(pixels.removeAlpha())
}

/** Of a picture that is our own. */
export async function glimpse(picture: Uint8Array): Promise<Glimpse> {
  const { data, info } = await sharp(picture, { limitInputPixels: mostPixels })
    .resize({ width: 16, height: 32, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { preview: await previewOf(data, info), averageColor: averageOf(data, info.channels) }
}

async function previewOf(pixels: Buffer, { width, height, channels }: OutputInfo): Promise<string> {
  const small = sharp(pixels, { raw: { width, height, channels } })
  for (const quality of [60, 40, 20, 5, 1]) {
    const url = dataUrl(await small.clone().webp({ quality }).toBuffer())
    if (url.length <= 400) return url
  }
  // Noise that no quality makes small: a patch of four colours will do.
  return dataUrl(await small.resize(2, 2, { fit: 'fill' }).webp({ quality: 20 }).toBuffer())
}

function dataUrl(webp: Buffer): string {
  return `data:image/webp;base64,${webp.toString('base64')}`
}

function averageOf(pixels: Buffer, channels: number): string {
  const sums = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += channels) {
    // A grey picture has one channel, which stands for all three.
    for (let i = 0; i < 3; i++) sums[i] = (sums[i] ?? 0) + (pixels[at + (channels >= 3 ? i : 0)] ?? 0)
  }
  const count = pixels.length / channels
  return (
    '#' +
    sums
      .map((sum) =>
        Math.round(sum / count)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')
  )
}
