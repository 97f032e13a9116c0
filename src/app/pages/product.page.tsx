import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import { mediaUrl, shareUrl } from '#features/media/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded, type PageHead } from '#platform/server/page.ts'
import { Island, Raw } from '#platform/server/render.tsx'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { picturePreload } from '#ui/picture.tsx'
import { Score } from '#ui/score.tsx'
import { linksFor } from '#wire/links.ts'
import { productDetail, relatedProducts } from '../actions/browse.ts'
import type { ProductCard, ProductView, SkuView } from '../contract.ts'
import { firstChoice, type Stock } from '../islands/product-buttons/choice.ts'
import type { ButtonSku } from '../islands/product-buttons/island.tsx'
import { productButtonsTexts } from '../islands/product-buttons/texts.ts'
import type { GalleryPicture } from '../islands/product-image/island.tsx'
import { productImageTexts } from '../islands/product-image/texts.ts'
import { ProductGrid } from '../parts/product-grid.tsx'
import { structuredProduct, structuredTrail } from './product-structured.ts'

interface Data {
  product: ProductView
  related: ProductCard[]
  skus: ButtonSku[]
  chosen: ButtonSku
  /** The chosen SKU's first. */
  pictures: GalleryPicture[]
}

const relatedCount = 8

/** How wide the gallery's stage is. */
const stageSizes = '(min-width: 64em) 54vw, (min-width: 48em) 48vw, 100vw'

export default definePage<Data>({
  name: 'product',
  visibility: 'public',
  query: [],

  async load(ctx, { slug = '', sku }): Promise<Loaded<Data>> {
    const [detail, related] = await Promise.all([
      productDetail(ctx, { slug }),
      relatedProducts(ctx, { slug, limit: relatedCount }),
    ])
    if (!detail.ok) return { kind: 'missing', status: 404 }
    const product = detail.value
    const skus = product.skus.map((view) => buttonSku(view, ctx))
    const chosen = firstChoice(skus, sku)
    // A SKU that is no longer made: its product is the nearest there is.
    if (!chosen) return { kind: 'redirect', to: product.href, status: 302 }
    return {
      kind: 'page',
      data: {
        product,
        related: related.ok ? related.value.products : [],
        skus,
        chosen,
        pictures: gallery(product, chosen),
      },
      tags: [`product:${product.id}`],
    }
  },

  meta({ product, pictures }, ctx): PageHead {
    const [first] = pictures
    const links = linksFor(ctx.shop.router, '')
    const url = `${ctx.origin}${product.href}`
    return {
      title: `${product.seoTitle ?? product.title} – ${ctx.shop.shop.name}`,
      description: describe(product),
      // All its SKUs are one page to a search engine.
      canonicalPath: links.product(product.slug),
      tags: [
        { key: 'property', name: 'og:type', content: 'product' },
        ...(first
          ? [{ key: 'property' as const, name: 'og:image', content: `${ctx.origin}${shareUrl(first.key)}` }]
          : []),
      ],
      structured: [
        structuredProduct(
          product,
          url,
          pictures.map(({ key }) => `${ctx.origin}${mediaUrl(key, 1080, 'jpg')}`),
          describe(product),
        ),
        structuredTrail(
          [home(ctx), ...product.trail, { name: product.title, href: product.href }],
          ctx.origin,
        ),
      ],
      ...(first ? { preload: picturePreload(first.key, stageSizes) } : {}),
    }
  },

  pageData: ({ product, chosen }) => ({ id: product.id, slug: product.slug, sku: chosen.sku }),

  View({ data, ctx }): ReactNode {
    const { product, related, skus, chosen, pictures } = data
    const { t, lang, texts } = ctx
    const { theme, shop } = ctx.shop
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <article className="product-page container">
        <Breadcrumbs trail={[home(ctx), ...product.trail]} here={product.title} label={t('product.trail')} />
        <div className="product">
          <div className="product-page-gallery">
            <Island
              name="product-image"
              k={`image-${product.id}`}
              props={{
                title: product.title,
                pictures: theme.showSlideImage ? pictures : pictures.slice(0, 1),
                sizes: stageSizes,
                texts: pickTexts(texts, productImageTexts),
                lang,
              }}
            />
          </div>
          <div className="product-page-info">
            <header className="product-page-head">
              {product.brand !== null && <p className="product-page-brand">{product.brand}</p>}
              <h1>{product.title}</h1>
              {product.rating && (
                <Score
                  average={product.rating.average}
                  label={t('product.rating', {
                    average: product.rating.average,
                    count: product.rating.count,
                  })}
                >
                  {product.rating.count}
                </Score>
              )}
            </header>
            <Island
              name="product-buttons"
              k={`buttons-${product.id}`}
              props={{
                href: product.href,
                options: product.options,
                skus,
                chosen: chosen.sku,
                limit: shop.maxQuantityPerLine,
                action: theme.showCart ? links.form('cart/add') : null,
                texts: pickTexts(texts, productButtonsTexts),
                lang,
              }}
            />
            <Facts product={product} ctx={ctx} />
          </div>
        </div>
        {related.length > 0 && (
          <section className="product-page-related" aria-labelledby="related">
            <h2 id="related">{t('product.related')}</h2>
            <ProductGrid products={related} ctx={ctx} shape="rail" />
          </section>
        )}
      </article>
    )
  },
})

