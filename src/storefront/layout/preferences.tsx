import type { ReactNode } from 'react'
import { currencyName } from '#i18n/intl.ts'
import { langPath, locales } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { linksFor } from '#wire/links.ts'
import { readingAids, type ReadingAid } from '#wire/reading-mode.ts'
import { urlIn } from './frame-url.ts'

export const preferencesSheet = 'preferences'

const colorModes = ['auto', 'light', 'dark'] as const

interface PreferencesProps {
  ctx: Ctx
  /** A reading mode, `` for none. */
  mode: string
}

/** Language, currency and how the pages are shown. All of it works without scripts. */
export function Preferences({ ctx, mode }: PreferencesProps): ReactNode {
  const { t, shop, words } = ctx
  const action = linksFor(shop.router, ctx.langPath).form('preferences')
  const here = urlIn(ctx.locale)
  const currencies = [shop.shop.baseCurrency, ...shop.shop.currencies.map(({ code }) => code)]
  return (
    <div className="preferences">
      <section aria-labelledby="preferences-language">
        <h2 className="preferences-title" id="preferences-language">
          {t('frame.language')}
        </h2>
        <ul>
          {locales
            .filter((locale) => shop.shop.languages.includes(locale))
            .map((locale) => (
              <li key={locale}>
                <a
                  className="preferences-choice"
                  href={urlIn(locale)}
                  hrefLang={words.lang(locale)}
                  lang={words.lang(locale)}
                  data-lang-path={langPath(locale)}
                  aria-current={locale === ctx.locale ? 'true' : undefined}
                >
                  {words.name(locale)}
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
      <Reading ctx={ctx} action={action} here={here} mode={mode} />
    </div>
  )
}

interface ReadingProps {
  ctx: Ctx
  /** The form's action, without scripts. */
  action: string
  here: string
  mode: string
}

/** Light or dark and the four aids, in one form. With scripts each change applies at once. */
function Reading({ ctx: { t }, action, here, mode }: ReadingProps): ReactNode {
  const words = mode.split('.')
  const color = colorModes.find((name) => words.includes(name)) ?? 'auto'
  return (
    <form className="preferences-reading" action={action} method="post" data-reading="">
      <input type="hidden" name="next" value={here} data-here="" />
      <fieldset>
        <legend className="preferences-title">{t('frame.mode')}</legend>
        <div className="preferences-colors">
          {colorModes.map((name) => (
            <label key={name} className="preferences-color">
              <input type="radio" name="mode" value={name} defaultChecked={name === color} />
              <span>{t(`frame.mode.${name}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="preferences-title">{t('frame.aids')}</legend>
        {readingAids.map((aid) => (
          <label key={aid} className="checkbox preferences-aid">
            <span>
              {t(aidTexts[aid].name)}
              <span className="preferences-aid-text">{t(aidTexts[aid].text)}</span>
            </span>
            <input type="checkbox" name="aid" value={aid} defaultChecked={words.includes(aid)} />
          </label>
        ))}
        <p className="preferences-note">{t('frame.aids.note')}</p>
      </fieldset>
      <Button type="submit" look="quiet" wide className="preferences-apply">
        {t('frame.apply')}
      </Button>
    </form>
  )
}

const aidTexts = {
  'high-contrast': { name: 'frame.aid.contrast', text: 'frame.aid.contrast.text' },
  'large-text': { name: 'frame.aid.large', text: 'frame.aid.large.text' },
  'reduced-motion': { name: 'frame.aid.motion', text: 'frame.aid.motion.text' },
  'low-data': { name: 'frame.aid.data', text: 'frame.aid.data.text' },
} as const satisfies Record<ReadingAid, object>

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
