import { createElement } from 'react'
import { dictionaries } from '#storefront/dictionaries.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { htmlLang, langPath, type Locale } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { canonicalQuery, type AnyPage, type Loaded, type PageHead } from '#platform/server/pages/page.ts'
import { renderView, type Rendering } from '#platform/server/pages/render.tsx'
import { wordsIn } from '#platform/server/mail/words-in.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { testCtx } from './test-ctx.ts'

export interface VisitorOptions {
  locale?: Locale
  currency?: string
  now?: Date
  /** Of the configuration document. */
  config?: unknown
}

/** What a page knows when one visitor asks for it. */
export function contextOf(db: Database, options: VisitorOptions = {}): Ctx {
  const { locale = 'en', currency = 'USD', now = new Date('2026-11-21T12:00:00Z'), config = {} } = options
  const texts = dictionaries(locale)
  const lang = htmlLang(locale)
  return testCtx(db, {
    now,
    locale,
    lang,
    langPath: langPath(locale),
    currency,
    shop: { ...shopConfig.parse(config), theme: defaultTheme },
    t: translator(texts, lang),
    wordsIn: (wanted) => wordsIn(dictionaries, wanted),
    texts,
  })
}

export interface SeenPage {
  html: string
  head: PageHead
  /** Cache tags. */
  tags: string[]
}

export function loadPage(
  page: AnyPage,
  ctx: Ctx,
  params: Record<string, string> = {},
  search = '',
): Promise<Loaded<unknown>> {
  return page.load(ctx, params, canonicalQuery(page, new URLSearchParams(search)))
}

/** Loads and renders a page as the server does. @param islands those that it shows, by name */
export async function seePage(
  page: AnyPage,
  ctx: Ctx,
  params: Record<string, string> = {},
  search = '',
  islands: Rendering['islands'] = new Map(),
): Promise<SeenPage> {
  const loaded = await loadPage(page, ctx, params, search)
  if (loaded.kind !== 'page') throw new Error(`there is no page: ${JSON.stringify(loaded)}`)
  const tags = new Set(loaded.tags)
  const html = renderView(createElement(page.View, { data: loaded.data, ctx }), {
    lang: ctx.lang,
    islands,
    cache: null,
    tags,
    used: new Set(),
  })
  return { html, head: page.meta(loaded.data, ctx), tags: [...tags] }
}
