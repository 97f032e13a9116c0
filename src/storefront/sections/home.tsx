import type { ReactNode } from 'react'
import { categoryTree } from '#features/catalog/actions/browse.ts'
import type { CategoryNode, CollectionView } from '#features/catalog/contract.ts'
import { cardPreload } from '#features/catalog/parts/product-card.tsx'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { latestArticles } from '#features/content/actions/browse.ts'
import type { ArticleCard as Article, PageView } from '#features/content/contract.ts'
import { ArticleCard, articleCardSizes } from '#features/content/parts/article-card.tsx'
import { sanitisePage, withoutParts } from '#features/content/rules/html.ts'
import { Newsletter } from '#features/newsletter/parts/newsletter.tsx'
import { listPromotions } from '#features/promotions/actions/browse.ts'
import type { PromotionCard } from '#features/promotions/contract.ts'
import { bestReviews } from '#features/reviews/actions/browse.ts'
import type { Praise } from '#features/reviews/contract.ts'
import { ReviewQuote } from '#features/reviews/parts/review-quote.tsx'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { oncePerRequest } from '#platform/server/pages/once-per-request.ts'
import { Raw } from '#platform/server/pages/render.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture, picturePreload, type PictureUrgency } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import type { SkeletonName } from '#wire/page.ts'
import type { SettingsOf } from '#wire/sections.ts'
import { articlesOf } from '../placed/lists.tsx'
import { ownSlug } from '../placed/props.ts'
import { goodsFor, type Goods } from './goods.ts'
import { firstSentence } from './first-sentence.ts'
import { collectionsOf, introOf, productsOf } from './hero.tsx'
import { defineSection, type SectionProps } from './section.ts'

const styles = ['shop', 'home'] as const

function treeOf(ctx: Ctx): Promise<CategoryNode[]> {
  return oncePerRequest(ctx, 'categories', () => categoryTree(ctx))
}

/** Those that a template names, of any level and in its order; none that is not there. Without names: the first level. */
async function categoriesOf(ctx: Ctx, { slugs }: SettingsOf<'categories'>): Promise<CategoryNode[]> {
  const tree = await treeOf(ctx)
  if (slugs.length === 0) return tree
  const all = tree.flatMap(withThoseBelow)
  return slugs.flatMap((slug) => all.find((one) => one.slug === ownSlug(ctx, 'category', slug)) ?? [])
}

function withThoseBelow(node: CategoryNode): CategoryNode[] {
  return [node, ...node.children.flatMap(withThoseBelow)]
}

export const categories = defineSection<'categories', CategoryNode[]>('categories', {
  tags: ['catalog', 'list'],
  styles,
  load: categoriesOf,

  preload(categories) {
    const picture = firstPictured(categories)?.picture ?? null
    return picture === null ? undefined : picturePreload(picture.key, categorySizes, 160, 640)
  },

  View({ data, settings, urgency, ctx }: SectionProps<SettingsOf<'categories'>, CategoryNode[]>) {
    if (data.length === 0) return null
    return (
      <Titled title={pickText(settings.title, ctx.locale)}>
        <Categories categories={data} urgency={urgency} ctx={ctx} />
      </Titled>
    )
  },
})

/** A title above, where the template gives one. */
function Titled({ title, children }: { title: string; children: ReactNode }): ReactNode {
  if (title === '') return children
  return (
    <section className="home-section">
      <div className="home-section-head">
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  )
}

const categorySizes = '(min-width: 64em) 16vw, 40vw'

function firstPictured(categories: readonly CategoryNode[]): CategoryNode | undefined {
  return categories.find(({ picture }) => picture !== null)
}

