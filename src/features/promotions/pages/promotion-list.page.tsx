import { shareUrl } from '#features/media/contract.ts'
import { definePage, type PageHead } from '#platform/server/page.ts'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Picture, picturePreload } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { listPromotions } from '../actions/browse.ts'
import type { PromotionCard } from '../contract.ts'
import { OfferFacts } from '../parts/offer-facts.tsx'

const cardSizes = '(min-width: 48em) 46vw, 96vw'

export default definePage<{ promotions: PromotionCard[] }>({
  name: 'promotion-list',
  visibility: 'public',
  query: [],

  async load(ctx) {
    return { kind: 'page', data: { promotions: await listPromotions(ctx) }, tags: ['promotions'] }
  },

  meta({ promotions }, { t, shop, origin }): PageHead {
    const picture = promotions[0]?.picture
    return {
      title: `${t('promotion.list.title')} – ${shop.shop.name}`,
      description: t('promotion.list.description', { shop: shop.shop.name }),
      noindex: promotions.length === 0,
      ...(picture
        ? {
            tags: [{ key: 'property', name: 'og:image', content: `${origin}${shareUrl(picture.key)}` }],
            preload: picturePreload(picture.key, cardSizes, 320, 1440),
          }
        : {}),
    }
  },

  pageData: () => null,

  View({ data: { promotions }, ctx }) {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const title = t('promotion.list.title')
    return (
      <div className="offers container">
        <Breadcrumbs
          trail={[{ name: t('promotion.home'), href: links.home() }]}
          here={title}
          label={t('promotion.breadcrumbs')}
        />
        <h1 className="offers-title">{title}</h1>
        {promotions.length === 0 ? (
          <EmptyState title={<h2>{t('promotion.list.empty_title')}</h2>} text={t('promotion.list.empty')}>
            <ButtonLink href={links.home()}>{t('promotion.to_shop')}</ButtonLink>
          </EmptyState>
        ) : (
          <ul className="offer-cards">
            {promotions.map((promotion, index) => (
              <li key={promotion.id} className="offer-card">
                {promotion.picture && (
                  <Picture
                    picture={{ ...promotion.picture, alt: '' }}
                    sizes={cardSizes}
                    from={320}
                    to={1440}
                    urgency={index === 0 ? 'high' : 'lazy'}
                  />
                )}
                <h2 className="offer-card-title">
                  <a href={promotion.href} data-page="promotion">
                    {promotion.name}
                  </a>
                </h2>
                {promotion.summary !== '' && <p>{promotion.summary}</p>}
                <OfferFacts offer={promotion} />
              </li>
            ))}
          </ul>
        )}
      </div>
    )
  },
})
