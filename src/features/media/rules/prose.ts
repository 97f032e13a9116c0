import type { Db, Tx } from '#platform/server/db/db.ts'
import { mediaUrl, srcset } from '../contract.ts'
import { keepProseSources, prosePictures, type ProsePicture } from '../queries.ts'

/*
 * Pictures in a merchant's texts. A text names its picture as the import file does: by a path, a URL or a URL of this
 * shop; the page shows the shop's own copy.
 */

/** As the sanitiser writes it. */
const image = /<img src="([^"]*)" alt="([^"]*)" \/>/g
/** A figure whose picture is not there has nothing to be a caption of. */
// oxlint-disable-next-line house/slow-pattern -- a text of the merchant's own
const emptyFigure = /<figure>\s*(?:<figcaption>(?:(?!<\/figcaption>).)*<\/figcaption>)?\s*<\/figure>/gs
/** A paragraph of nothing but a picture that is not there, as other shops' editors write it. */
const emptyParagraph = /<p>(?:\s|&nbsp;|<br \/>)*<\/p>/g
const sizes = '(min-width: 48em) 42rem, 92vw'

/** The sources that a sanitised text names. */
export function sourcesIn(html: string): string[] {
  return [...new Set([...html.matchAll(image)].map(([, source]) => decoded(source!)))]
}

/** Records the pictures that texts name: missing ones are downloaded with the other pictures of an import. */
export async function keepSources(tx: Tx, texts: readonly string[]): Promise<void> {
  const sources = [...new Set(texts.flatMap(sourcesIn))]
  if (sources.length > 0) await keepProseSources(tx, sources)
}

/**
 * A sanitised text with its pictures, in every width; without those that are not here.
 * @param small pictures narrower than the text, such as signs, are shown in their own size
 */
export function withPictures(db: Db, html: string, { small = false } = {}): Promise<string> {
  return replaced(db, html, ({ key, width, height, color }, alt) => {
    const most = small ? `;max-inline-size:${width}px` : ''
    const place = `width="${width}" height="${height}" alt="${alt}" loading="lazy" decoding="async"`
    return `<picture><source type="image/avif" srcset="${srcset(key, width, 'avif')}" sizes="${sizes}"><img src="${mediaUrl(key, 800, 'jpg')}" ${place} style="background-color:${color}${most}"></picture>`
  })
}

/** Whether a sanitised text shows nothing: neither words nor a picture. */
export function isBlankHtml(html: string): boolean {
  return !/<(?:img|hr)\b/.test(html) && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
}

/** The same for readers of feeds, which know one URL for a picture. */
export function withPlainPictures(db: Db, html: string): Promise<string> {
  return replaced(
    db,
    html,
    ({ key, width, height }, alt) =>
      `<img src="${mediaUrl(key, 1080, 'jpg')}" width="${width}" height="${height}" alt="${alt}">`,
  )
}

async function replaced(
  db: Db,
  html: string,
  write: (picture: ProsePicture, alt: string) => string,
): Promise<string> {
  const sources = sourcesIn(html)
  if (sources.length === 0) return html
  const found = new Map((await prosePictures(db, sources)).map((picture) => [picture.source, picture]))
  return html
    .replace(image, (_, source: string, alt: string) => {
      const picture = found.get(decoded(source))
      return picture === undefined ? '' : write(picture, alt)
    })
    .replace(emptyFigure, '')
    .replace(emptyParagraph, '')
}

function decoded(attribute: string): string {
  return attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
