import type { ReactNode } from 'react'
import { SignInHere } from '#features/account/parts/sign-in-here.tsx'
import { ProductCard } from '#features/catalog/parts/product-card.tsx'
import { ArticleCard } from '#features/content/parts/article-card.tsx'
import { Area } from '#features/customer/parts/area.tsx'
import { countFavourites, listFavourites } from '#features/favourites/actions/browse.ts'
import { sharedSince } from '#features/favourites/actions/share.ts'
import type {
  FavouriteCounts,
  FavouritePage,
  FavouriteProduct,
  FavouriteType,
} from '#features/favourites/contract.ts'
import { readPage } from '#features/favourites/rules/read-page.ts'
import { formatDate } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { linksFor } from '#wire/links.ts'

interface Data {
  type: FavouriteType
  list: FavouritePage
  counts: FavouriteCounts
  /** Since when others may see the products: "November 21, 2026"; null: they may not. */
  shared: string | null
  /** Of a customer it is a page of the account area. */
  isCustomers: boolean
}

/** Everything that the visitor keeps for later, a guest's too: products and articles side by side, so it is here. */
export default definePage<Data>({
  name: 'favorite',
  visibility: 'private',
  query: ['type', 'page'],
  styles: ['shop', 'area', 'account'],

  async load(ctx, _params, query): Promise<Loaded<Data>> {
    const counts = await countFavourites(ctx, {})
    if (!counts.ok) throw new Error('favourites can always be counted')
    const type = readType(query.get('type'), counts.value)
    const page = readPage(query.get('page'))
    const [list, since] = await Promise.all([listFavourites(ctx, { type, page }), sharedSince(ctx)])
    if (!list.ok) throw new Error('favourites can always be listed')
    if (page > list.value.pages) {
      const to = linksFor(ctx.shop.router, ctx.langPath).favourites(type, list.value.pages)
      return { kind: 'redirect', to, status: 302 }
    }
    const shared = since && formatDate(since, ctx.lang, ctx.shop.shop.delivery?.timeZone)
    const isCustomers = (await ctx.who()).customer !== null
    return {
      kind: 'page',
      data: { type, list: list.value, counts: counts.value, shared, isCustomers },
      tags: [],
    }
  },

  meta: (_data, { t, shop }) => ({
    title: `${t('favorite.title')} – ${shop.shop.name}`,
    description: t('favorite.description'),
    noindex: true,
  }),

  pageData: ({ counts }) => counts,

  View({ data, ctx }): ReactNode {
    const title = ctx.t('favorite.title')
    if (data.isCustomers)
      return (
        <Area part="favorite" title={title} isWide ctx={ctx}>
          <List data={data} ctx={ctx} />
        </Area>
      )
    const { notice } = ctx.visitor
    return (
      <div className="favourites-page container">
        <h1>{title}</h1>
        {notice && (
          <p className="favourites-notice" role={notice.kind === 'refused' ? 'alert' : 'status'}>
            {notice.text}
          </p>
        )}
        <List data={data} ctx={ctx} />
        <SignInHere
          next={linksFor(ctx.shop.router, ctx.langPath).favourites(data.type, data.list.page)}
          ctx={ctx}
        />
      </div>
    )
  },
})

function List({ data, ctx }: { data: Data; ctx: Ctx }): ReactNode {
  const { type, list } = data
  return (
    <div className="favourites">
      <Types {...data} ctx={ctx} />
      {list.total === 0 ? (
        <Nothing type={type} ctx={ctx} />
      ) : (
        <>
          <h2 className="visually-hidden">
            {ctx.t(type === 'product' ? 'favorite.products' : 'favorite.articles')}
          </h2>
          <Items {...data} ctx={ctx} />
        </>
      )}
      <Pages {...data} ctx={ctx} />
      {data.counts.products > 0 && <Sharing {...data} ctx={ctx} />}
    </div>
  )
}

/** The type that is named; else products, unless there are articles alone. */
function readType(named: string | null, { products, articles }: FavouriteCounts): FavouriteType {
  if (named === 'article' || named === 'product') return named
  return products === 0 && articles > 0 ? 'article' : 'product'
}

type Shown = Data & { ctx: Ctx }

function Types({ type, counts, ctx: { t, shop, langPath } }: Shown): ReactNode {
  const links = linksFor(shop.router, langPath)
  const tab = (of: FavouriteType, name: string, count: number, key: string): ReactNode => (
    <a href={`${links.favourites()}?type=${of}`} aria-current={of === type ? 'page' : undefined}>
      {name} <span data-favourites={key}>{count > 0 ? count : ''}</span>
    </a>
  )
  return (
    <nav className="area-tabs" aria-label={t('favorite.types')}>
      {tab('product', t('favorite.products'), counts.products, 'products')}
      {tab('article', t('favorite.articles'), counts.articles, 'articles')}
    </nav>
  )
}

