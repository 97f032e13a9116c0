import type { Sharp } from 'sharp'
import { drawTile, tileSize, type Tile } from './rules/tile.ts'
import { drawCard, type ShareCard } from './card.ts'
import { mostPixels, sharp } from './pixels.ts'
import { shareSize, type Origin, type Rendition } from './renditions.ts'

/** Seconds that one rendering may take. */
const patience = 20

/** The bytes of one rendition; never larger than the original. Runs in the worker. */
export function render(origin: Origin, rendition: Rendition): Promise<Buffer> {
  const image = 'tile' in origin ? drawn(origin.tile, rendition) : stored(origin.path, rendition)
  return encode(image.timeout({ seconds: patience }), rendition).toBuffer()
}

/** The bytes of a card; null where the machine has no letters for it. Runs in the worker. */
export async function renderCard(card: ShareCard, origin: Origin | null): Promise<Buffer | null> {
  const picture =
    origin && ('tile' in origin ? drawn(origin.tile, cardPicture) : stored(origin.path, cardPicture))
  const image = await drawCard(card, picture)
  return image && encode(image.timeout({ seconds: patience }), 'share').toBuffer()
}

/** What the picture on a card is scaled from: a little more than its height. */
const cardPicture: Rendition = { width: 1080, format: 'jpg' }

/** A tile is drawn at the very size that is wanted; nothing is scaled. */
function drawn(tile: Tile, rendition: Rendition): Sharp {
  const side = rendition === 'share' ? 0 : Math.min(rendition.width, tileSize)
  const { width, height } = rendition === 'share' ? shareSize : { width: side, height: side }
  return sharp(Buffer.from(drawTile(tile, width, height))).removeAlpha()
}

function stored(path: string, rendition: Rendition): Sharp {
  const image = sharp(path, { limitInputPixels: mostPixels, failOn: 'warning' })
  if (rendition === 'share') {
    return image
      .flatten({ background: '#ffffff' })
      .resize({ ...shareSize, fit: 'cover', position: sharp.strategy.attention })
  }
  const resized = image.resize({ width: rendition.width, withoutEnlargement: true })
  return rendition.format === 'jpg' ? resized.flatten({ background: '#ffffff' }) : resized
}

/*
 * AVIF at effort 1: a tenth of the time of sharp's default for a fifth more bytes, quick enough while a visitor
 * waits. Large ones lose colour resolution that no eye sees at that size.
 */
function encode(image: Sharp, rendition: Rendition): Sharp {
  if (rendition === 'share') return image.jpeg({ quality: 84 })
  switch (rendition.format) {
    case 'avif':
      return rendition.width <= 640
        ? image.avif({ quality: 54, effort: 1 })
        : image.avif({ quality: 52, effort: 1, chromaSubsampling: '4:2:0' })
    case 'webp':
      return image.webp({
        quality: 77,
        effort: rendition.width <= 800 ? 3 : 1,
        smartSubsample: rendition.width <= 800,
      })
    case 'jpg':
      return image.jpeg({ quality: 79, progressive: true })
  }
}
