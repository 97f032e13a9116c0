import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { breadcrumbList, ogPicture } from '#platform/server/pages/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Picture, picturePreload } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { listPromotions, offersNow } from '../actions/browse.ts'
import type { PromotionCard } from '../contract.ts'
import { OfferFacts } from '../parts/offer-facts.tsx'

interface ListData {
  promotions: PromotionCard[]
  /** There are coupons to claim, on a list of their own. */
  hasCoupons: boolean
}

const cardSizes = '(min-width: 48em) 46vw, 96vw'

export default definePage<ListData>({
  name: 'promotion-list',
  visibility: 'public',
  query: [],
  styles: ['promotions'],

  async load(ctx) {
    const [promotions, { coupons }] = await Promise.all([listPromotions(ctx), offersNow(ctx)])
    return { kind: 'page', data: { promotions, hasCoupons: coupons }, tags: ['promotions'] }
  },

  meta({ promotions }, ctx): PageHead {
    const { t, shop } = ctx
    const title = t('promotion.list.title')
    const here = { name: title, href: linksFor(shop.router, ctx.langPath).promotions() }
    const picture = promotions[0]?.picture
    return {
      title: `${title} – ${shop.shop.name}`,
      description: t('promotion.list.description', { shop: shop.shop.name }),
      noindex: promotions.length === 0,
      tags: ogPicture(ctx, picture),
      structured: [breadcrumbList([...trailTo(ctx), here], ctx)],
      ...(picture ? { preload: picturePreload(picture.key, cardSizes, 320, 1440) } : {}),
    }
  },

  pageData: () => null,

  View({ data: { promotions, hasCoupons }, ctx }) {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const title = t('promotion.list.title')
    return (
      <div className="offers container">
        <Breadcrumbs trail={trailTo(ctx)} here={title} label={t('promotion.breadcrumbs')} />
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
        {hasCoupons && (
          <p>
            <ButtonLink look="quiet" href={links.coupons()} data-page="coupon-list">
              {t('promotion.coupons')}
            </ButtonLink>
          </p>
        )}
      </div>
    )
  },
})

function trailTo({ t, shop, langPath }: Ctx): Crumb[] {
  return [{ name: t('promotion.home'), href: linksFor(shop.router, langPath).home() }]
}
