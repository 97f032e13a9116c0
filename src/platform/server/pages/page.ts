import type { ReactNode } from 'react'
import type { Json, MetaTag, PageName } from '#wire/page.ts'
import type { StyleArea } from '#wire/stylesheets.ts'
import type { Ctx } from '../context.ts'

/** A page: load, meta, View. In that order in every page file. */
export interface Page<D> {
  name: PageName
  /** A private page is rendered for one visitor and never cached. */
  visibility: 'public' | 'private'
  /** `customer`: a guest is sent to sign in, and comes back. */
  needs?: 'customer'
  /** Loading it begins something. It is answered to nobody who only looks ahead, and a visit loads its document. */
  begins?: true
  /** It is not a page of the shop's look, such as a piece of one: no template of a theme stands around it. */
  bare?: true
  /**
   * A piece for a page that is open: the URL by itself shows nothing. Whoever sends it to somebody would write with the
   * shop's letterhead.
   */
  visitsOnly?: true
  /** Whether its URL has words that anybody can make up: such pages put each other out of the cache, and no others. */
  hasFreeWords?(query: URLSearchParams): boolean
  /** The query keys that the page understands; others are dropped from its cache key. */
  query: readonly (string | RegExp)[]
  /** The stylesheets that it needs besides `base`. */
  styles: readonly StyleArea[]
  load(ctx: Ctx, params: Readonly<Record<string, string>>, query: URLSearchParams): Promise<Loaded<D>>
  /** In place of `load` where a template does not show the page's View: without what only the View shows. */
  loadHead?(ctx: Ctx, params: Readonly<Record<string, string>>, query: URLSearchParams): Promise<Loaded<D>>
  meta(data: D, ctx: Ctx): PageHead
  /** The languages in which the page's entry has texts, if its data has them; otherwise `languagesOf` is called. */
  languages?(data: D): readonly string[]
  /** The small part of the data that the browser's `pageData` store holds. */
  pageData(data: D): Json
  View(props: { data: D; ctx: Ctx }): ReactNode
  /** In place of `View` where that stands in for a template that cannot be shown; absent: the View itself. */
  Instead?(props: { data: D; ctx: Ctx }): ReactNode
}

export type Loaded<D> =
  | { kind: 'page'; data: D; tags: readonly string[]; status?: number }
  | { kind: 'redirect'; to: string; status: 301 | 302 | 303 | 308 }
  | { kind: 'missing'; status: 404 | 410 }

/** The page's own part of the head; the document adds language, canonical URL and theme. */
export interface PageHead {
  title: string
  description: string
  /** The canonical path with its query, without origin and language; the requested path when absent. */
  canonicalPath?: string
  tags?: readonly MetaTag[]
  structured?: readonly Json[]
  /** The picture that is the largest thing in the first view. */
  preload?: { srcset: string; sizes: string; type: string }
  noindex?: boolean
}

/** Erases the page's own data type, so that pages of all kinds fit into one table. */
export interface AnyPage extends Omit<
  Page<never>,
  'load' | 'loadHead' | 'meta' | 'languages' | 'pageData' | 'View' | 'Instead'
> {
  load(ctx: Ctx, params: Readonly<Record<string, string>>, query: URLSearchParams): Promise<Loaded<unknown>>
  loadHead?(
    ctx: Ctx,
    params: Readonly<Record<string, string>>,
    query: URLSearchParams,
  ): Promise<Loaded<unknown>>
  meta(data: unknown, ctx: Ctx): PageHead
  languages?(data: unknown): readonly string[]
  pageData(data: unknown): Json
  View(props: { data: unknown; ctx: Ctx }): ReactNode
  Instead?(props: { data: unknown; ctx: Ctx }): ReactNode
}

export function definePage<D>(page: Page<D>): AnyPage {
  return page as unknown as AnyPage
}

/** Only known keys, in one order: two spellings of one URL share one cache entry. */
export function canonicalQuery(page: AnyPage, query: URLSearchParams): URLSearchParams {
  const known = [...query].filter(
    ([key, value]) =>
      value !== '' && page.query.some((k) => (typeof k === 'string' ? k === key : k.test(key))),
  )
  return new URLSearchParams(
    known.sort(([a, av], [b, bv]) => (a === b ? (av < bv ? -1 : 1) : a < b ? -1 : 1)),
  )
}
