import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { Checkbox } from '#ui/forms/field.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { productDetail, relatedProducts } from '../actions/browse.ts'
import type { ProductCard, ProductView } from '../contract.ts'
import { mostCompared, readCompared } from '../parts/compare-url.ts'
import { compareRows } from '../parts/compare-table.ts'

interface CompareData {
  products: ProductView[]
  /** Suggestions of products to compare with. */
  others: ProductCard[]
}

const othersShown = 6

export default definePage<CompareData>({
  name: 'compare',
  visibility: 'public',
  query: ['p'],
  styles: ['shop'],

  async load(ctx, _params, query) {
    const slugs = readCompared(query)
    const found = await Promise.all(slugs.map((slug) => productDetail(ctx, { slug })))
    const products = found.flatMap((result) => (result.ok ? [result.value] : []))
    const here = linksFor(ctx.shop.router, ctx.langPath).compare(products.map(({ slug }) => slug))
    // Unknown products, and those beyond the limit, are dropped from the URL.
    if (products.length < query.getAll('p').length) return { kind: 'redirect', to: here, status: 302 }
    const last = products.at(-1)
    const related =
      last && products.length < mostCompared
        ? await relatedProducts(ctx, { slug: last.slug, limit: othersShown + mostCompared })
        : null
    const known = new Set(slugs)
    const others = related?.ok ? related.value.products.filter(({ slug }) => !known.has(slug)) : []
    return {
      kind: 'page',
      data: { products, others: others.slice(0, othersShown) },
      tags: ['catalog', 'list', ...products.map(({ id }) => `product:${id}`)],
    }
  },

  meta(_data, ctx): PageHead {
    return {
      title: `${ctx.t('compare.title')} – ${ctx.shop.shop.name}`,
      description: ctx.t('compare.description'),
      canonicalPath: linksFor(ctx.shop.router, '').compare([]),
      noindex: true,
    }
  },

  pageData: ({ products }) => ({ products: products.map(({ slug }) => slug) }),

  View({ data: { products, others }, ctx }) {
    const { t } = ctx
    return (
      <div className="compare-page container container-xl">
        <div className="group-head">
          <h1>{t('compare.title')}</h1>
        </div>
        {products.length === 0 ? (
          <EmptyState title={<h2>{t('compare.empty.title')}</h2>} text={t('compare.empty.text')}>
            <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).search()}>
              {t('catalog.to_home')}
            </ButtonLink>
          </EmptyState>
        ) : (
          <>
            <Table products={products} ctx={ctx} />
            <Others products={products} others={others} ctx={ctx} />
            <Tray products={products} ctx={ctx} />
          </>
        )}
      </div>
    )
  },
})

interface ProductsProps {
  products: readonly ProductView[]
  ctx: Ctx
}

function Table({ products, ctx }: ProductsProps): ReactNode {
  const { t } = ctx
  const rows = compareRows(products, ctx)
  return (
    <>
      {products.length > 1 && rows.some(({ differs }) => !differs) && (
        <div className="compare-only">
          <Checkbox id="only-differences">{t('compare.differences')}</Checkbox>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div className="compare-scroll" role="region" aria-label={t('compare.table')} tabIndex={0}>
        <table className="compare-table">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('compare.title')}</span>
              </th>
              {products.map((product) => (
                <th key={product.id} scope="col">
                  <Head product={product} products={products} ctx={ctx} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, values, differs }) => (
              <tr key={key} className={differs && products.length > 1 ? 'compare-differs' : 'compare-same'}>
                <th scope="row">
                  {label}
                  {differs && products.length > 1 && (
                    <span className="visually-hidden"> ({t('compare.differs')})</span>
                  )}
                </th>
                {values.map((value, index) => (
                  <td key={products[index]!.id}>{value === '' ? t('compare.none') : value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Head({ product, products, ctx }: ProductsProps & { product: ProductView }): ReactNode {
  const { slug, title, href, pictures } = product
  const [picture] = pictures
  const without = products.filter((other) => other !== product).map((other) => other.slug)
  return (
    <div className="compare-head">
      <a
        className="compare-remove"
        href={linksFor(ctx.shop.router, ctx.langPath).compare(without)}
        aria-label={ctx.t('compare.remove', { title })}
        data-compare-remove={slug}
        data-keep-scroll=""
      >
        <Icon name="close" size={16} />
      </a>
      <a className="compare-product" href={href} data-page="product">
        <span className="compare-picture">
          {picture && (
            <Picture
              picture={{ ...picture, alt: '' }}
              sizes="(min-width: 48em) 22vw, 40vw"
              from={160}
              to={640}
              urgency="eager"
            />
          )}
        </span>
        {title}
      </a>
    </div>
  )
}

/** The way to add a second product without scripts. */
function Others({ products, others, ctx }: ProductsProps & { others: readonly ProductCard[] }): ReactNode {
  if (others.length === 0) return null
  const slugs = products.map(({ slug }) => slug)
  return (
    <section className="compare-others" aria-labelledby="compare-others">
      <h2 id="compare-others">{ctx.t('compare.more')}</h2>
      <ul>
        {others.map(({ id, slug, title, picture, price }) => (
          <li key={id}>
            <a
              className="compare-other"
              href={linksFor(ctx.shop.router, ctx.langPath).compare([...slugs, slug])}
              data-compare-add={slug}
              rel="nofollow"
            >
              <span className="compare-tray-picture">
                {picture && <Picture picture={{ ...picture, alt: '' }} sizes="64px" from={96} to={160} />}
              </span>
              <span>
                {title}
                <span className="compare-other-price">{price.text}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * The tray at the lower edge of other pages while products are being chosen; the browser takes its HTML from here.
 */
function Tray({ products, ctx }: ProductsProps): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <aside className="compare-tray" aria-label={t('compare.title')} data-full={t('compare.full')} hidden>
      <p className="compare-tray-count">
        {t('compare.chosen', { count: products.length, most: mostCompared })}
      </p>
      <ul>
        {products.map(({ id, slug, title, pictures: [picture] }) => (
          <li key={id}>
            <button
              type="button"
              className="compare-tray-picture"
              data-compare-remove={slug}
              aria-label={t('compare.remove', { title })}
            >
              {picture && <Picture picture={{ ...picture, alt: '' }} sizes="48px" from={96} to={160} />}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button button-plain" data-compare-clear="">
        {t('compare.clear')}
      </button>
      <ButtonLink href={links.compare(products.map(({ slug }) => slug))}>{t('compare.open')}</ButtonLink>
    </aside>
  )
}
