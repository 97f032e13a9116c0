/*
 * URLs of pictures, for server and browser. A picture's URL never changes what it shows, so it is cached for a year.
 */

export const widths = [96, 160, 240, 320, 480, 640, 800, 1080, 1440, 1920] as const
export type Width = (typeof widths)[number]

export const formats = ['avif', 'webp', 'jpg'] as const
export type Format = (typeof formats)[number]

export function mediaUrl(key: string, width: Width, format: Format): string {
  return `/media/${key}/${width}.${format}`
}

export const filmsBase = '/media/films/'

/** Where a film or its captions are: an https URL as it is, a path below the folder of films. */
export function filmUrl(source: string): string {
  return isFilmPath(source) ? `${filmsBase}${source.split('/').map(encodeURIComponent).join('/')}` : source
}

function isFilmPath(source: string): boolean {
  return !source.startsWith('https://')
}

/** 1200 × 630, for the cards that other sites draw of a link. */
export function shareUrl(key: string): string {
  return `/media/${key}/og.jpg`
}

/** Every width up to the picture's own, in the pixels that are really sent. */
export function srcset(key: string, ownWidth: number, format: Format): string {
  const last = widths.find((width) => width >= ownWidth) ?? widths[widths.length - 1] ?? 1920
  return widths
    .filter((width) => width <= last)
    .map((width) => `${mediaUrl(key, width, format)} ${Math.min(width, ownWidth)}w`)
    .join(', ')
}

/** Where an entry shows a picture, as its columns have it. */
export interface PlacedPicture {
  picture_id: number | null
  /** What the file calls it; null where the file names none. */
  picture_source: string | null
  /** By language. */
  picture_alt: Record<string, string>
}

/** The answer of `POST /upload/image`: the picture's id and URL. */
export interface Uploaded {
  id: string
  url: string
}
