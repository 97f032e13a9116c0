import { productCards } from '#features/catalog/actions/browse.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { Prose } from '#features/content/parts/prose.tsx'
import { findPromotion } from '#features/promotions/actions/browse.ts'
import type { PromotionView } from '#features/promotions/contract.ts'
import { OfferFacts } from '#features/promotions/parts/offer-facts.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/page.ts'
import { breadcrumbList, ogPicture, plainText } from '#platform/server/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Picture, picturePreload } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'

interface PromotionData {
  promotion: PromotionView
  products: ProductCard[]
}

const mostProducts = 24
const pictureSizes = '(min-width: 48em) 56vw, 96vw'

/** A promotion with what it applies to: it brings the catalogue and the promotions together, so it belongs to the app. */
export default definePage<PromotionData>({
  name: 'promotion',
  visibility: 'public',
  query: [],

  async load(ctx, { slug = '' }) {
    const promotion = await findPromotion(ctx, slug, mostProducts)
    if (!promotion) return { kind: 'missing', status: 404 }
    const products = await productCards(ctx, promotion.productIds)
    return { kind: 'page', data: { promotion, products }, tags: ['promotions', 'list'] }
  },

  meta({ promotion }, ctx): PageHead {
    const { name, summary, description, slug, picture, running, href } = promotion
    return {
      title: `${name} – ${ctx.shop.shop.name}`,
      description: summary || plainText(description) || name,
      canonicalPath: linksFor(ctx.shop.router, '').promotion(slug),
      tags: ogPicture(ctx, picture),
      structured: [breadcrumbList([...trailTo(ctx), { name, href }], ctx)],
      noindex: !running,
      ...(picture ? { preload: picturePreload(picture.key, pictureSizes, 480, 1920) } : {}),
    }
  },

  pageData: ({ promotion }) => ({ slug: promotion.slug }),

  View({ data: { promotion, products }, ctx }) {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const { name, summary, description, picture } = promotion
    return (
      <div className="offer-page container">
        <Breadcrumbs trail={trailTo(ctx)} here={name} label={t('promotion.breadcrumbs')} />
        <header className={picture ? 'offer-head offer-head-pictured' : 'offer-head'}>
          {picture && <Picture picture={picture} sizes={pictureSizes} from={480} to={1920} urgency="high" />}
          <div className="offer-head-text">
            <p className="offer-kicker">{t('promotion.kicker')}</p>
            <h1>{name}</h1>
            {summary !== '' && <p className="offer-lead">{summary}</p>}
            <OfferFacts offer={promotion} notes={timeNotes(promotion, ctx)} />
          </div>
        </header>
        {description !== '' && <Prose html={description} />}
        {products.length > 0 ? (
          <section className="article-section">
            <h2>{t('promotion.goes_with')}</h2>
            <ProductGrid products={products} ctx={ctx} />
          </section>
        ) : (
          <p>
            <ButtonLink href={links.search()} data-page="search">
              {t('promotion.to_shop')}
            </ButtonLink>
          </p>
        )}
      </div>
    )
  },
})

function trailTo({ t, shop, langPath }: Ctx): Crumb[] {
  const links = linksFor(shop.router, langPath)
  return [
    { name: t('promotion.home'), href: links.home() },
    { name: t('promotion.list.title'), href: links.promotions() },
  ]
}

function timeNotes({ running, from }: PromotionView, { t }: Ctx): string[] {
  if (from !== null) return [t('promotion.not_yet'), from]
  return running ? [] : [t('promotion.ended')]
}
