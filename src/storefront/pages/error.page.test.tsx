import { createElement } from 'react'
import { expect, it } from 'vitest'
import { dictionaries } from '../dictionaries.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { htmlLang, langPath, type Locale } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { renderView } from '#platform/server/pages/render.tsx'
import { shopConfig } from '#wire/shop-config.ts'
import error from './error.page.tsx'

/** A context with words and settings alone: whatever asks for more has nothing to ask. */
function wordsOnly(locale: Locale): Ctx {
  const lang = htmlLang(locale)
  const shop = { ...shopConfig.parse({}), theme: defaultTheme }
  return {
    locale,
    lang,
    langPath: langPath(locale),
    shop,
    t: translator(dictionaries(locale), lang),
  } as unknown as Ctx
}

it.each([
  ['en', 'That did not work', 'href="/"'],
  ['zh', '出了点问题', 'href="/zh"'],
  ['zh-HK', '出了點問題', 'href="/zh-HK"'],
] as const)('says in %s what to do, without asking the database', async (locale, title, home) => {
  const ctx = wordsOnly(locale)
  const loaded = await error.load(ctx, {}, new URLSearchParams())
  expect(loaded).toEqual({ kind: 'page', data: null, tags: [], status: 500 })
  const rendering = {
    lang: ctx.lang,
    islands: new Map(),
    cache: null,
    tags: new Set<string>(),
    used: new Set<string>(),
  }
  const html = renderView(createElement(error.View, { data: null, ctx }), rendering)
  expect(html).toContain(`<h1>${title}</h1>`)
  // Said at once where it comes in place of a page that was asked for.
  expect(html).toContain('role="alert"')
  expect(html).toContain(home)
  expect(html).toContain('href="" data-nav="off"')
  expect(error.meta(null, ctx)).toMatchObject({ title: `${title} – Violet`, noindex: true })
})
