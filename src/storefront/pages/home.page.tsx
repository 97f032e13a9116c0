import type { ReactNode } from 'react'
import { categoryTree, homeProducts, listCollections } from '#features/catalog/actions/browse.ts'
import type { CategoryNode, CollectionView, ProductCard } from '#features/catalog/contract.ts'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { organization, webSite } from '#features/catalog/parts/structured.ts'
import { findPage, latestArticles } from '#features/content/actions/browse.ts'
import { homePageSlug, type ArticleCard as Article, type PageView } from '#features/content/contract.ts'
import { ArticleCard } from '#features/content/parts/article-card.tsx'
import { Newsletter } from '#features/newsletter/parts/newsletter.tsx'
import { listPromotions } from '#features/promotions/actions/browse.ts'
import type { PromotionCard } from '#features/promotions/contract.ts'
import { bestReviews } from '#features/reviews/actions/browse.ts'
import type { Praise } from '#features/reviews/contract.ts'
import { ReviewQuote } from '#features/reviews/parts/review-quote.tsx'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { Raw } from '#platform/server/pages/render.tsx'
import { ogPicture, plainText } from '#platform/server/pages/structured.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture, picturePreload } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import type { PageName } from '#wire/page.ts'
import type { PictureView } from '#wire/picture-view.ts'

interface HomeData {
  /** The merchant's own words and picture to open with. */
  intro: PageView | null
  collections: CollectionView[]
  categories: CategoryNode[]
  newest: ProductCard[]
  best: ProductCard[]
  promotion: PromotionCard | null
  articles: Article[]
  reviews: Praise[]
}

/** One large picture and four small ones. */
const newestShown = 5
const articlesShown = 3
const reviewsShown = 3
const heroSizes = '(min-width: 48em) 60vw, 100vw'

export default definePage<HomeData>({
  name: 'home',
  visibility: 'public',
  query: [],
  styles: ['shop', 'home'],

  async load(ctx) {
    const [intro, collections, categories, products, promotions, articles, reviews] = await Promise.all([
      findPage(ctx, homePageSlug),
      listCollections(ctx),
      categoryTree(ctx),
      homeProducts(ctx),
      listPromotions(ctx),
      latestArticles(ctx, articlesShown),
      bestReviews(ctx, reviewsShown),
    ])
    const promotion = promotions[0] ?? null
    return {
      kind: 'page',
      data: { intro, collections, categories, ...products, promotion, articles, reviews },
      tags: ['catalog', 'list', 'content', 'promotions', 'reviews'],
    }
  },

  meta({ intro, collections }, ctx): PageHead {
    const { name, tagline, description } = ctx.shop.shop
    const said = pickText(tagline, ctx.locale)
    const hero = heroPicture(intro, collections[0])
    return {
      title: said === '' ? name : `${name} – ${said}`,
      description: plainText(pickText(description, ctx.locale)) || said || name,
      tags: ogPicture(ctx, hero),
      structured: [organization(ctx), webSite(ctx)],
      ...(hero ? { preload: picturePreload(hero.key, heroSizes, 480, 1920) } : {}),
    }
  },

  pageData: () => null,

  View({ data, ctx }) {
    const { t } = ctx
    const { intro, categories, newest, best, promotion, articles, reviews } = data
    const [first, ...collections] = data.collections
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <div className="home container">
        <Hero intro={intro} collection={first} hasProducts={newest.length > 0} ctx={ctx} />
        {categories.length > 0 && <Categories categories={categories} ctx={ctx} />}
        {newest.length > 0 && (
          <Section title={t('catalog.home.new')} href={`${links.search()}?sort=new`} ctx={ctx}>
            <ProductGrid
              products={newest.slice(0, newestShown)}
              ctx={ctx}
              feature={newest.length >= newestShown}
              eager={heroPicture(intro, first) === null ? 1 : 0}
            />
          </Section>
        )}
        <Pair collections={collections.slice(0, 2)} />
        <Statement intro={intro} ctx={ctx} />
        {best.length > 0 && (
          <Section title={t('catalog.home.best')} href={`${links.search()}?sort=best`} ctx={ctx}>
            <ProductGrid products={best} ctx={ctx} shape="rail" />
          </Section>
        )}
        {promotion && <Offer promotion={promotion} ctx={ctx} />}
        <Pair collections={collections.slice(2, 4)} turned />
        {articles.length > 0 && (
          <Section title={t('app.home.articles')} href={links.articles()} page="article-list" ctx={ctx}>
            <ul className="article-cards">
              {articles.map((card) => (
                <li key={card.id}>
                  <ArticleCard card={card} />
                </li>
              ))}
            </ul>
          </Section>
        )}
        {reviews.length > 0 && (
          <section className="home-reviews" aria-labelledby="said">
            <h2 id="said" className="visually-hidden">
              {t('app.home.reviews')}
            </h2>
            {reviews.map((praise) => (
              <ReviewQuote key={praise.id} praise={praise} ctx={ctx} />
            ))}
          </section>
        )}
        <Newsletter ctx={ctx} />
        {newest.length === 0 && categories.length === 0 && (
          <EmptyState title={<h2>{t('catalog.nothing_here.title')}</h2>} text={t('catalog.home.opening')} />
        )}
      </div>
    )
  },
})

