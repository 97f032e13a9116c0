import type { ReactNode } from 'react'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { findShared, type SharedFavourites } from '#features/favourites/actions/share.ts'
import { readPage } from '#features/favourites/rules/read-page.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { linksFor } from '#wire/links.ts'

interface Data extends SharedFavourites {
  /** Of the link: a query is in no statistics, and in no referrer. */
  token: string
}

/** Favourite products as others see them, by a link. Not cached: a link that is withdrawn shows nothing from then on. */
export default definePage<Data>({
  name: 'favorite-shared',
  visibility: 'private',
  query: ['list', 'page'],
  styles: ['shop'],

  async load(ctx, _params, query): Promise<Loaded<Data>> {
    const token = query.get('list') ?? ''
    const page = readPage(query.get('page'))
    const shared = await findShared(ctx, token, page)
    if (shared === null) return { kind: 'missing', status: 404 }
    const { pages } = shared.list
    if (page > pages) {
      const to = linksFor(ctx.shop.router, ctx.langPath).sharedFavourites(token, pages)
      return { kind: 'redirect', to, status: 302 }
    }
    return { kind: 'page', data: { ...shared, token }, tags: [] }
  },

  meta: (_data, { t, shop }) => ({
    title: `${t('favorite.shared.title')} – ${shop.shop.name}`,
    description: t('favorite.shared.description'),
    noindex: true,
  }),

  pageData: ({ list }) => ({ total: list.total }),

  View({ data: { list, token, isOwn }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <div className="favourites-page container">
        <h1>{t('favorite.shared.title')}</h1>
        {isOwn ? <Own token={token} ctx={ctx} /> : <p>{t('favorite.shared.description')}</p>}
        {list.total === 0 ? (
          <EmptyState title={<h2>{t('favorite.shared.empty')}</h2>}>
            <ButtonLink href={links.search()}>{t('favorite.browse')}</ButtonLink>
          </EmptyState>
        ) : (
          <section className="favourites-list" aria-label={t('favorite.products')}>
            <h2 className="visually-hidden">{t('favorite.products')}</h2>
            <ProductGrid products={list.products.map(({ card }) => card)} ctx={ctx} eager={4} />
          </section>
        )}
        <Pagination
          page={list.page}
          pages={list.pages}
          hrefOf={(page) => links.sharedFavourites(token, page)}
          texts={{
            label: t('favorite.pages'),
            previous: t('favorite.previous'),
            next: t('favorite.next'),
            page: (page) => t('favorite.page', { page }),
          }}
        />
      </div>
    )
  },
})

/** For who made the link: the link itself, to be copied, and the way to end it. */
function Own({ token, ctx }: { token: string; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const url = `${ctx.origin}${links.sharedFavourites(token)}`
  return (
    <div className="favourites-sharing">
      <p>{t('favorite.share.yours')}</p>
      <p className="favourites-link">
        <span className="visually-hidden">{t('favorite.share.link')}</span>
        <code translate="no">{url}</code>
        <Button
          look="quiet"
          data-copy={url}
          data-copied={t('favorite.share.copied')}
          data-not-copied={t('favorite.share.not_copied')}
        >
          {t('favorite.share.copy')}
        </Button>
      </p>
      <div className="favourites-ways">
        <ButtonLink look="quiet" href={links.favourites()}>
          {t('favorite.share.back')}
        </ButtonLink>
        <form action={links.form('favorite/withdraw')} method="post">
          <Button type="submit" look="plain">
            {t('favorite.share.withdraw')}
          </Button>
        </form>
      </div>
    </div>
  )
}
