import type { OverlayOptions, Sharp } from 'sharp'
import { sharp } from './pixels.ts'
import { shareSize } from './renditions.ts'

/** The contents of a link's preview card. Equal cards are one file. */
export interface ShareCard {
  shop: string
  title: string
  /** "$48.50"; null where nothing is sold. */
  price: string | null
  /** The picture next to the text; null: the text has the whole card. */
  picture: string | null
  /** BCP 47: one code point is written in different ways in China and Japan. */
  lang: string
  /** Font names for the title, as in a stylesheet. */
  font: string
  /** `#rrggbb` */
  colors: { ground: string; title: string; shop: string; price: string }
}

/** Grows when cards are drawn in another way: the old files are not asked for any more. */
export const cardVersion = 1

const margin = 72
/** Pixels of the card's width that the picture has. */
const pictureWidth = 560
const { width, height } = shareSize

/**
 * Draws the card; null where the machine has no letters for its title.
 * @param picture not yet scaled
 */
export async function drawCard(card: ShareCard, picture: Sharp | null): Promise<Sharp | null> {
  if (!(await canWrite(card.title))) return null
  const room = width - 2 * margin - (picture === null ? 0 : pictureWidth)
  const { colors, lang, font } = card
  const title = await write(card.title, {
    font: `${font} Bold`,
    sizes: [64, 56, 48, 40],
    lines: 4,
    room,
    color: colors.title,
    lang,
  })
  const shop = await write(card.shop, { font, sizes: [30], lines: 1, room, color: colors.shop, lang })
  const price =
    card.price === null
      ? null
      : await write(card.price, {
          font: `${font} Bold`,
          sizes: [44],
          lines: 1,
          room,
          color: colors.price,
          lang,
        })

  const layers: OverlayOptions[] = [
    { input: Buffer.from(frame(colors.shop)), left: 0, top: 0 },
    { input: shop.pixels, left: margin, top: margin },
    { input: title.pixels, left: margin, top: titleTop(title.height, price?.height ?? 0) },
  ]
  if (price) layers.push({ input: price.pixels, left: margin, top: height - margin - price.height })
  if (picture)
    layers.push({
      input: await picture
        .flatten({ background: '#ffffff' })
        .resize({ width: pictureWidth, height, fit: 'cover', position: 'centre' })
        .removeAlpha()
        .png({ compressionLevel: 1 })
        .toBuffer(),
      left: width - pictureWidth,
      top: 0,
    })
  return sharp({ create: { width, height, channels: 3, background: colors.ground } }).composite(layers)
}

/** In the middle between the shop's name above and the price below. */
function titleTop(title: number, price: number): number {
  const [top, bottom] = [margin + 64, height - margin - (price === 0 ? 0 : price + 32)]
  return Math.max(top, Math.round((top + bottom - title) / 2))
}

function frame(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="12" height="${height}" fill="${color}"/></svg>`
}

interface Writing {
  /** A Pango font description without the size. */
  font: string
  /** Pixels; the first at which the text fits is taken. */
  sizes: readonly number[]
  /** Text beyond the last line is left out. */
  lines: number
  /** Pixels. */
  room: number
  color: string
  lang: string
}

interface Written {
  pixels: Buffer
  height: number
}

/** Text as pixels on nothing, in as many lines as it needs. */
async function write(text: string, writing: Writing): Promise<Written> {
  const { sizes, lines, room } = writing
  let signs = [...text.replace(/\s+/g, ' ').trim()]
  const smallest = sizes.at(-1)!
  for (const size of sizes) {
    const written = await render(signs.join(''), size, writing)
    if (written.height <= lines * size * 1.45 && written.width <= room) return written
  }
  // Too long even in the smallest: half a sentence and a sign that there is more.
  for (;;) {
    signs = signs.slice(0, Math.max(1, Math.floor(signs.length * 0.8)))
    const written = await render(`${signs.join('').trimEnd()}…`, smallest, writing)
    if ((written.height <= lines * smallest * 1.45 && written.width <= room) || signs.length === 1)
      return written.width <= room && written.height <= height
        ? written
        : {
            pixels: await sharp(written.pixels)
              .extract({
                left: 0,
                top: 0,
                width: Math.min(room, written.width),
                height: Math.min(height, written.height),
              })
              .png()
              .toBuffer(),
            height: Math.min(height, written.height),
          }
  }
}

async function render(
  text: string,
  size: number,
  { font, room, color, lang }: Writing,
): Promise<Written & { width: number }> {
  const markup = `<span foreground="${color}" lang="${escapeMarkup(lang)}">${escapeMarkup(text)}</span>`
  const { data, info } = await sharp({
    // At 72 dpi a point is a pixel.
    text: {
      text: markup,
      font: `${font} ${size}`,
      width: room,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
      spacing: Math.round(size * 0.12),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, height: info.height, width: info.width }
}

/** Whether the machine has fonts at all, and one for the first sign of the title beyond Latin letters. */
async function canWrite(title: string): Promise<boolean> {
  const sign = /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.exec(title)?.[0] ?? 'W'
  // Signs that no font has are boxes of one size; this one is in the area that Unicode leaves to everyone.
  const [own, none] = await Promise.all([widthOf(sign), widthOf('\u{E7C3}')])
  return own !== none
}

async function widthOf(sign: string): Promise<string> {
  const { info } = await sharp({ text: { text: sign, font: 'Sans 100', dpi: 72, rgba: true } })
    .png()
    .toBuffer({ resolveWithObject: true })
  return `${info.width} ${info.height}`
}

function escapeMarkup(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}
