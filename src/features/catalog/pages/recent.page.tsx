import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { productCards } from '../actions/browse.ts'
import type { ProductCard } from '../contract.ts'
import { ProductGrid } from '../parts/product-grid.tsx'

interface RecentData {
  products: ProductCard[]
}

const mostShown = 12

/**
 * The products that a visitor viewed last: the device stores the ids and sends them in the URL. Other pages show its
 * strip.
 */
export default definePage<RecentData>({
  name: 'recent',
  visibility: 'private',
  query: ['ids'],
  styles: ['shop'],

  async load(ctx, _params, query) {
    const products = await productCards(ctx, readIds(query.get('ids') ?? ''))
    return { kind: 'page', data: { products }, tags: [] }
  },

  meta(_data, ctx: Ctx): PageHead {
    const title = ctx.t('recent.title')
    return { title: `${title} – ${ctx.shop.shop.name}`, description: title, noindex: true }
  },

  pageData: ({ products }) => ({ count: products.length }),

  View({ data: { products }, ctx }) {
    const { t } = ctx
    return (
      <div className="recent-page container">
        <section className="recent" aria-labelledby="recent">
          <div className="recent-head">
            <h2 id="recent">{t('recent.title')}</h2>
            <Button look="plain" data-recent-clear={t('recent.cleared')}>
              {t('recent.clear')}
            </Button>
          </div>
          {products.length > 0 && <ProductGrid products={products} ctx={ctx} shape="rail" />}
        </section>
      </div>
    )
  },
})

function readIds(text: string): number[] {
  const ids = text
    .split(',')
    .filter((id) => /^[1-9]\d{0,14}$/.test(id))
    .map(Number)
  return [...new Set(ids)].slice(0, mostShown)
}
