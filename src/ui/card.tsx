import type { ReactNode } from 'react'
import { Picture, type PictureSource } from './picture.tsx'
import { SkeletonBox, SkeletonLine } from './skeleton.tsx'

interface CardProps {
  href: string
  title: string
  /** The heading's level: one below the section that the card stands in. */
  level?: 2 | 3 | 4
  picture: PictureSource | null
  sizes: string
  urgency?: 'lazy' | 'eager' | 'high'
  /** What kind of thing it is: "Article", a date. */
  kicker?: string
  text?: string
  /** On the picture. */
  badge?: ReactNode
  /** The skeleton to show while the page that it leads to is on its way. */
  page?: string
}

/** A picture, a title, a few words: all of it leads to one place. */
export function Card({ href, title, level = 3, kicker, text, badge, page, ...media }: CardProps): ReactNode {
  const { picture, sizes, urgency = 'lazy' } = media
  const Heading = `h${level}` as const
  return (
    <article className="card">
      <div className="card-media">
        {picture && <Picture picture={{ ...picture, alt: '' }} sizes={sizes} urgency={urgency} />}
        {badge}
      </div>
      {kicker !== undefined && <p className="card-kicker">{kicker}</p>}
      <Heading className="card-title">
        <a className="card-link" href={href} data-page={page}>
          {title}
        </a>
      </Heading>
      {text !== undefined && <p className="card-text">{text}</p>}
    </article>
  )
}

/** The boxes of a card that has not come yet. */
export function CardSkeleton(): ReactNode {
  return (
    <div className="card" aria-hidden="true">
      <SkeletonBox className="card-media" />
      <p className="card-kicker">
        <SkeletonLine width="30%" />
      </p>
      <p className="card-title">
        <SkeletonLine width="80%" />
      </p>
      <p className="card-text">
        <SkeletonLine width="95%" />
      </p>
    </div>
  )
}
