import type { ReactNode } from 'react'
import { htmlLang, isLocale, langPath, localeNames } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { askedPurposes } from '#wire/consent.ts'
import { linksFor } from '#wire/links.ts'
import { dictionaries } from '../dictionaries.ts'

/**
 * What may be asked of a visitor, once. Every page is the same for everybody, so the questions lie in it as templates,
 * and the browser knows whether there is a reason to ask (`notices.browser.ts`).
 */
export function Notices({ ctx }: { ctx: Ctx }): ReactNode {
  return (
    <>
      <LanguageHints ctx={ctx} />
      <ConsentNotice ctx={ctx} />
    </>
  )
}

/** One question for each other language with texts of its own, in that language. */
function LanguageHints({ ctx }: { ctx: Ctx }): ReactNode {
  const others = ctx.shop.shop.languages.filter(isLocale).filter((locale) => locale !== ctx.locale)
  if (others.length === 0) return null
  return (
    <template id="language-hints">
      {others.map((locale) => {
        const lang = htmlLang(locale)
        const t = translator(dictionaries(locale), lang)
        const name = localeNames[locale]
        return (
          <section
            key={locale}
            className="notice"
            lang={lang}
            data-locale={locale}
            data-path={langPath(locale)}
            aria-label={t('frame.language')}
          >
            <p>{t('frame.hint', { language: name })}</p>
            <div className="notice-answers">
              <ButtonLink look="quiet" href={langPath(locale) || '/'} hrefLang={lang} data-answer="go">
                {t('frame.hint.go')}
              </ButtonLink>
              <Button look="quiet" type="button" data-answer="stay">
                {t('frame.hint.stay')}
              </Button>
            </div>
          </section>
        )
      })}
    </template>
  )
}

/** Two answers of equal weight, and a link to the page with all details. */
function ConsentNotice({ ctx: { t, shop, langPath: path } }: { ctx: Ctx }): ReactNode {
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
