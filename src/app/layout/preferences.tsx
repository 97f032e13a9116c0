import type { ReactNode } from 'react'
import { htmlLang, langPath, localeNames } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { FrameRequest } from '#platform/server/pages.ts'
import { Icon } from '#ui/icon.tsx'
import { linksFor } from '#wire/links.ts'

export const preferencesSheet = 'preferences'

const modes = ['auto', 'light', 'dark'] as const

interface PreferencesProps {
  ctx: Ctx
  where: FrameRequest
}

/** Language, currency and appearance. Links and buttons: each choice takes effect at once, without scripts too. */
export function Preferences({ ctx, where }: PreferencesProps): ReactNode {
  const { t, shop } = ctx
  const action = linksFor(shop.router, ctx.langPath).form('preferences')
  const here = where.languages.find(({ locale }) => locale === ctx.locale)?.href ?? where.path
  const currencies = [shop.shop.baseCurrency, ...shop.shop.currencies.map(({ code }) => code)]
  return (
    <div className="preferences">
      <section aria-labelledby="preferences-language">
        <h2 className="preferences-title" id="preferences-language">
          {t('frame.language')}
        </h2>
        <ul>
          {where.languages
            .filter(({ locale }) => shop.shop.languages.includes(locale))
            .map(({ locale, href }) => (
              <li key={locale}>
                <a
                  className="preferences-choice"
                  href={href}
                  hrefLang={htmlLang(locale)}
                  lang={htmlLang(locale)}
                  data-lang-path={langPath(locale)}
                  aria-current={locale === ctx.locale ? 'true' : undefined}
                >
                  {localeNames[locale]}
                  {locale === ctx.locale && <Icon name="check" />}
                </a>
              </li>
            ))}
        </ul>
      </section>
      {currencies.length > 1 && (
        <section aria-labelledby="preferences-currency">
          <h2 className="preferences-title" id="preferences-currency">
            {t('frame.currency')}
          </h2>
          <form action={action} method="post">
            <input type="hidden" name="next" value={here} data-here="" />
            <ul>
              {currencies.map((code) => (
                <li key={code}>
                  <Choice name="currency" value={code} chosen={code === ctx.currency}>
                    {code} <span className="muted">{currencyName(code, ctx.lang)}</span>
                  </Choice>
                </li>
              ))}
            </ul>
          </form>
        </section>
      )}
      <section aria-labelledby="preferences-mode">
        <h2 className="preferences-title" id="preferences-mode">
          {t('frame.mode')}
        </h2>
        <form action={action} method="post">
          <input type="hidden" name="next" value={here} data-here="" />
          <ul>
            {modes.map((mode) => (
              <li key={mode}>
                <Choice name="mode" value={mode} chosen={mode === (where.mode === '' ? 'auto' : where.mode)}>
                  {t(`frame.mode.${mode}`)}
                </Choice>
              </li>
            ))}
          </ul>
        </form>
      </section>
    </div>
  )
}

function Choice({
  name,
  value,
  chosen,
  children,
}: {
  name: string
  value: string
  chosen: boolean
  children: ReactNode
}): ReactNode {
  return (
    <button
      type="submit"
      className="preferences-choice"
      name={name}
      value={value}
      aria-current={chosen ? 'true' : undefined}
    >
      <span>{children}</span>
      {chosen && <Icon name="check" />}
    </button>
  )
}

const namers = new Map<string, Intl.DisplayNames>()

function currencyName(code: string, lang: string): string {
  let namer = namers.get(lang)
  if (!namer) namers.set(lang, (namer = new Intl.DisplayNames(lang, { type: 'currency' })))
  return namer.of(code) ?? code
}
