import { definePage } from '#platform/server/pages/page.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { linksFor } from '#wire/links.ts'

/** Shown when a page cannot be rendered. It needs no database. */
export default definePage<null>({
  name: 'error',
  visibility: 'public',
  query: [],
  styles: [],

  load: () => Promise.resolve({ kind: 'page', data: null, tags: [], status: 500 }),

  meta: (_data, { t, shop }) => ({
    title: `${t('app.error.title')} – ${shop.shop.name}`,
    description: t('app.error.text'),
    noindex: true,
  }),

  pageData: () => null,

  View({ ctx }) {
    const { t } = ctx
    return (
      <div className="container">
        <ErrorState title={<h1>{t('app.error.title')}</h1>} text={t('app.error.text')}>
          {/* An empty `href` is this URL: the page that failed is asked for again. */}
          <ButtonLink href="" data-nav="off">
            {t('app.error.again')}
          </ButtonLink>
          <ButtonLink look="quiet" href={linksFor(ctx.shop.router, ctx.langPath).home()}>
            {t('app.error.home')}
          </ButtonLink>
        </ErrorState>
      </div>
    )
  },
})
