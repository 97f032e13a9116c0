import { defaultLocale, isLocale, langPath } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import type { Words } from '#i18n/words.ts'
import type { Ctx } from '../context.ts'

/**
 * A recipient's language: a mail about an order is in the order's, whatever the page's is.
 * @param wanted a stored locale, which the shop may not know any more
 */
export function wordsIn(words: Words, wanted: string): Pick<Ctx, 'locale' | 'lang' | 'langPath' | 't'> {
  const locale = isLocale(wanted) ? wanted : defaultLocale
  const lang = words.lang(locale)
  return { locale, lang, langPath: langPath(locale), t: translator(words.texts(locale), lang) }
}
