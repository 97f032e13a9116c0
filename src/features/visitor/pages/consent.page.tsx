import type { ReactNode } from 'react'
import { formatDate } from '#i18n/format.ts'
import type { Ctx, Notice } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { consentCookie, mayCount, readConsent } from '#wire/consent.ts'
import { linksFor } from '#wire/links.ts'

interface Data {
  notice: Notice | null
  /** The visitor's present consent; null for purposes that the shop never has. */
  statistics: boolean | null
  marketing: boolean | null
  /** When the choice was made; null when there is none. */
  since: Date | null
}

/** Where a choice about one's data is made, seen and changed. */
export default definePage<Data>({
  name: 'consent',
  visibility: 'private',
  query: [],
  styles: ['content'],

  async load(ctx): Promise<Loaded<Data>> {
    const { statistics, marketing } = ctx.shop.shop
    const consent = readConsent(ctx.visitor.cookies[consentCookie])
    return {
      kind: 'page',
      data: {
        notice: ctx.visitor.notice,
        statistics: statistics === 'off' ? null : mayCount(statistics, consent),
        marketing: marketing ? (consent?.purposes.includes('marketing') ?? false) : null,
        since: consent && new Date(consent.at * 1_000),
      },
      tags: [],
    }
  },

  meta: (_, { t, shop }) => ({
    title: `${t('consent.title')} – ${shop.shop.name}`,
    description: t('consent.description'),
    noindex: true,
  }),

  pageData: () => null,

  View({ data: { notice, statistics, marketing, since }, ctx }): ReactNode {
    const { t, lang, shop, langPath } = ctx
    const links = linksFor(shop.router, langPath)
    const nothing = statistics === null && marketing === null
    return (
      <div className="consent-page container container-md">
        <h1>{t('consent.title')}</h1>
        {notice && (
          <p className="consent-done" role="status">
            {notice.text}
          </p>
        )}
        <p>{t(nothing ? 'consent.nothing' : 'consent.description')}</p>
        <form className="consent-form" action={links.form('visitor/consent')} method="post">
          <Purpose name="necessary" ctx={ctx} on fixed />
          {statistics !== null && <Purpose name="statistics" ctx={ctx} on={statistics} />}
          {marketing !== null && <Purpose name="marketing" ctx={ctx} on={marketing} />}
          {!nothing && <Button type="submit">{t('consent.save')}</Button>}
        </form>
        {since && (
          <p className="consent-since">
            {t('consent.since', { day: formatDate(since, lang, shop.shop.delivery?.timeZone) })}
          </p>
        )}
      </div>
    )
  },
})

function Purpose({
  name,
  ctx: { t },
  on,
  fixed = false,
}: {
  name: 'necessary' | 'statistics' | 'marketing'
  ctx: Ctx
  on: boolean
  /** It cannot be chosen against. */
  fixed?: boolean
}): ReactNode {
  return (
    <label className="checkbox consent-purpose">
      <span>
        {t(`consent.${name}`)}
        <span className="consent-purpose-text">{t(`consent.${name}.text`)}</span>
      </span>
      <input type="checkbox" name={name} defaultChecked={on} disabled={fixed} />
    </label>
  )
}
