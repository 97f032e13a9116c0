import type { ReactNode } from 'react'
import { Picture } from '#ui/picture.tsx'
import type { ArticleCard as Card } from '../contract.ts'

interface ArticleCardProps {
  card: Card
  /** `wide`: picture and words side by side where there is room, for the first of a list. */
  shape?: 'tall' | 'wide'
  /** In the first view: its picture is fetched before all others. */
  first?: boolean
  /** The level of its title among the headings of the page. */
  level?: 2 | 3
}

export const articleCardSizes = '(min-width: 64em) 30vw, (min-width: 40em) 46vw, 96vw'
export const wideArticleCardSizes = '(min-width: 48em) 58vw, 96vw'

/** An article in a list: everything in it leads to the article, one link by name. */
export function ArticleCard({ card, shape = 'tall', first = false, level = 3 }: ArticleCardProps): ReactNode {
  const { href, title, summary, author, date, publishedAt, picture } = card
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <article className={shape === 'wide' ? 'article-card article-card-wide' : 'article-card'}>
      {picture && (
        <div className="article-card-media">
          <Picture
            picture={{ ...picture, alt: '' }}
            sizes={shape === 'wide' ? wideArticleCardSizes : articleCardSizes}
            from={320}
            to={shape === 'wide' ? 1440 : 1080}
            urgency={first ? 'high' : 'lazy'}
          />
        </div>
      )}
      <div className="article-card-text">
        <p className="article-card-line">
          <time dateTime={publishedAt}>{date}</time>
          <span>{author}</span>
        </p>
        <Title className="article-card-title">
          <a href={href} data-page="article">
            {title}
          </a>
        </Title>
        {summary !== '' && <p className="article-card-summary">{summary}</p>}
      </div>
    </article>
  )
}
