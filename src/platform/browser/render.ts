import type { PageMeta, PagePayload } from '#wire/page.ts'
import { byId, emit } from './dom.ts'
import { canMove, canonicalPath, move } from './motion.ts'
import { initial } from './state.ts'

/*
 * Puts a page on the screen. Loaded with the first answer, so that it costs nothing before.
 */

/** A page as the server answered it; of the first one, which came as a document, only the HTML. */
export type Kept = PagePayload | string

export interface Showing {
  /** With a view transition, where the browser has them and the visitor does not mind motion. */
  animated: boolean
  /** Runs just before the page is replaced; false leaves everything as it is. */
  before(): boolean
  /** Runs right after, before the browser paints. */
  after(): void
  /** Merges the page into `main` instead of replacing all of it. */
  put?: Put | undefined
}

export type Put = (main: HTMLElement, page: DocumentFragment) => void

interface Shown {
  html: string
  head: readonly Element[]
  meta: Pick<PageMeta, 'title' | 'page' | 'themeHref' | 'hideHeader' | 'hideFooter'>
  data: PagePayload['data']
  theme: PagePayload['theme']
}

interface HtmlPolicy {
  createHTML(html: string): string
}

declare global {
  var trustedTypes:
    | { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy; emptyHTML: string }
    | undefined
}

// Structured data is for machines, and those load documents: it goes with its page and is not written again.
const OF_THE_PAGE =
  'meta[name=description],meta[name=robots],meta[name^="twitter:"],meta[property],link[rel=canonical],link[hreflang],script[type="application/ld+json"]'

/** What surrounded the HTML of the first page. Still there when this file arrives: only it replaces pages. */
const first = ofDocument()
const policy = globalThis.trustedTypes?.createPolicy('violet', { createHTML: (html) => html })

/** Replaces the page. Islands in the old one end themselves, those in the new one start themselves. */
export async function show(page: Kept, { animated, before, after, put }: Showing): Promise<void> {
  const shown = typeof page === 'string' ? { ...first, html: page } : { ...page, head: headFrom(page.meta) }
  const swap = (): boolean => {
    if (!before()) return false
    replace(shown, put)
    after()
    return true
  }
  if (animated && canMove()) await move(swap, { page: shown.meta.page, path: canonicalPath(shown.head) })
  else swap()
}

/** Whether showing `b` in the place of `a` would change nothing. A document's own HTML comes in other quotes. */
export function isSame(a: Kept, b: Kept): boolean {
  return htmlOf(a) === htmlOf(b) || parsed(htmlOf(a)) === parsed(htmlOf(b))
}

/** Moves the focus to the new page's subject, or back to the control that requested it. */
export function focusPage(controlId: string): void {
  const main = byId('main')!
  const target = (controlId ? byId(controlId) : null) ?? main.querySelector('h1') ?? main
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

function replace({ html, head, meta, data, theme }: Shown, put: Put | undefined): void {
  const { title, page, themeHref, hideHeader, hideFooter } = meta
  const { body } = document
  document.title = title
  for (const element of pageHead()) element.remove()
  document.head.append(...head)
  replaceTheme(themeHref)
  body.dataset['page'] = page
  body.toggleAttribute('data-hide-header', hideHeader)
  body.toggleAttribute('data-hide-footer', hideFooter)
  Object.assign(initial(), { pageData: data, theme })
  const main = byId('main')!
  if (put) put(main, nodesOf(html))
  else main.innerHTML = trusted(html)
  const announcer = byId('announcer')
  if (announcer) announcer.textContent = title
  emit(document, 'violet:page', { page, title })
}

// The old theme stays until the new one is there, so the page is never without. What else stood in the document with it
// is in other stylesheets as well.
function replaceTheme(href: string): void {
  const old = ofTheme()
  const [first] = old
  if (!first || first.dataset['theme'] === href) return
  const link = element('link', { rel: 'stylesheet', 'data-theme': href, href }) as HTMLLinkElement
  link.onload = link.onerror = () => {
    for (const one of old) one.remove()
  }
  first.before(link)
}

function ofDocument(): Omit<Shown, 'html'> {
  const { title, body } = document
  const { page, pageData, theme } = initial()
  return {
    head: pageHead(),
    meta: {
      title,
      page: page.name,
      themeHref: ofTheme()[0]?.dataset['theme'] ?? '',
      hideHeader: 'hideHeader' in body.dataset,
      hideFooter: 'hideFooter' in body.dataset,
    },
    data: pageData,
    theme,
  }
}

function headFrom({ description, canonical, alternates, tags }: PageMeta): Element[] {
  return [
    element('meta', { name: 'description', content: description }),
    element('link', { rel: 'canonical', href: canonical }),
    ...alternates.map(({ lang, href }) => element('link', { rel: 'alternate', hreflang: lang, href })),
    ...tags.map(({ key, name, content }) => element('meta', { [key]: name, content })),
  ]
}

function element(name: string, attributes: Record<string, string>): Element {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

function pageHead(): Element[] {
  return [...document.head.querySelectorAll(OF_THE_PAGE)]
}

/** What goes with the theme, in the document or beside it. */
function ofTheme(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-theme]')]
}

function htmlOf(page: Kept): string {
  return typeof page === 'string' ? page : page.html
}

/** What the server made, as elements that are nowhere yet. */
export function nodesOf(html: string): DocumentFragment {
  return templateOf(html).content
}

function parsed(html: string): string {
  return templateOf(html).innerHTML
}

function templateOf(html: string): HTMLTemplateElement {
  const template = document.createElement('template')
  template.innerHTML = trusted(html)
  return template
}

/** The only way from the server's text to elements. */
function trusted(html: string): string {
  return policy ? policy.createHTML(html) : html
}
