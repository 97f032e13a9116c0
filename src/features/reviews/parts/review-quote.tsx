import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Picture } from '#ui/picture.tsx'
import { Score } from '#ui/score.tsx'
import type { Praise } from '../contract.ts'

/** What somebody says of a product, with a way to it. */
export function ReviewQuote({ praise, ctx: { t } }: { praise: Praise; ctx: Ctx }): ReactNode {
  const { author, content, lang, product } = praise
  return (
    <figure className="review-quote">
      <Score average={5} label={t('review.score', { score: 5 })} />
      <blockquote lang={lang}>{content}</blockquote>
      <figcaption>
        {product.picture && (
          <Picture picture={{ ...product.picture, alt: '' }} sizes="4rem" from={96} to={240} />
        )}
        <span>
          {author}
          <a href={product.href} data-page="product">
            {product.title}
          </a>
        </span>
      </figcaption>
    </figure>
  )
}
