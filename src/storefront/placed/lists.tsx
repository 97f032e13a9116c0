import type { ReactNode } from 'react'
import { z } from 'zod'
import { findCategory, homeProducts, listProducts, productCards } from '#features/catalog/actions/browse.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import { ProductCard as Card } from '#features/catalog/parts/product-card.tsx'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { idsBySlugs } from '#features/catalog/queries/product.ts'
import { articleTags, listArticles, listPages } from '#features/content/actions/browse.ts'
import type { ArticleCard as Article } from '#features/content/contract.ts'
import { ArticleCard } from '#features/content/parts/article-card.tsx'
import { sorts } from '#features/listing/contract.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Card as PictureCard } from '#ui/card.tsx'
import { Masonry } from '#ui/masonry.tsx'
import { SlideStrip } from '#ui/slide-strip.tsx'
import { linksFor } from '#wire/links.ts'
import type { SkeletonName } from '#wire/page.ts'
import { slidesTexts } from '../islands/slides/texts.ts'
import { definePart, type LoadedPart } from './part.ts'
import { every, limit, line, ownSlug, slug } from './props.ts'

/* Products, articles and pages, a few at a time. */

const goods = {
  collection: slug.nullable().default(null),
  category: slug.nullable().default(null),
  tag: slug.nullable().default(null),
  slugs: z.array(slug).max(24).default([]),
  sort: z.enum(sorts).default('featured'),
  limit: limit(48, 8),
}
const goodsProps = z.strictObject(goods)
type Goods = z.output<typeof goodsProps>

const goodsTags = ['catalog', 'list', 'promotions']

/** Null where the collection, category or tag is none. Without any of them: those that are named, or the newest. */
export async function goodsOf(ctx: Ctx, asked: Goods): Promise<ProductCard[] | null> {
  if (asked.slugs.length > 0) return namedGoods(ctx, asked)
  const scope = {
    category: asked.category && ownSlug(ctx, 'category', asked.category),
    collection: asked.collection && ownSlug(ctx, 'collection', asked.collection),
    tag: asked.tag && ownSlug(ctx, 'tag', asked.tag),
  }
  if (Object.values(scope).every((one) => one === null)) return (await homeProducts(ctx, asked.limit)).newest
  const listed = await listProducts(ctx, { ...scope, filters: noFilters, sort: asked.sort, page: 1 })
  return listed.ok ? listed.value.products.slice(0, asked.limit) : null
}

const noFilters = {
  options: {},
  tags: [],
  rating: null,
  priceMin: null,
  priceMax: null,
  inStock: false,
}

async function namedGoods(ctx: Ctx, { slugs, limit: most }: Goods): Promise<ProductCard[]> {
  const wanted = slugs.map((one) => ownSlug(ctx, 'product', one)).slice(0, most)
  const ids = await idsBySlugs(ctx.db, wanted)
  return productCards(
    ctx,
    wanted.flatMap((one) => ids.get(one) ?? []),
  )
}

const articles = { tag: slug.nullable().default(null), limit: limit(24, 6) }
const articlesProps = z.strictObject(articles)
type Articles = z.output<typeof articlesProps>

/** The newest articles, or those of a tag. */
export async function articlesOf(ctx: Ctx, asked: Articles): Promise<Article[]> {
  const tag = asked.tag && ownSlug(ctx, 'tag', asked.tag)
  const listed = await listArticles(ctx, { tag, page: 1 })
  return listed.ok ? listed.value.articles.slice(0, asked.limit) : []
}

const articlesTags = ['content', 'catalog']

function ArticleRow({ cards }: { cards: readonly Article[] }): ReactNode {
  return (
    <ul className="article-cards">
      {cards.map((card) => (
        <li key={card.id}>
          <ArticleCard card={card} />
        </li>
      ))}
    </ul>
  )
}

/** A title that leads to the whole, above a part of it. */
function Headed({
  href,
  title,
  page,
  children,
}: {
  href: string
  title: string
  page: SkeletonName
  children: ReactNode
}): ReactNode {
  return (
    <div className="placed-group">
      <h2 className="placed-group-title">
        <a href={href} data-page={page}>
          {title}
        </a>
      </h2>
      {children}
    </div>
  )
}