function Categories({
  categories,
  urgency,
  ctx,
}: {
  categories: readonly CategoryNode[]
  urgency: PictureUrgency
  ctx: Ctx
}): ReactNode {
  const first = firstPictured(categories)
  return (
    <nav className="home-categories" aria-label={ctx.t('catalog.home.categories')}>
      <ul>
        {categories.map((category) => (
          <li key={category.id}>
            <a href={category.href} data-page="category">
              {category.picture && (
                <Picture
                  picture={{ ...category.picture, alt: '' }}
                  sizes={categorySizes}
                  from={160}
                  to={640}
                  urgency={category === first ? urgency : 'lazy'}
                />
              )}
              {category.name}
              {first === undefined && <Icon name="arrow" size={18} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The feature of one large picture and four small ones needs five. */
const ofFeature = 5

function isFeature(cards: Goods['cards'], shape: SettingsOf<'products'>['shape']): boolean {
  return shape === 'feature' && cards.length >= ofFeature
}

export const products = defineSection<'products', Goods>('products', {
  tags: ['catalog', 'list'],
  styles,
  load: goodsFor,

  preload: ({ cards }, { shape }) => cardPreload(cards[0], isFeature(cards, shape) ? 'large' : 'cell'),

  View({ data, settings: { shape, title }, urgency, ctx }: SectionProps<SettingsOf<'products'>, Goods>) {
    const { cards, href, page } = data
    const eager = urgency === 'high' ? 1 : 0
    if (cards.length === 0) return null
    const own = pickText(title, ctx.locale)
    return (
      <Section title={own === '' ? data.title : own} href={href} page={page} ctx={ctx}>
        {shape === 'rail' ? (
          <ProductGrid products={cards} ctx={ctx} shape="rail" eager={eager} />
        ) : (
          <ProductGrid products={cards} ctx={ctx} feature={isFeature(cards, shape)} eager={eager} />
        )}
      </Section>
    )
  },
})

function Section({
  title,
  href,
  page = 'search',
  ctx,
  children,
}: {
  title: string
  href: string
  /** What `href` leads to. */
  page?: SkeletonName
  ctx: Ctx
  children: ReactNode
}): ReactNode {
  return (
    <section className="home-section">
      <div className="home-section-head">
        <h2>{title}</h2>
        <a href={href} data-page={page} aria-label={`${title}: ${ctx.t('catalog.home.see_all')}`}>
          {ctx.t('catalog.home.see_all')}
          <Icon name="arrow" size={18} />
        </a>
      </div>
      {children}
    </section>
  )
}

const pairSizes = '(min-width: 48em) 55vw, 96vw'

export const collections = defineSection<'collections', CollectionView[]>('collections', {
  tags: ['catalog', 'list'],
  styles,

  async load(ctx, { slugs, skip }) {
    const all = await collectionsOf(ctx)
    if (slugs.length === 0) return all.slice(skip, skip + 2)
    return slugs.flatMap((slug) => all.find((one) => one.slug === ownSlug(ctx, 'collection', slug)) ?? [])
  },

  preload([first]) {
    const picture = first?.picture ?? null
    return picture === null ? undefined : picturePreload(picture.key, pairSizes, 320, 1440)
  },

  View: ({ data, settings, urgency }) =>
    pairsOf(data).map((pair, index) => (
      <Pair
        key={index}
        collections={pair}
        turned={settings.turned !== (index % 2 === 1)}
        urgency={index === 0 ? urgency : 'lazy'}
      />
    )),
})

function pairsOf(collections: readonly CollectionView[]): (readonly CollectionView[])[] {
  return collections.flatMap((_, index) => (index % 2 === 0 ? [collections.slice(index, index + 2)] : []))
}

/** Two collections side by side, one larger than the other; `turned` puts the larger one second. */
function Pair({
  collections,
  turned = false,
  urgency,
}: {
  collections: readonly CollectionView[]
  turned?: boolean
  urgency: PictureUrgency
}): ReactNode {
  if (collections.length === 0) return null
  return (
    <div className={turned ? 'home-pair home-pair-turned' : 'home-pair'}>
      {collections.map((collection, index) => (
        <a key={collection.id} className="home-collection" href={collection.href} data-page="collection">
          {collection.picture && (
            <Picture
              picture={{ ...collection.picture, alt: '' }}
              sizes={pairSizes}
              from={320}
              to={1440}
              urgency={index === 0 ? urgency : 'lazy'}
            />
          )}
          <h2 className="home-collection-name">{collection.name}</h2>
          <p className="home-collection-lead">{firstSentence(collection.description)}</p>
        </a>
      ))}
    </div>
  )
}

export const offer = defineSection<'offer', PromotionCard | null>('offer', {
  tags: ['promotions'],
  styles,

  async load(ctx, { slug }) {
    const running = await listPromotions(ctx)
    return (slug === '' ? running[0] : running.find((one) => one.slug === slug)) ?? null
  },

  View: ({ data, ctx, k }) => (data === null ? null : <Offer promotion={data} k={k} ctx={ctx} />),
})

/** What is on now: the whole band leads to it. */
function Offer({ promotion, k, ctx }: { promotion: PromotionCard; k: string; ctx: Ctx }): ReactNode {
  const { name, summary, href } = promotion
  return (
    <section className="home-offer" aria-labelledby={k}>
      <h2 id={k} className="home-offer-name">
        {name}
      </h2>
      <p className="home-offer-lead">{summary}</p>
      <ButtonLink look="quiet" href={href} data-page="promotion">
        {ctx.t('app.home.offer')}
      </ButtonLink>
    </section>
  )
}

export const statement = defineSection<'statement', PageView | null>('statement', {
  tags: ['content'],
  styles,
  load: introOf,

  View({ data, settings, ctx }: SectionProps<SettingsOf<'statement'>, PageView | null>) {
    // Words alone: named parts would be as large as the letters.
    const own = withoutParts(sanitisePage(pickText(settings.html, ctx.locale)))
    return <Statement html={own === '' ? (data?.body ?? '') : own} ctx={ctx} />
  },
})

/** What the shop says of itself, in large letters: the merchant's own text, or how the shop describes itself. */
function Statement({ html, ctx }: { html: string; ctx: Ctx }): ReactNode {
  if (html !== '')
    return (
      <div className="home-statement">
        <Raw html={html} />
      </div>
    )
  const text = pickText(ctx.shop.shop.description, ctx.locale)
  return text === '' ? null : <p className="home-statement">{text}</p>
}

export const articles = defineSection<'articles', Article[]>('articles', {
  tags: ['content'],
  styles,
  load: (ctx, { tag, limit }) => (tag === '' ? latestArticles(ctx, limit) : articlesOf(ctx, { tag, limit })),

  preload([first]) {
    const picture = first?.picture ?? null
    return picture === null ? undefined : picturePreload(picture.key, articleCardSizes, 320, 1080)
  },

  View({ data, settings, urgency, ctx }: SectionProps<SettingsOf<'articles'>, Article[]>) {
    if (data.length === 0) return null
    const own = pickText(settings.title, ctx.locale)
    const all = linksFor(ctx.shop.router, ctx.langPath).articles()
    const { tag } = settings
    const href = tag === '' ? all : `${all}?tag=${encodeURIComponent(ownSlug(ctx, 'tag', tag))}`
    return (
      <Section
        title={own === '' ? ctx.t('app.home.articles') : own}
        href={href}
        page="article-list"
        ctx={ctx}
      >
        <ul className="article-cards">
          {data.map((card, index) => (
            <li key={card.id}>
              <ArticleCard card={card} first={index === 0 && urgency === 'high'} />
            </li>
          ))}
        </ul>
      </Section>
    )
  },
})

export const reviews = defineSection<'reviews', Praise[]>('reviews', {
  tags: ['reviews'],
  styles,
  load: (ctx, { limit }) => bestReviews(ctx, limit),

  View({ data, settings, ctx, k }: SectionProps<SettingsOf<'reviews'>, Praise[]>) {
    if (data.length === 0) return null
    const own = pickText(settings.title, ctx.locale)
    const quotes = data.map((praise) => <ReviewQuote key={praise.id} praise={praise} ctx={ctx} />)
    if (own !== '')
      return (
        <Titled title={own}>
          <div className="home-reviews">{quotes}</div>
        </Titled>
      )
    return (
      <section className="home-reviews" aria-labelledby={k}>
        <h2 id={k} className="visually-hidden">
          {ctx.t('app.home.reviews')}
        </h2>
        {quotes}
      </section>
    )
  },
})

export const newsletter = defineSection<'newsletter', null>('newsletter', {
  tags: [],
  styles,
  load: async () => null,
  View({ settings, ctx }: SectionProps<SettingsOf<'newsletter'>, null>) {
    const words = { title: pickText(settings.title, ctx.locale), text: pickText(settings.text, ctx.locale) }
    return <Newsletter words={words} ctx={ctx} />
  },
})

export const opening = defineSection<'opening', boolean>('opening', {
  tags: ['catalog', 'list'],
  styles,

  async load(ctx) {
    const [{ newest }, tree] = await Promise.all([productsOf(ctx), treeOf(ctx)])
    return newest.length === 0 && tree.length === 0
  },

  View: ({ data: isEmpty, ctx }) =>
    isEmpty ? (
      <EmptyState
        title={<h2>{ctx.t('catalog.nothing_here.title')}</h2>}
        text={ctx.t('catalog.home.opening')}
      />
    ) : null,
})
