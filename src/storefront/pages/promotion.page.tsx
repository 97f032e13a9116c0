import { productCards } from '#features/catalog/actions/browse.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { Prose } from '#features/content/parts/prose.tsx'
import { findPromotion } from '#features/promotions/actions/browse.ts'
import type { PromotionView } from '#features/promotions/contract.ts'
import { AppliesTo } from '#features/promotions/parts/applies-to.tsx'
import { OfferFacts } from '#features/promotions/parts/offer-facts.tsx'
import { goneWhenEnded, stateNotes } from '#features/promotions/parts/offer-state.ts'
import { formatMoment } from '#i18n/format.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { breadcrumbList, ogPicture, plainText } from '#platform/server/pages/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { Picture, picturePreload } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { countdownTexts } from '../islands/countdown/texts.ts'

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
  styles: ['shop', 'promotions'],

  async load(ctx, { slug = '' }) {
    const promotion = await findPromotion(ctx, slug, mostProducts)
    if (!promotion) return { kind: 'missing', status: 404 }
    const products = await productCards(ctx, promotion.productIds)
    return {
      kind: 'page',
      data: { promotion, products },
      tags: ['promotions', 'list'],
      ...goneWhenEnded(promotion.state),
    }
  },

  meta({ promotion }, ctx): PageHead {
    const { name, summary, description, slug, picture, state, href } = promotion
    return {
      title: `${name} – ${ctx.shop.shop.name}`,
      description: summary || plainText(description) || name,
      canonicalPath: linksFor(ctx.shop.router, '').promotion(slug),
      tags: ogPicture(ctx, picture),
      structured: [breadcrumbList([...trailTo(ctx), { name, href }], ctx)],
      noindex: state !== 'running',
      ...(picture ? { preload: picturePreload(picture.key, pictureSizes, 480, 1920) } : {}),
    }
  },

  pageData: ({ promotion }) => ({ slug: promotion.slug }),

  View({ data: { promotion, products }, ctx }) {
    const { t } = ctx
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
            <OfferFacts offer={promotion} notes={stateNotes(promotion, ctx)} />
            <TimeLeft promotion={promotion} ctx={ctx} />
          </div>
        </header>
        {description !== '' && <Prose html={description} />}
        <AppliesTo groups={promotion.groups} isForEverything={promotion.productIds.length === 0} ctx={ctx}>
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
    { name: t('promotion.list.title'), href: links.promotions() },
  ]
}

/** What is left of an offer that runs and ends, by the clock of the shop. */
function TimeLeft({ promotion: { slug, state, endsAt }, ctx }: { promotion: PromotionView; ctx: Ctx }) {
  if (state !== 'running' || endsAt === null) return null
  return (
    <Island
      name="countdown"
      k={`countdown-${slug}`}
      on="visible"
      props={{
        until: endsAt,
        now: ctx.now.toISOString(),
        deadline: ctx.t('promotion.countdown_deadline', {
          moment: formatMoment(new Date(endsAt), ctx.lang, ctx.shop.shop.delivery?.timeZone),
        }),
        over: ctx.t('promotion.ended'),
        texts: pickTexts(ctx.texts, countdownTexts),
        lang: ctx.lang,
      }}
    />
  )
}