export const listParts = {
  'product-list': definePart<Goods>({
    about:
      'Products of a collection, a category or a tag, or those that `slugs` names; without any of them, the newest.',
    props: goodsProps,
    styles: ['shop'],
    async load(ctx, asked) {
      const cards = await goodsOf(ctx, asked)
      return cards && { element: <ProductGrid products={cards} ctx={ctx} />, tags: goodsTags }
    },
  }),

  'product-slides': definePart<Goods & { label: string; every: number }>({
    about:
      'The products of `product-list` in a strip that is pushed sideways, or turns by itself every so many milliseconds.',
    props: z.strictObject({ ...goods, limit: limit(24, 8), label: line(80).default(''), every }),
    styles: ['shop', 'home', 'content'],
    async load(ctx, { label, every: pause, ...asked }, { k, on }): Promise<LoadedPart | null> {
      const cards = await goodsOf(ctx, asked)
      if (cards === null) return null
      const { t, texts, lang } = ctx
      const name = label === '' ? t('catalog.products') : label
      return {
        element: (
          <Island
            name="slides"
            k={`${k}-slides`}
            on={pause > 0 && on === 'interact' ? 'visible' : on}
            props={{
              label: name,
              count: cards.length,
              every: pause,
              texts: pickTexts(texts, slidesTexts),
              lang,
            }}
          >
            <div className="placed-slides">
              <SlideStrip label={name} nameOf={(n, count) => t('slides.slide', { n, count })}>
                {cards.map((card) => (
                  <Card key={card.id} card={card} ctx={ctx} />
                ))}
              </SlideStrip>
            </div>
          </Island>
        ),
        tags: goodsTags,
      }
    },
  }),

  'category-product': definePart<{ slug: string; sort: Goods['sort']; limit: number }>({
    about: 'The products of one category, under its name.',
    props: z.strictObject({ slug, sort: goods.sort, limit: limit(48, 8) }),
    styles: ['shop', 'content'],
    async load(ctx, { slug: given, ...asked }) {
      const category = await findCategory(ctx, ownSlug(ctx, 'category', given))
      if (category === null) return null
      const all = { category: category.slug, collection: null, tag: null, slugs: [], ...asked }
      const cards = (await goodsOf(ctx, all)) ?? []
      const href = linksFor(ctx.shop.router, ctx.langPath).category(category.slug)
      return {
        element: (
          <Headed href={href} title={category.name} page="category">
            <ProductGrid products={cards} ctx={ctx} />
          </Headed>
        ),
        tags: [...goodsTags, `category:${category.id}`],
      }
    },
  }),

  'category-article': definePart<{ slug: string; limit: number }>({
    about: 'The articles of one tag, under its name.',
    props: z.strictObject({ slug, limit: limit(24, 6) }),
    styles: ['content'],
    async load(ctx, { slug: given, limit: most }) {
      const wanted = ownSlug(ctx, 'tag', given)
      const tag = (await articleTags(ctx)).find((one) => one.slug === wanted)
      if (tag === undefined) return null
      const cards = await articlesOf(ctx, { tag: wanted, limit: most })
      return {
        element: (
          <Headed href={tag.href} title={tag.name} page="article-list">
            <ArticleRow cards={cards} />
          </Headed>
        ),
        tags: articlesTags,
      }
    },
  }),

  'category-page': definePart<{ limit: number }>({
    about: 'The pages of the shop, each by its title.',
    props: z.strictObject({ limit: limit(50, 20) }),
    styles: ['content'],
    async load(ctx, { limit: most }) {
      const pages = (await listPages(ctx)).slice(0, most)
      return {
        element: (
          <nav className="placed-links" aria-label={ctx.t('page.all')}>
            <ul>
              {pages.map(({ id, name, href }) => (
                <li key={id}>
                  <a href={href} data-page="page">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ),
        tags: ['content'],
      }
    },
  }),

  'article-list': definePart<Articles>({
    about: 'Articles, the newest first; of one tag where it is named.',
    props: articlesProps,
    styles: ['content'],
    async load(ctx, asked) {
      return { element: <ArticleRow cards={await articlesOf(ctx, asked)} />, tags: articlesTags }
    },
  }),

  'article-masonry': definePart<Articles>({
    about: 'The articles of `article-list` as cards of different heights without gaps between them.',
    props: articlesProps,
    styles: ['content'],
    async load(ctx, asked) {
      const cards = await articlesOf(ctx, asked)
      return {
        element: (
          <Masonry>
            {cards.map(({ id, href, title, summary, picture }) => (
              <PictureCard
                key={id}
                href={href}
                title={title}
                picture={picture}
                sizes="18rem"
                {...(summary === '' ? {} : { text: summary })}
              />
            ))}
          </Masonry>
        ),
        tags: articlesTags,
      }
    },
  }),
}
