import { createContext, useContext, type ReactNode } from 'react'

/** A stored picture: its URL in `/media`, and its placeholder while it loads. */
export interface PictureSource {
  key: string
  width: number
  height: number
  /** A data URL, blurred by being enlarged. */
  preview: string
  /** `#rrggbb` */
  color: string
  alt: string
}

export type PictureFormat = 'avif' | 'webp' | 'jpg'

/** The widths that `/media` has of every picture. */
export const pictureWidths = [96, 160, 240, 320, 480, 640, 800, 1080, 1440, 1920] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** Pictures of the first view are fetched at once: `high` for the largest thing there, `eager` for the others. */
export type PictureUrgency = 'lazy' | 'eager' | 'high'

/** Pictures but for one do not share the line with the document, and with stylesheets and scripts. */
export const fetchPriorities = { lazy: undefined, eager: 'low', high: 'high' } as const

/** Whether the visitor wants less data. The server says it; in the browser the document does. */
export const LowData = createContext(
  globalThis.document?.documentElement.dataset['mode']?.includes('low-data') ?? false,
)

/** Enough for a card at one and a half pixels a point; what is shown larger is shown softer. */
const mostInLowData = 480

interface PictureProps {
  picture: PictureSource
  /** How wide it is shown: the `sizes` of its sources. */
  sizes: string
  /** The narrowest and the widest that its place ever needs. */
  from?: PictureWidth
  to?: PictureWidth
  urgency?: PictureUrgency
  /** Without the blurred preview: a second picture on top of a first one. */
  bare?: boolean
  className?: string
}

/**
 * A picture whose space is reserved before it arrives. Every browser that runs the shop's scripts reads AVIF. A WebP
 * source for the few others would add a sixth to the HTML of a listing, so they get a JPEG.
 */
export function Picture({
  picture,
  sizes,
  from = 320,
  to: widest = 1440,
  urgency = 'lazy',
  bare = false,
  className,
}: PictureProps): ReactNode {
  const { width, height, alt } = picture
  const { background, avif, jpg } = pictureFacts(picture, { from, to: widest, lowData: useContext(LowData) })
  const style = bare
    ? undefined
    : {
        backgroundColor: background.color,
        ...(background.image === null ? {} : { backgroundImage: background.image }),
      }
  return (
    <picture className={className === undefined ? 'picture' : `picture ${className}`} style={style}>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        src={jpg}
        width={width}
        height={height}
        alt={alt}
        loading={urgency === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={fetchPriorities[urgency]}
        decoding="async"
      />
    </picture>
  )
}

/** Attributes of a picture's markup, for JSX and for templates. */
export function pictureFacts(
  { key, preview, color }: PictureSource,
  { from, to: widest, lowData }: { from: PictureWidth; to: PictureWidth; lowData: boolean },
): { background: { color: string; image: string | null }; avif: string; jpg: string } {
  const to = lowData ? Math.max(from, Math.min(widest, mostInLowData)) : widest
  return {
    background: { color, image: preview === '' ? null : `url(${preview})` },
    avif: srcset(key, 'avif', from, to),
    jpg: pictureUrl(key, middle(from, to), 'jpg'),
  }
}

/** The preload in a page's head for the largest picture of its first view. */
export function picturePreload(
  key: string,
  sizes: string,
  from: PictureWidth = 320,
  to: PictureWidth = 1440,
): { srcset: string; sizes: string; type: string } {
  return { srcset: srcset(key, 'avif', from, to), sizes, type: 'image/avif' }
}

function pictureUrl(key: string, width: number, format: PictureFormat): string {
  return `/media/${key}/${width}.${format}`
}

function srcset(key: string, format: PictureFormat, from: number, to: number): string {
  return pictureWidths
    .filter((width) => width >= from && width <= to)
    .map((width) => `${pictureUrl(key, width, format)} ${width}w`)
    .join(', ')
}

function middle(from: number, to: number): number {
  const fitting = pictureWidths.filter((width) => width >= from && width <= to)
  return fitting[Math.floor(fitting.length / 2)]!
}
