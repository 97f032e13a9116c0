import { definePage } from '#platform/server/pages/page.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { linksFor } from '#wire/links.ts'
import { fixedPaths } from '#wire/paths.ts'
import { findForm } from '../actions/read.ts'

interface Thanks {
  /** The merchant's own words, or the shop's. */
  text: string
  /** The inquiry's number; null if the URL has no valid one. */
  number: string | null
}

export default definePage<Thanks>({
  name: 'inquiry-thankyou',
  visibility: 'private',
  query: ['form', 'number'],
  styles: ['content'],

  async load(ctx, _params, query) {
    const form = await findForm(ctx, query.get('form') ?? '')
    // Anybody can write a URL: only text in the form of a number is shown.
    const number = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/.exec(query.get('number') ?? '')?.[0] ?? null
    const text = form?.thanks || ctx.t('inquiry.thanks.text')
    return { kind: 'page', data: { text, number }, tags: [] }
  },

  meta: ({ text }, { t, shop }) => ({
    title: `${t('inquiry.thanks.title')} – ${shop.shop.name}`,
    description: text,
    canonicalPath: fixedPaths['inquiry-thankyou'],
    noindex: true,
  }),

  pageData: ({ number }) => ({ number }),

  View({ data: { text, number }, ctx: { t, shop, langPath } }) {
    return (
      <div className="inquiry-thanks container">
        <EmptyState title={<h1>{t('inquiry.thanks.title')}</h1>} text={text}>
          {number !== null && <p className="inquiry-number">{t('inquiry.mail.number', { number })}</p>}
          <ButtonLink href={linksFor(shop.router, langPath).home()} look="quiet">
            {t('inquiry.thanks.home')}
          </ButtonLink>
        </EmptyState>
      </div>
    )
  },
})
