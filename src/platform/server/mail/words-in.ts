import type { Dictionaries } from '#i18n/dictionaries.ts'
import { defaultLocale, htmlLang, isLocale, langPath } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import type { Words } from '../context.ts'

/** @param wanted a stored locale, which the shop may not know any more */
export function wordsIn(dictionaries: Dictionaries, wanted: string): Words {
  const locale = isLocale(wanted) ? wanted : defaultLocale
  const lang = htmlLang(locale)
  return { locale, lang, langPath: langPath(locale), t: translator(dictionaries(locale), lang) }
}
