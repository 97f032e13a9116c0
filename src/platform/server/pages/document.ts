import { langPath, defaultLocale, fallbackChain, isLocale, type Locale } from '#i18n/locales.ts'
import { textDirection } from '#i18n/match-locale.ts'
import { pathIn } from '#wire/entry-slugs.ts'
import type { InitialData, Json, MetaTag, PageMeta, RuntimeTexts } from '#wire/page.ts'
import { personalSource } from '#wire/paths.ts'
import { isLowData, modeWords } from '#wire/reading-mode.ts'
import { stylesheetsFor, type StylesheetHrefs } from '#wire/stylesheets.ts'
import { iconOf } from './icon.ts'
import type { Ctx } from '../context.ts'
import type { FirstStylesOf, ThemeStyles } from './first-styles.ts'
import { foldId } from './fold.tsx'
import { constantJson, escapeHtml, scriptJson } from './html.ts'
import type { AnyPage, PageHead } from './page.ts'
import { shownIn, type Shown } from './shown.ts'
import type { DocumentAround, RenderedPage } from './cached-page.ts'

/** The scripts and styles of this build, by the client bundle's manifest. */
export interface Assets {
  build: string
  /** `/assets/browser-….js` */
  script: string
  styles: StylesheetHrefs
  /** What a document has of its stylesheets. Null in development, where documents wait for them. */
  firstStyles: FirstStylesOf | null
  /** Files that the given islands need, React included: prefetched at low priority. */
  chunksFor(islands: Iterable<string>): readonly string[]
  /** Development only: tags that hot reload needs, before all others. */
  devHead?: string
}

/** The frame around `main`, as HTML. */
export interface Frame {
  header: string
  /** What stands in the header, as `shownIn` tells it, without what closed popovers hold. */
  shown: Shown
  footer: string
  /** `<template id="skeleton-…">` elements. */
  skeletons: string
}

export interface DocumentParts {
  ctx: Ctx
  page: AnyPage
  head: PageHead
  /** The path without language and query. */
  path: string
  query: URLSearchParams
  status: number
  /** The languages that the page's own entry has texts in; null for a page that is there in all of them. */
  languages: readonly string[] | null
  /** The path of the preview picture for links on other sites; null for none. */
  sharePath: string | null
  html: string
  pageData: Json
  frame: Frame
  assets: Assets
  themeHref: string
  themeStyles: ThemeStyles
  themeHead: string
  fontHrefs: readonly string[]
  /** Whether some page of the shop needs the stylesheet of what only merchants place. */
  placesSections: boolean
  headScripts: readonly string[]
  islands: ReadonlySet<string>
  /** A reading mode, `` for none. */
  mode: string
  skipText: string
  texts: RuntimeTexts
  /** Of the template that made the page; the theme can hide both on all pages. */
  layout: { hideHeader: boolean; hideFooter: boolean }
}

