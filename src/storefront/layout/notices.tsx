import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { askedPurposes } from '#wire/consent.ts'
import { linksFor } from '#wire/links.ts'

/**
 * What may be asked of a visitor, once. Every page is the same for everybody, so the question lies in it as a template,
 * and the browser knows whether there is a reason to ask (`notices.browser.ts`).
 *
 * Two answers of equal weight, and a link to the page with all details.
 */
export function ConsentNotice({ ctx: { t, shop, langPath: path } }: { ctx: Ctx }): ReactNode {
  const asked = askedPurposes(shop.shop)
  if (asked.length === 0) return null
  const onlyStatistics = asked.length === 1 && asked[0] === 'statistics'
  return (
    <template id="consent-notice">
      <section className="notice" aria-label={t('consent.title')}>
        <p>
          {t(onlyStatistics ? 'consent.ask.statistics' : 'consent.ask')}{' '}
          <a href={linksFor(shop.router, path).consent()}>{t('consent.more')}</a>
        </p>
        <div className="notice-answers">
          <Button look="quiet" type="button" data-allow="">
            {t('consent.refuse')}
          </Button>
          <Button look="quiet" type="button" data-allow={asked.join('+')}>
            {t('consent.allow')}
          </Button>
        </div>
      </section>
    </template>
  )
}
