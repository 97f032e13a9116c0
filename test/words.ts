import { dictionaries } from '#storefront/dictionaries.ts'
import { htmlLang, type Locale } from '#i18n/locales.ts'
import { translator, type Translate } from '#i18n/t.ts'

/** The shop's words in a language. */
export function translatorFor(locale: Locale): Translate {
  return translator(dictionaries(locale), htmlLang(locale))
}