function pageMeta(parts: DocumentParts): PageMeta {
  const { ctx, head, page } = parts
  const { theme } = ctx.shop
  const path = head.canonicalPath ?? parts.path
  // The page's own path has no language, and is written as in the first.
  const from = head.canonicalPath === undefined ? ctx.langPath : langPath(defaultLocale)
  const at = (locale: Locale): string => {
    const own = pathIn(ctx.shop.router, path, from, langPath(locale))
    return `${ctx.origin}${langPath(locale)}${own === '/' && locale !== defaultLocale ? '' : own}`
  }
  const offered = offeredLanguages(ctx, parts.languages)
  const own = canonicalLanguage(ctx.locale, offered)
  const indexable = parts.status === 200 && head.noindex !== true && page.visibility === 'public'
  const tags = [...shareTags(parts), ...(head.tags ?? [])].filter(
    ({ name }, index, all) =>
      all.findIndex((tag) => tag.name === name) === index || !/^(og:image|twitter:)/.test(name),
  )
  if (!tags.some(({ name }) => name === 'og:type'))
    tags.push({ key: 'property', name: 'og:type', content: 'website' })
  if (!tags.some(({ name }) => name === 'twitter:card'))
    tags.push({ key: 'name', name: 'twitter:card', content: 'summary' })
  tags.push({ key: 'property', name: 'og:title', content: head.title })
  tags.push({ key: 'property', name: 'og:description', content: head.description })
  tags.push({ key: 'property', name: 'og:url', content: at(own) })
  tags.push({ key: 'property', name: 'og:site_name', content: ctx.shop.shop.name })
  tags.push({ key: 'property', name: 'og:locale', content: openGraphLocale(ctx.lang) })
  for (const locale of offered)
    if (locale !== ctx.locale)
      tags.push({
        key: 'property',
        name: 'og:locale:alternate',
        content: openGraphLocale(ctx.words.lang(locale)),
      })
  if (!indexable) tags.push({ key: 'name', name: 'robots', content: 'noindex, follow' })
  return {
    title: head.title,
    description: head.description,
    tags,
    canonical: at(own),
    // A page that is not the canonical one of its language has no versions of its own.
    alternates:
      indexable && own === ctx.locale
        ? [
            ...offered.map((locale) => ({ lang: ctx.words.lang(locale), href: at(locale) })),
            { lang: 'x-default', href: at(offered.includes(defaultLocale) ? defaultLocale : own) },
          ]
        : [],
    lang: ctx.lang,
    dir: textDirection(ctx.lang),
    page: page.name,
    build: buildOf(parts),
    status: parts.status,
    themeHref: parts.themeHref,
    styles: stylesheetsFor(page.styles),
    hideHeader: theme.hideHeader || parts.layout.hideHeader,
    hideFooter: theme.hideFooter || parts.layout.hideFooter,
    // A form that is shown again has what was typed.
    private: page.visibility === 'private' || ctx.visitor.posted !== null,
    structured: [...(head.structured ?? [])],
  }
}