interface HeroProps {
  intro: PageView | null
  collection: CollectionView | undefined
  hasProducts: boolean
  ctx: Ctx
}

/** The merchant's words and picture, or the shop's tagline beside the picture of its first collection. */
function Hero({ intro, collection, hasProducts, ctx }: HeroProps): ReactNode {
  const { name, tagline } = ctx.shop.shop
  const title = intro?.title ?? (pickText(tagline, ctx.locale) || name)
  const lead = intro?.summary || firstSentence(collection?.description ?? '')
  const picture = heroPicture(intro, collection)
  return (
    <section className={picture ? 'home-hero' : 'home-hero home-hero-plain'}>
      <div className="home-hero-text">
        <h1 className="home-hero-title">{title}</h1>
        {lead !== '' && <p className="home-hero-lead">{lead}</p>}
        {collection && (
          <ButtonLink href={collection.href} data-page="collection">
            {ctx.t('catalog.home.start', { name: collection.name })}
          </ButtonLink>
        )}
        {!collection && hasProducts && (
          <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).search()} data-page="search">
            {ctx.t('catalog.home.all')}
          </ButtonLink>
        )}
      </div>
      {picture && collection && (
        <a
          className="home-hero-media"
          href={collection.href}
          data-page="collection"
          tabIndex={-1}
          aria-hidden="true"
        >
          <HeroPicture picture={picture} />
        </a>
      )}
      {picture && !collection && (
        <div className="home-hero-media">
          <HeroPicture picture={picture} />
        </div>
      )}
    </section>
  )
}

function HeroPicture({ picture }: { picture: PictureView }): ReactNode {
  return <Picture picture={{ ...picture, alt: '' }} sizes={heroSizes} from={480} to={1920} urgency="high" />
}

function heroPicture(intro: PageView | null, collection: CollectionView | undefined): PictureView | null {
  return intro?.picture ?? collection?.picture ?? null
}

function Categories({ categories, ctx }: { categories: readonly CategoryNode[]; ctx: Ctx }): ReactNode {
  const isPictured = categories.some(({ picture }) => picture !== null)
  return (
    <nav className="home-categories" aria-label={ctx.t('catalog.home.categories')}>
      <ul>
        {categories.map((category) => (
          <li key={category.id}>
            <a href={category.href} data-page="category">
              {category.picture && (
                <Picture
                  picture={{ ...category.picture, alt: '' }}
                  sizes="(min-width: 64em) 16vw, 40vw"
                  from={160}
                  to={640}
                />
              )}
              {category.name}
              {!isPictured && <Icon name="arrow" size={18} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

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
  page?: PageName
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

/** Two collections side by side, one larger than the other; `turned` puts the larger one second. */
function Pair({
  collections,
  turned = false,
}: {
  collections: readonly CollectionView[]
  turned?: boolean
}): ReactNode {
  if (collections.length === 0) return null
  return (
    <div className={turned ? 'home-pair home-pair-turned' : 'home-pair'}>
      {collections.map((collection) => (
        <a key={collection.id} className="home-collection" href={collection.href} data-page="collection">
          {collection.picture && (
            <Picture
              picture={{ ...collection.picture, alt: '' }}
              sizes="(min-width: 48em) 55vw, 96vw"
              from={320}
              to={1440}
            />
          )}
          <h2 className="home-collection-name">{collection.name}</h2>
          <p className="home-collection-lead">{firstSentence(collection.description)}</p>
        </a>
      ))}
    </div>
  )
}

/** What is on now: the whole band leads to it. */
function Offer({ promotion, ctx }: { promotion: PromotionCard; ctx: Ctx }): ReactNode {
  const { name, summary, href } = promotion
  return (
    <section className="home-offer" aria-labelledby="offer">
      <h2 id="offer" className="home-offer-name">
        {name}
      </h2>
      <p className="home-offer-lead">{summary}</p>
      <ButtonLink look="quiet" href={href} data-page="promotion">
        {ctx.t('app.home.offer')}
      </ButtonLink>
    </section>
  )
}

/** What the shop says of itself, in large letters: the merchant's own text, or how the shop describes itself. */
function Statement({ intro, ctx }: { intro: PageView | null; ctx: Ctx }): ReactNode {
  if (intro && intro.body !== '')
    return (
      <div className="home-statement">
        <Raw html={intro.body} />
      </div>
    )
  const text = pickText(ctx.shop.shop.description, ctx.locale)
  return text === '' ? null : <p className="home-statement">{text}</p>
}

function firstSentence(html: string): string {
  const text = plainText(html)
  return /^.{12,}?[.!?。！？](?=\s|$|[\p{Lo}])/u.exec(text)?.[0] ?? text
}
