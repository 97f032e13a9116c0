import { defaultTheme as theme } from '#features/theming/rules/default-theme.ts'
import { escapeHtml, scriptJson } from '#platform/server/pages/html.ts'
import type { InitialData, Json, PageMeta } from '#wire/page.ts'
import { personalSource } from '#wire/paths.ts'
import { router } from '#wire/shop-config.ts'
import { hrefsOf } from '#wire/stylesheets.ts'

export interface FixturePage {
  html: string
  /** ms before the answer. */
  delay?: number
  /** The answer waits for this. */
  held?: Promise<unknown>
  /** Envelope code of the visit. */
  code?: number
  meta?: Partial<PageMeta>
  data?: Json
  /** Settings of the shop's routes. */
  router?: object
  /** What the skeleton of a product needs. */
  skeletonStyles?: string
  /** More of the head, as HTML. */
  head?: string
  /** What follows `main`, as HTML. */
  foot?: string
  /** The visit is answered with this instead. */
  visit?: { status: number; body: string; type?: string }
}

/** `page` as a document of the shop's `build`, with the script `entry`. */
export function documentOf(
  page: FixturePage,
  meta: PageMeta,
  { build, entry }: { build: string; entry: string },
): string {
  const rules = router.parse(page.router ?? {})
  const initial: InitialData = {
    config: { router: rules },
    theme,
    pageData: page.data ?? null,
    page: {
      name: meta.page,
      build,
      lang: meta.lang,
      langPath: '',
      currency: 'USD',
      private: meta.private,
      personal: personalSource(rules),
      styles: hrefsOf((name) => `/${name}.css`),
      texts: TEXTS,
    },
  }
  return `<!doctype html><html lang="${meta.lang}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${escapeHtml(meta.title)}</title><meta name="description" content="${escapeHtml(meta.description)}">
    <link rel="canonical" href="${escapeHtml(meta.canonical)}">${page.head ?? ''}
    ${meta.alternates.map(({ lang, href }) => `<link rel="alternate" hreflang="${lang}" href="${href}">`).join('')}
    <style data-theme="${meta.themeHref}">:root{--first:there}</style><script type="module" src="${entry}"></script></head>
    <body data-page="${meta.page}"><div id="progress"></div><p data-offline role="status"></p>
    <header><a href="/">Home</a></header><main id="main" tabindex="-1">${page.html}</main><link rel="stylesheet" data-theme="${meta.themeHref}" href="/own.css">
    ${meta.styles.map((name) => `<link rel="stylesheet" data-styles="${name}" href="/${name}.css">`).join('')}<footer>Footer</footer>${page.foot ?? ''}
    <div id="announcer" role="status" aria-live="polite"></div><div id="toasts" aria-live="polite"></div>
    <template id="skeleton-product" data-styles="${page.skeletonStyles ?? 'base'}" data-paths="/p/[^/]+|/product(?:/[^/]+)?"><p>A product is coming</p></template>
    <script type="application/json" id="initial-data">${scriptJson(initial)}</script></body></html>`
}

export function metaOf(
  page: FixturePage,
  path: string,
  { origin, build }: { origin: string; build: string },
): PageMeta {
  const title = /<h1[^>]*>(.*?)<\/h1>/.exec(page.html)?.[1] ?? path
  return {
    title,
    description: `About ${title}`,
    tags: [],
    canonical: origin + path,
    alternates: [],
    lang: 'en',
    dir: 'ltr',
    page: 'custom',
    build,
    status: 200,
    themeHref: '/theme.1.css',
    styles: ['base'],
    hideHeader: false,
    hideFooter: false,
    private: false,
    structured: [],
    ...page.meta,
  }
}

const TEXTS: InitialData['page']['texts'] = {
  unknownError: 'An unknown error occurred.',
  timeout: 'The request timed out and the server did not respond.',
  authorization: 'Authorization error',
  fail: 'fail',
  signIn: 'login error',
  offline: 'You are offline',
  added: 'Added',
  removed: 'Removed',
  undo: 'Undo',
  close: 'Close',
}
