import type { ReactNode } from 'react'
import { isLocale, langPath, type Locale } from '#i18n/locales.ts'
import { readersOf, textDirection } from '#i18n/match-locale.ts'
import { translator } from '#i18n/t.ts'
import type { Words } from '#i18n/words.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Raw } from '#platform/server/pages/render.tsx'
import { IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { languageAnswered } from '#wire/language-answered.ts'
import { urlIn } from './frame-url.ts'

/*
 * A line above the header that offers the language which the visitor reads better. The page is the same for everybody,
 * so all lines lie in it hidden, and an element right behind them shows one before the first paint: it takes its own
 * room, covers nothing, and moves nothing. `notices.browser.ts` stores the answer. Without scripts there is the
 * language switch.
 */

/**
 * What the element behind the lines does: see `headScripts`. Allowed by its hash in the content security policy.
 * Search engines read every language by its own URL.
 */
export const offerLanguage =
  "customElements.define('x-language-offer',class extends HTMLElement{connectedCallback(){const e=this.previousElementSibling;" +
  `try{if(localStorage.getItem('${languageAnswered}')||/bot|crawl|spider|slurp|lighthouse|preview/i.test(navigator.userAgent))return}catch{return}` +
  'for(const t of navigator.languages)for(const o of e.children)if(RegExp(o.dataset.reads,"i").test(t)){o.hidden=o.localName!=="aside";return}' +
  '}})'

export function LanguageOffer({ ctx }: { ctx: Ctx }): ReactNode {
  const others = ctx.shop.shop.languages.filter(isLocale).filter((locale) => locale !== ctx.locale)
  if (others.length === 0) return null
  return (
    <>
      <div>
        {readersOf([ctx.locale, ...others], ctx.words.lang).map(({ locale, pattern }) =>
          locale === ctx.locale ? (
            <span key={locale} hidden data-reads={pattern} />
          ) : (
            <LanguageLine
              key={locale}
              locale={locale}
              words={ctx.words}
              href={urlIn(locale)}
              readers={pattern}
              isHidden
            />
          ),
        )}
      </div>
      <Raw html="<x-language-offer hidden></x-language-offer>" />
    </>
  )
}

/** In the language that it offers. */
export function LanguageLine({
  locale,
  words,
  href,
  readers,
  isHidden = false,
}: {
  locale: Locale
  words: Words
  /** This page in that language. */
  href: string
  /** Whose language it is: see {@link readersOf}. */
  readers?: string
  isHidden?: boolean
}): ReactNode {
  const lang = words.lang(locale)
  const t = translator(words.texts(locale), lang)
  return (
    <aside
      className="language-offer"
      lang={lang}
      dir={textDirection(lang)}
      hidden={isHidden}
      data-reads={readers}
      aria-label={t('frame.language')}
    >
      <p>
        {t('frame.hint', { language: words.name(locale) })}{' '}
        <a href={href} hrefLang={lang} data-lang-path={langPath(locale)}>
          {t('frame.hint.go')}
        </a>
      </p>
      <IconButton label={t('frame.hint.stay')} data-stay="">
        <Icon name="close" />
      </IconButton>
    </aside>
  )
}
