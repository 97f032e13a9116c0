import type { ReactNode } from 'react'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture, picturePreload } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { categoryTree, homeProducts, listCollections } from '../actions/browse.ts'
import type { CategoryNode, CollectionView, ProductCard } from '../contract.ts'
import { ProductGrid } from '../parts/product-grid.tsx'
import { ogPicture, organization, plainText, webSite } from '../parts/structured.ts'

interface HomeData {
  collections: CollectionView[]
  categories: CategoryNode[]
  newest: ProductCard[]
  best: ProductCard[]
}

/** One large picture and four small ones. */
const newestShown = 5
const heroSizes = '(min-width: 48em) 60vw, 100vw'

export default definePage<HomeData>({
  name: 'home',
  visibility: 'public',
  query: [],

  async load(ctx) {
    const [collections, categories, products] = await Promise.all([
      listCollections(ctx),
      categoryTree(ctx),
      homeProducts(ctx),
    ])
    return { kind: 'page', data: { collections, categories, ...products }, tags: ['catalog', 'list'] }
  },

  meta({ collections }, ctx): PageHead {
    const { name, tagline, description } = ctx.shop.shop
    const said = pickText(tagline, ctx.locale)
    const hero = collections[0]?.picture
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
    const { categories, newest, best } = data
    const [hero, ...collections] = data.collections
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <div className="home container">
        <Hero collection={hero} ctx={ctx} />
        {categories.length > 0 && <Categories categories={categories} ctx={ctx} />}
        {newest.length > 0 && (
          <Section title={t('catalog.home.new')} href={`${links.search()}?sort=new`} ctx={ctx}>
            <ProductGrid
              products={newest.slice(0, newestShown)}
              ctx={ctx}
              feature={newest.length >= newestShown}
            />
          </Section>
        )}
        <Pair collections={collections.slice(0, 2)} />
        <Statement ctx={ctx} />
        {best.length > 0 && (
          <Section title={t('catalog.home.best')} href={`${links.search()}?sort=best`} ctx={ctx}>
            <ProductGrid products={best} ctx={ctx} shape="rail" />
          </Section>
        )}
        <Pair collections={collections.slice(2, 4)} turned />
        {newest.length === 0 && categories.length === 0 && (
          <EmptyState title={<h2>{t('catalog.nothing_here.title')}</h2>} text={t('catalog.home.opening')} />
        )}
      </div>
    )
  },
})

function Hero({ collection, ctx }: { collection: CollectionView | undefined; ctx: Ctx }): ReactNode {
  const { name, tagline } = ctx.shop.shop
  const title = pickText(tagline, ctx.locale) || name
  return (
    <section className={collection?.picture ? 'home-hero' : 'home-hero home-hero-plain'}>
      <div className="home-hero-text">
        <h1 className="home-hero-title">{title}</h1>
        {collection && (
          <>
            <p className="home-hero-lead">{firstSentence(collection.description)}</p>
            <ButtonLink href={collection.href} data-page="category">
              {ctx.t('catalog.home.start', { name: collection.name })}
            </ButtonLink>
          </>
        )}
      </div>
      {collection?.picture && (
        <a
          className="home-hero-media"
          href={collection.href}
          data-page="category"
          tabIndex={-1}
          aria-hidden="true"
        >
          <Picture
            picture={{ ...collection.picture, alt: '' }}
            sizes={heroSizes}
            from={480}
            to={1920}
            urgency="high"
          />
        </a>
      )}
    </section>
  )
}

function Categories({ categories, ctx }: { categories: readonly CategoryNode[]; ctx: Ctx }): ReactNode {
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
  ctx,
  children,
}: {
  title: string
  href: string
  ctx: Ctx
  children: ReactNode
}): ReactNode {
  return (
    <section className="home-section">
      <div className="home-section-head">
        <h2>{title}</h2>
        <a href={href} data-page="search" aria-label={`${title}: ${ctx.t('catalog.home.see_all')}`}>
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
        <a key={collection.id} className="home-collection" href={collection.href} data-page="category">
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

/** What the shop says of itself, in large letters. */
function Statement({ ctx }: { ctx: Ctx }): ReactNode {
  const text = pickText(ctx.shop.shop.description, ctx.locale)
  return text === '' ? null : <p className="home-statement">{text}</p>
}

function firstSentence(html: string): string {
  const text = plainText(html)
  return /^.{12,}?[.!?。！？](?=\s|$|[\p{Lo}])/u.exec(text)?.[0] ?? text
}