function Nothing({ type, ctx: { t, shop, langPath } }: Pick<Shown, 'type' | 'ctx'>): ReactNode {
  const links = linksFor(shop.router, langPath)
  const isProduct = type === 'product'
  return (
    <EmptyState
      title={<h2>{t('favorite.empty.title')}</h2>}
      text={t(isProduct ? 'favorite.empty.products' : 'favorite.empty.articles')}
    >
      <ButtonLink href={isProduct ? links.search() : links.articles()}>
        {t(isProduct ? 'favorite.browse' : 'favorite.browse_articles')}
      </ButtonLink>
    </EmptyState>
  )
}

function Items({ type, list, ctx }: Shown): ReactNode {
  const { products, articles } = list
  if (type === 'product')
    return (
      <ul className="product-grid product-grid-grid">
        {products.map((favourite) => (
          <li key={favourite.card.id} data-favourite="">
            <ProductCard card={favourite.card} ctx={ctx} hasHeart={false} />
            <Marks {...favourite} ctx={ctx} />
            <Remove type={type} list={list} card={favourite.card} ctx={ctx} />
          </li>
        ))}
      </ul>
    )
  return (
    <ul className="article-cards">
      {articles.map(({ card, added }) => (
        <li key={card.id} data-favourite="">
          <ArticleCard card={card} />
          <p className="favourites-since">{ctx.t('favorite.since', { date: added })}</p>
          <Remove type={type} list={list} card={card} ctx={ctx} />
        </li>
      ))}
    </ul>
  )
}

/** What has become of a product since it was added. */
function Marks({ fall, isBack, added, ctx: { t } }: FavouriteProduct & { ctx: Ctx }): ReactNode {
  return (
    <>
      {fall !== null && <p className="favourites-mark favourites-fell">{t('favorite.cheaper', fall)}</p>}
      {isBack && <p className="favourites-mark favourites-back">{t('favorite.back')}</p>}
      <p className="favourites-since">{t('favorite.since', { date: added })}</p>
    </>
  )
}

interface RemoveProps extends Pick<Shown, 'type' | 'list' | 'ctx'> {
  card: { slug: string; title: string }
}

function Remove({ type, list, card, ctx: { t, shop, langPath } }: RemoveProps): ReactNode {
  const links = linksFor(shop.router, langPath)
  return (
    // Posted until there is somebody to take it out of the page: `startHearts`.
    <form action={links.form('favorite/cancel')} method="post" data-done={t('favorite.removed')}>
      <input type="hidden" name="type" value={type} />
      <input type="hidden" name="next" value={links.favourites(type, list.page)} />
      <Button
        type="submit"
        look="plain"
        name="id"
        value={card.slug}
        aria-label={t('favorite.remove_of', { title: card.title })}
      >
        {t('favorite.remove')}
      </Button>
    </form>
  )
}

function Pages({ type, list, ctx: { t, shop, langPath } }: Shown): ReactNode {
  return (
    <Pagination
      page={list.page}
      pages={list.pages}
      hrefOf={(page) => linksFor(shop.router, langPath).favourites(type, page)}
      texts={{
        label: t('favorite.pages'),
        previous: t('favorite.previous'),
        next: t('favorite.next'),
        page: (page) => t('favorite.page', { page }),
      }}
    />
  )
}

/** The link itself is shown by the page that it leads to: the shop knows its hash alone. */
function Sharing({ shared, ctx: { t, shop, langPath } }: Shown): ReactNode {
  const links = linksFor(shop.router, langPath)
  return (
    <section className="favourites-sharing" aria-labelledby="sharing">
      <h2 id="sharing">{t('favorite.share.title')}</h2>
      <p>{shared === null ? t('favorite.share.text') : t('favorite.share.since', { date: shared })}</p>
      <div className="favourites-ways">
        <form action={links.form('favorite/share')} method="post">
          <Button type="submit" look="quiet">
            {t(shared === null ? 'favorite.share.make' : 'favorite.share.again')}
          </Button>
        </form>
        {shared !== null && (
          <form action={links.form('favorite/withdraw')} method="post">
            <Button type="submit" look="plain">
              {t('favorite.share.withdraw')}
            </Button>
          </form>
        )}
      </div>
    </section>
  )
}