/** What there is to know: the promise of delivery, the story, the measures, and where else to look. */
function Facts({ product, ctx: { t } }: { product: ProductView; ctx: Ctx }): ReactNode {
  const promise = product.details.find(isDelivery)
  const details = product.details.filter((row) => row !== promise)
  return (
    <div className="product-page-facts">
      {product.summary !== '' && <p className="product-page-summary">{product.summary}</p>}
      {promise && (
        <p className="product-page-delivery">
          <span>{t('product.delivery')}</span> {promise.value}
        </p>
      )}
      {product.description !== '' && (
        <details className="product-page-more" open>
          <summary>
            <h2>{t('product.description')}</h2>
          </summary>
          <div className="prose">
            <Raw html={product.description} />
          </div>
        </details>
      )}
      {details.length > 0 && (
        <details className="product-page-more" open>
          <summary>
            <h2>{t('product.details')}</h2>
          </summary>
          <dl className="product-page-details">
            {details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {product.tags.length > 0 && (
        <nav className="product-page-tags" aria-label={t('product.tags')}>
          <ul>
            {product.tags.map(({ name, href }) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

// The catalogue's details are free rows of words; the one about delivery is known by its label.
const deliveryLabel = /^(delivery|shipping|dispatch|配送|送货|送貨|发货|發貨|运送|運送|寄送)/i

function isDelivery({ label }: { label: string }): boolean {
  return deliveryLabel.test(label)
}

function home(ctx: Ctx): { name: string; href: string } {
  return { name: ctx.t('product.home'), href: linksFor(ctx.shop.router, ctx.langPath).home() }
}

/** What a SKU shows: the exact stock stays here, or every sale would make every page old. */
function buttonSku({ sku, options, price, available, picture }: SkuView, ctx: Ctx): ButtonSku {
  const { lowStockAt, maxQuantityPerLine } = ctx.shop.shop
  const isLow = available !== null && available > 0 && available <= Math.min(lowStockAt, maxQuantityPerLine)
  const stock: Stock = available === null ? 'order' : available <= 0 ? 'out' : isLow ? 'low' : 'in'
  const { text, line, off } = price
  return { sku, options, price: { text, line, off }, stock, left: isLow ? available : null, picture }
}

function gallery(product: ProductView, chosen: ButtonSku): GalleryPicture[] {
  const pictures = product.pictures.map(({ key, width, height, preview, color, alt }, number) => ({
    key,
    width,
    height,
    preview,
    color,
    alt,
    number,
  }))
  return pictures.toSorted(
    (a, b) => Number(b.number === chosen.picture) - Number(a.number === chosen.picture),
  )
}

function describe(product: ProductView): string {
  const text = product.seoDescription ?? product.summary
  if (text !== '') return text
  const words = product.description
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z]+;|&#\d+;/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length <= 160 ? words || product.title : `${words.slice(0, 157).trimEnd()}…`
}
