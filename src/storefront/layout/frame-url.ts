import { defaultLocale, langPath, type Locale } from '#i18n/locales.ts'
import type { FrameRequest } from '#platform/server/pages/make-page.ts'
import { escapeHtml } from '#platform/server/pages/html.ts'

/*
 * The frame is the same on every page, except for the page's own URL in its language links and forms. It is cached
 * with marks in place of that URL; no text contains such a mark.
 */

const marks = { unprefixed: '\u0001', prefixed: '\u0002' } as const

const marked = new RegExp(`(/[A-Za-z-]+)${marks.prefixed}`, 'g')

/** The page's own URL in a language, as a mark that {@link writeUrl} replaces. */
export function urlIn(locale: Locale): string {
  return locale === defaultLocale ? marks.unprefixed : `${langPath(locale)}${marks.prefixed}`
}

/** HTML with the URL of `where` in the places of the marks. @param at the path in a language; absent: the same in all */
export function writeUrl(
  html: string,
  { path, query }: FrameRequest,
  at?: (langPath: string) => string,
): string {
  if (at !== undefined)
    return html
      .replaceAll(marks.unprefixed, () => escapeHtml(`${at('')}${query}`))
      .replaceAll(marked, (_, own: string) => own + escapeHtml(`${path === '/' ? '' : at(own)}${query}`))
  const unprefixed = escapeHtml(`${path}${query}`)
  // Another language's home page is `/zh`, not `/zh/`.
  const prefixed = escapeHtml(`${path === '/' ? '' : path}${query}`)
  return html.replaceAll(marks.unprefixed, () => unprefixed).replaceAll(marks.prefixed, () => prefixed)
}
