import { categoryTree } from '#features/catalog/actions/browse.ts'
import type { CategoryNode } from '#features/catalog/contract.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { EmptyState } from '#ui/empty-state.tsx'

export default definePage<{ categories: CategoryNode[] }>({
  name: 'not-found',
  visibility: 'public',
  query: [],
  styles: [],

  async load(ctx) {
    return { kind: 'page', data: { categories: await categoryTree(ctx) }, tags: ['catalog'], status: 404 }
  },

  meta: (_data, { t, shop }) => ({
    title: `${t('app.not_found.title')} – ${shop.shop.name}`,
    description: t('app.not_found.text'),
    noindex: true,
  }),

  pageData: () => null,

  View({ data: { categories }, ctx: { t } }) {
    return (
      <div className="container">
        <EmptyState title={<h1>{t('app.not_found.title')}</h1>} text={t('app.not_found.text')}>
          <nav className="not-found-ways" aria-label={t('app.not_found.categories')}>
            {categories.map(({ id, name, href }) => (
              <a key={id} className="button button-quiet" href={href} data-page="category">
                {name}
              </a>
            ))}
          </nav>
        </EmptyState>
      </div>
    )
  },
})
