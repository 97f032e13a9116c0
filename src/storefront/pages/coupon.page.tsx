import { productCards } from '#features/catalog/actions/browse.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { findCoupon } from '#features/promotions/actions/browse.ts'
import type { CouponView } from '#features/promotions/contract.ts'
import { AppliesTo } from '#features/promotions/parts/applies-to.tsx'
import { ClaimForm } from '#features/promotions/parts/claim-form.tsx'
import { CouponCode } from '#features/promotions/parts/coupon-code.tsx'
import { OfferFacts } from '#features/promotions/parts/offer-facts.tsx'
import { goneWhenEnded, stateNotes } from '#features/promotions/parts/offer-state.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { breadcrumbList } from '#platform/server/pages/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { linksFor } from '#wire/links.ts'

interface CouponData {
  coupon: CouponView
  products: ProductCard[]
}

const mostProducts = 24

/** A coupon with what it applies to: it brings the catalogue and the promotions together, so it belongs to the app. */
export default definePage<CouponData>({
  name: 'coupon',
  visibility: 'public',
  query: [],
  styles: ['shop', 'promotions'],

  async load(ctx, { slug = '' }) {
    const coupon = await findCoupon(ctx, slug, mostProducts)
    if (!coupon) return { kind: 'missing', status: 404 }
    const products = await productCards(ctx, coupon.productIds)
    return {
      kind: 'page',
      data: { coupon, products },
      tags: ['promotions', 'list'],
      ...goneWhenEnded(coupon.state),
    }
  },

  meta({ coupon: { name, summary, slug, state, href } }, ctx): PageHead {
    return {
      title: `${name} – ${ctx.shop.shop.name}`,
      description: summary || name,
      canonicalPath: linksFor(ctx.shop.router, '').coupon(slug),
      structured: [breadcrumbList([...trailTo(ctx), { name, href }], ctx)],
      noindex: state !== 'running',
    }
  },

  pageData: ({ coupon }) => ({ slug: coupon.slug }),

  View({ data: { coupon, products }, ctx }) {
    const { t } = ctx
    const { name, summary, code, state } = coupon
    return (
      <div className="offer-page container">
        <Breadcrumbs trail={trailTo(ctx)} here={name} label={t('promotion.breadcrumbs')} />
        <header className="offer-head">
          <div className="offer-head-text">
            <p className="offer-kicker">{t('coupon.kicker')}</p>
            <h1>{name}</h1>
            {summary !== '' && <p className="offer-lead">{summary}</p>}
            <OfferFacts offer={coupon} notes={stateNotes(coupon, ctx)} />
            {/* A code that does nothing any more is not held out to be copied. */}
            {(state === 'running' || state === 'coming') && (
              <>
                <CouponCode code={code} ctx={ctx} />
                <p className="muted">{t('coupon.case')}</p>
                {state === 'running' && <ClaimForm slug={coupon.slug} ctx={ctx} />}
              </>
            )}
          </div>
        </header>
        <AppliesTo groups={coupon.groups} isForEverything={coupon.productIds.length === 0} ctx={ctx}>
          {products.length > 0 && <ProductGrid products={products} ctx={ctx} />}
        </AppliesTo>
      </div>
    )
  },
})

function trailTo({ t, shop, langPath }: Ctx): Crumb[] {
  const links = linksFor(shop.router, langPath)
  return [
    { name: t('promotion.home'), href: links.home() },
    { name: t('coupon.list.title'), href: links.coupons() },
  ]
}
