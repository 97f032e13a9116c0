import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { breadcrumbList } from '#platform/server/pages/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { linksFor } from '#wire/links.ts'
import { currentCoupons } from '../actions/browse.ts'
import type { CouponCard } from '../contract.ts'
import { ClaimForm } from '../parts/claim-form.tsx'
import { CouponCode } from '../parts/coupon-code.tsx'
import { OfferFacts } from '../parts/offer-facts.tsx'

export default definePage<{ coupons: CouponCard[] }>({
  name: 'coupon-list',
  visibility: 'public',
  query: [],
  styles: ['promotions'],

  async load(ctx) {
    return { kind: 'page', data: { coupons: await currentCoupons(ctx) }, tags: ['promotions'] }
  },

  meta({ coupons }, ctx): PageHead {
    const { t, shop } = ctx
    const title = t('coupon.list.title')
    const here = { name: title, href: linksFor(shop.router, ctx.langPath).coupons() }
    return {
      title: `${title} – ${shop.shop.name}`,
      description: t('coupon.list.description', { shop: shop.shop.name }),
      noindex: coupons.length === 0,
      structured: [breadcrumbList([...trailTo(ctx), here], ctx)],
    }
  },

  pageData: () => null,

  View({ data: { coupons }, ctx }) {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const title = t('coupon.list.title')
    return (
      <div className="offers container">
        <Breadcrumbs trail={trailTo(ctx)} here={title} label={t('promotion.breadcrumbs')} />
        <h1 className="offers-title">{title}</h1>
        {coupons.length === 0 ? (
          <EmptyState title={<h2>{t('coupon.list.empty_title')}</h2>} text={t('coupon.list.empty')}>
            <ButtonLink href={links.home()}>{t('promotion.to_shop')}</ButtonLink>
          </EmptyState>
        ) : (
          <>
            <p className="offers-lead">{t('coupon.list.lead')}</p>
            <ul className="coupon-cards">
              {coupons.map((coupon) => (
                <li key={coupon.slug} className="coupon-card">
                  <h2 className="coupon-card-title">
                    <a href={coupon.href} data-page="coupon">
                      {coupon.name}
                    </a>
                  </h2>
                  {coupon.summary !== '' && <p>{coupon.summary}</p>}
                  <OfferFacts offer={coupon} />
                  <CouponCode code={coupon.code} ctx={ctx} />
                  <ClaimForm slug={coupon.slug} ctx={ctx} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    )
  },
})

function trailTo({ t, shop, langPath }: Ctx): Crumb[] {
  return [{ name: t('promotion.home'), href: linksFor(shop.router, langPath).home() }]
}