/** The head's tags for link previews. Tags of the page itself take precedence. */
function shareTags({ ctx, head, sharePath }: DocumentParts): MetaTag[] {
  if (sharePath === null) return []
  return [
    { key: 'property', name: 'og:image', content: `${ctx.origin}${sharePath}` },
    { key: 'property', name: 'og:image:type', content: 'image/jpeg' },
    { key: 'property', name: 'og:image:width', content: '1200' },
    { key: 'property', name: 'og:image:height', content: '630' },
    { key: 'property', name: 'og:image:alt', content: head.title },
    { key: 'name', name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/**
 * The languages for hreflang: those in which the shop has texts, not all that its routes answer, and of these the
 * ones into which the entry is translated.
 */
function offeredLanguages({ shop }: Pick<Ctx, 'shop'>, translated: readonly string[] | null): Locale[] {
  const offered = shop.shop.languages.filter(isLocale)
  const own = translated === null ? offered : offered.filter((locale) => translated.includes(locale))
  return own.length === 0 ? offered : own
}

/** The language whose texts a page in `locale` shows: the page in that language is the original of this one. */
function canonicalLanguage(locale: Locale, offered: readonly Locale[]): Locale {
  return fallbackChain(locale).find((one) => offered.includes(one)) ?? offered[0] ?? defaultLocale
}

/** Header and footer stay when a page is visited: one with other scripts or other words is loaded whole. */
function buildOf({ assets, ctx }: DocumentParts): string {
  const { version } = ctx.words
  return version === '' ? assets.build : `${assets.build}-${version}`
}

const openGraphLocales = new Map<string, string>()

/** `zh_HK`, as Open Graph writes it. */
function openGraphLocale(lang: string): string {
  // Cached: building it takes a measurable part of a page's time.
  const known = openGraphLocales.get(lang)
  if (known !== undefined) return known
  const made = new Intl.Locale(lang === 'fil' ? 'tl' : lang)
    .maximize()
    .toString()
    .replace(/^(\w+)-\w+-(\w+)$/, '$1_$2')
  openGraphLocales.set(lang, made)
  return made
}

/** Both answers of one rendering: the document, and the envelope of the visit. */
export function assemble(parts: DocumentParts, tags: ReadonlySet<string>): RenderedPage {
  const meta = pageMeta(parts)
  const data = JSON.stringify(parts.pageData)
  const theme = constantJson(parts.ctx.shop.theme)
  const code = parts.status === 200 ? 0 : parts.status >= 500 ? 500 : 40
  return {
    status: parts.status,
    main: parts.html,
    around: () => around(parts, meta),
    visit: [
      `{"code":${code},"msg":"","data":{"data":${data},"theme":${theme},"html":`,
      `,"meta":${JSON.stringify(meta)}}}`,
    ],
    tags: [...tags],
    langPath: parts.ctx.langPath,
  }
}

function around(parts: DocumentParts, meta: PageMeta): DocumentAround {
  const styles = stylesOf(parts, meta)
  return {
    before: headHtml(parts, meta, styles) + bodyTag(parts, meta) + bodyStart(parts),
    after: bodyEnd(parts, meta, styles),
    styleSource: styles.source,
  }
}

/** Where a document has its styles. */
interface Styles {
  head: string
  /** Behind `main`. */
  body: string
  /** See `DocumentAround`. */
  source: string | null
}

/**
 * The theme, and what header and page need of the other stylesheets for their first paint, stand in the head. Those
 * stylesheets follow behind the page: they hold up the footer, and nothing before it. `data-theme` names the theme for
 * visits, and is at everything that goes when a page comes with another one.
 */
function stylesOf(parts: DocumentParts, meta: PageMeta): Styles {
  const { assets, frame, themeHref, themeStyles } = parts
  const links = meta.styles
    .map((name) => `<link rel="stylesheet" data-styles="${name}" href="${assets.styles[name]}">`)
    .join('')
  const themeLink = (href: string): string =>
    `<link rel="stylesheet" data-theme="${themeHref}" href="${href}">`
  if (assets.firstStyles === null) return { head: themeLink(themeHref) + links, body: '', source: null }
  const outside = `${htmlTag(parts, meta)}<head>${bodyTag(parts, meta)}${skipLink(parts)}${mainTag}`
  const shown = shownIn(outside + parts.html)
  for (const name of frame.shown) shown.add(name)
  const { text, source } = assets.firstStyles(themeStyles, meta.styles, shown)
  const own = themeStyles.own === null ? '' : themeLink(themeStyles.own.href)
  return { head: `<style data-theme="${themeHref}">${text}</style>`, body: own + links, source }
}

function htmlTag(parts: DocumentParts, meta: PageMeta): string {
  const mode = parts.mode === '' ? '' : ` data-mode="${escapeHtml(modeWords(parts.mode))}"`
  return `<html lang="${meta.lang}" dir="${meta.dir}"${mode}>`
}

function bodyTag(parts: DocumentParts, meta: PageMeta): string {
  const hide = `${meta.hideHeader ? ' data-hide-header' : ''}${meta.hideFooter ? ' data-hide-footer' : ''}`
  return `<body data-page="${meta.page}"${hide}>`
}

function skipLink({ skipText }: DocumentParts): string {
  return `<a class="skip-link" href="#main">${escapeHtml(skipText)}</a><div id="progress" aria-hidden="true"></div><p class="offline" data-offline role="status"></p>`
}

const mainTag = '<main id="main" tabindex="-1">'

function headHtml(parts: DocumentParts, meta: PageMeta, styles: Styles): string {
  const { assets, head } = parts
  const lines = [
    `<!doctype html>${htmlTag(parts, meta)}<head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    assets.devHead ?? '',
    parts.themeHead,
    ...parts.headScripts.map((text) => `<script>${text}</script>`),
    `<title>${escapeHtml(meta.title)}</title>`,
    `<meta name="description" content="${escapeHtml(meta.description)}">`,
    `<link rel="canonical" href="${escapeHtml(meta.canonical)}">`,
    ...meta.alternates.map((a) => `<link rel="alternate" hreflang="${a.lang}" href="${escapeHtml(a.href)}">`),
    ...meta.tags.map(
      (tag) => `<meta ${tag.key}="${escapeHtml(tag.name)}" content="${escapeHtml(tag.content)}">`,
    ),
    head.preload && !isLowData(parts.mode)
      ? `<link rel="preload" as="image" fetchpriority="high" type="${head.preload.type}" imagesrcset="${escapeHtml(head.preload.srcset)}" imagesizes="${escapeHtml(head.preload.sizes)}">`
      : '',
    styles.head,
    ...(isLowData(parts.mode) ? [] : parts.fontHrefs).map(
      (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`,
    ),
    // Delays the first paint until the first screen is parsed: otherwise a half-parsed row would be painted and then
    // moved. Not until the whole page is: parsing takes a slow phone as long as the network.
    `<link rel="expect" blocking="render" href="#${lastOfFirstScreen(parts)}">`,
    `<script type="module" src="${assets.script}"></script>`,
    `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(parts.ctx.shop.shop.name)}" href="${parts.ctx.langPath}/feed.xml">`,
    `<link rel="icon" href="${iconOf(parts.ctx.shop).href}" type="image/svg+xml"><link rel="manifest" href="/manifest.webmanifest">`,
    ...meta.structured.map((block) => `<script type="application/ld+json">${scriptJson(block)}</script>`),
    '</head>',
  ]
  return lines.join('')
}

/** The id of the element that the first paint waits for. */
function lastOfFirstScreen({ status, html }: DocumentParts): string {
  // The page of an error is shorter than the window: its footer, which stands at the foot, would push the page upwards.
  if (status >= 400) return announcerId
  return html.includes(`id="${foldId}"`) ? foldId : 'main'
}

/** Of the element behind the footer. */
const announcerId = 'announcer'

function bodyStart(parts: DocumentParts): string {
  return skipLink(parts) + parts.frame.header + mainTag
}

/**
 * Files that the islands will need, for the runtime to fetch after the page: they do not compete with the first
 * paint.
 */
function aheadHtml({ assets, islands, mode }: DocumentParts): string {
  const links = assets
    .chunksFor(islands)
    .map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`)
  return isLowData(mode) || links.length === 0 ? '' : `<template id="ahead">${links.join('')}</template>`
}

/** The stylesheets that scripts may have to load for other pages: nearly all shops place no sections of their own. */
function hrefsFor({ assets, page, placesSections }: DocumentParts): Partial<StylesheetHrefs> {
  if (placesSections || page.styles.includes('sections')) return assets.styles
  const { sections: _, ...others } = assets.styles
  return others
}

function bodyEnd(parts: DocumentParts, meta: PageMeta, styles: Styles): string {
  const { ctx } = parts
  const initial: InitialData = {
    config: { router: ctx.shop.router },
    theme: ctx.shop.theme,
    pageData: parts.pageData,
    page: {
      name: meta.page,
      build: meta.build,
      lang: meta.lang,
      langPath: ctx.langPath,
      currency: ctx.currency,
      private: meta.private,
      personal: personalSource(ctx.shop.router),
      styles: hrefsFor(parts),
      texts: parts.texts,
    },
  }
  const data = `<script type="application/json" id="initial-data">${scriptJson(initial)}</script>`
  // What nobody sees is parsed while the stylesheets are on their way; what stands behind them waits.
  return `</main>${aheadHtml(parts)}${parts.frame.skeletons}${data}${styles.body}${parts.frame.footer}<div id="${announcerId}" class="visually-hidden" role="status" aria-live="polite"></div><div id="toasts" aria-live="polite"></div></body></html>`
}
