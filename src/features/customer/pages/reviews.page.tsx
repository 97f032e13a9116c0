import type { ReactNode } from 'react'
import { myReviews } from '#features/reviews/actions/mine.ts'
import type * as contract from '#features/reviews/contract.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Pagination } from '#ui/pagination.tsx'
import { Score } from '#ui/score.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { Area, areaMeta, areaPage, Section } from '../parts/area.tsx'

type Data = Output<typeof contract.myReviews>

/** What the customer has reviewed, and what waits for a review. */
export default definePage<Data>({
  ...areaPage,
  query: ['page'],

  async load(ctx, _params, query) {
    const page = /^[1-9]\d{0,2}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1
    const answer = await myReviews(ctx, { page })
    return answer.ok ? { kind: 'page', data: answer.value, tags: [] } : { kind: 'missing', status: 404 }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('review.mine'), ctx),

  pageData: () => null,

  View({ data: { reviews, waiting, page, pages }, ctx }): ReactNode {
    const { t } = ctx
    const here = linksFor(ctx.shop.router, ctx.langPath).user('review')
    return (
      <Area part="review" title={t('review.mine')} lead={t('review.mine.lead')} ctx={ctx}>
        {reviews.length === 0 && waiting.length === 0 && <p>{t('review.mine.empty')}</p>}
        {waiting.length > 0 && (
          <Section title={t('review.mine.waiting')}>
            <ul className="area-rows">
              {waiting.map(({ orderLine, href, title, choice, date }) => (
                <li key={orderLine}>
                  <div className="area-row-text">
                    <strong>{title}</strong>
                    {choice !== '' && <span>{choice}</span>}
                    <span className="area-note">{t('review.mine.ordered', { date })}</span>
                  </div>
                  <a href={href} aria-label={`${t('review.write')} – ${title}`}>
                    {t('review.write')}
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {reviews.length > 0 && (
          <Section title={t('review.mine.written')}>
            <ul className="area-rows">
              {reviews.map(({ id, href, product, score, content, stateText, date }) => (
                <li key={id}>
                  <div className="area-row-text">
                    <strong>
                      <a href={href}>{product.title}</a>
                    </strong>
                    <Score average={score} label={t('review.score', { score })} />
                    <span>{content.length > 160 ? `${content.slice(0, 159).trimEnd()}…` : content}</span>
                    <span className="area-note">{`${date} · ${stateText}`}</span>
                  </div>
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Pagination
          page={page}
          pages={pages}
          hrefOf={(number) => (number === 1 ? here : `${here}?page=${number}`)}
          texts={{
            label: t('review.pages'),
            previous: t('review.previous'),
            next: t('review.next'),
            page: (number) => t('review.page', { page: number }),
          }}
        />
      </Area>
    )
  },
})
