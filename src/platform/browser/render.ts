import type { Json, PageMeta, PagePayload } from '#wire/page.ts'
import type { Theme } from '#wire/shop-config.ts'
import { byId, emit } from './dom.ts'
import { initial, pageData, setTheme } from './stores.ts'

/** A page as it can be put on the screen, again and again. */
export interface Shown {
  html: string
  title: string
  /** What the head says of this page; everything else there stays. */
  head: readonly Element[]
  page: string
  themeHref: string | null
  hideHeader: boolean
  hideFooter: boolean
  data: Json
  theme: Theme
}

export interface Showing {
  /** With a view transition, where the browser has them and the visitor does not mind motion. */
  animated: boolean
  /** Runs just before the page is replaced; false leaves everything as it is. */
  before(): boolean
  /** Runs right after, before the browser paints. */
  after(): void
}

interface HtmlPolicy {
  createHTML(html: string): string
}

declare global {
  var trustedTypes: { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy } | undefined
}

// Structured data is for machines, and those load documents: it goes with its page and is not written again.
const OF_THE_PAGE =
  'meta[name=description],meta[name=robots],meta[name^="twitter:"],meta[property],link[rel=canonical],link[hreflang],script[type="application/ld+json"]'

let policy: HtmlPolicy

/** The first page, to be taken before islands change it. */
export function firstShown(): Shown {
  const { dataset } = document.body
  return {
    html: byId('main')!.innerHTML,
    title: document.title,
    head: pageHead(),
    page: initial.page.name,
    themeHref: themeLinks()[0]?.getAttribute('href') ?? null,
    hideHeader: 'hideHeader' in dataset,
    hideFooter: 'hideFooter' in dataset,
    data: initial.pageData,
    theme: initial.theme,
  }
}

export function shownFrom({ html, meta, data, theme }: PagePayload): Shown {
  const { title, page, themeHref, hideHeader, hideFooter } = meta
  return { html, title, head: headFrom(meta), page, themeHref, hideHeader, hideFooter, data, theme }
}

/** Compares what the browser would make of both: a document's own HTML comes back in other quotes. */
export function isSameHtml(a: string, b: string): boolean {
  return a === b || parsed(a) === parsed(b)
}

/** Replaces the page. Islands in the old one end themselves, those in the new one start themselves. */
export async function show(shown: Shown, { animated, before, after }: Showing): Promise<void> {
  const swap = (): void => {
    if (!before()) return
    replace(shown)
    after()
  }
  if (!animated || !document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    return swap()
  }
  const transition = document.startViewTransition(swap)
  // A transition that is skipped says so here; the page is replaced all the same.
  transition.ready.catch(() => {})
  await transition.updateCallbackDone
}

/** Moves the focus to what the new page is about, or back to the control that asked for it. */
export function focusPage(controlId: string): void {
  const target = (controlId && byId(controlId)) || byId('main')!.querySelector('h1') || byId('main')!
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

function replace({ html, title, head, page, themeHref, hideHeader, hideFooter, data, theme }: Shown): void {
  document.title = title
  for (const element of pageHead()) element.remove()
  document.head.append(...head)
  replaceTheme(themeHref)
  document.body.dataset['page'] = page
  document.body.toggleAttribute('data-hide-header', hideHeader)
  document.body.toggleAttribute('data-hide-footer', hideFooter)
  setTheme(theme)
  pageData.set(data)
  byId('main')!.innerHTML = trusted(html)
  const announcer = byId('announcer')
  if (announcer) announcer.textContent = title
  emit(document, 'violet:page', { page, title })
}

// The old stylesheet stays until the new one is there, so the page is never without a theme.
function replaceTheme(href: string | null): void {
  const old = themeLinks()
  const last = old.at(-1)
  if (!last || href === null || last.getAttribute('href') === href) return
  const link = last.cloneNode() as HTMLLinkElement
  link.href = href
  link.onload = link.onerror = () => {
    for (const element of old) element.remove()
  }
  last.after(link)
}

function pageHead(): Element[] {
  return [...document.head.querySelectorAll(OF_THE_PAGE)]
}

function themeLinks(): Element[] {
  return [...document.querySelectorAll('#theme')]
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

function parsed(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = trusted(html)
  return template.innerHTML
}

/** The only way from the server's text to elements. */
function trusted(html: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy('violet', { createHTML: (text) => text }) ?? {
    createHTML: (text) => text,
  }
  return policy.createHTML(html)
}
