import { definePage } from '#platform/server/pages/page.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { linksFor } from '#wire/links.ts'

/** The result of the product page's form without scripts: look into your mailbox, or why not. */
export default definePage<null>({
  name: 'alert',
  visibility: 'private',
  query: [],
  styles: [],

  load: async () => ({ kind: 'page', data: null, tags: [] }),

  meta: (_data, { t, shop }) => ({
    title: `${t('alert.asked.title')} – ${shop.shop.name}`,
    description: t('alert.asked.text'),
    noindex: true,
  }),

  pageData: () => null,

  View({ ctx: { t, shop, langPath, visitor } }) {
    const isRefused = visitor.notice?.kind === 'refused'
    return (
      <div className="container">
        <EmptyState
          title={<h1>{t(isRefused ? 'alert.refused.title' : 'alert.asked.title')}</h1>}
          text={isRefused ? visitor.notice!.text : t('alert.asked.text')}
        >
          <ButtonLink href={linksFor(shop.router, langPath).home()} look="quiet">
            {t('alert.back')}
          </ButtonLink>
        </EmptyState>
      </div>
    )
  },
})
