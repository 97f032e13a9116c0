import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { IslandMoment } from '#wire/page.ts'
import type { StyleArea } from '#wire/stylesheets.ts'
import type { IslandName, IslandProps } from '#app/islands.types.ts'
import { LowData } from '#ui/picture.tsx'
import { attributeJson, Html } from './html.ts'
import type { PageCache } from './page-cache.ts'

/*
 * Views are rendered to a string and never hydrated. HTML that is ready already (an island, a cached fragment, an
 * article's body) leaves an empty `<x-hole>` in React's output, filled in afterwards in one pass: no HTML goes
 * through React twice, and none needs a wrapper element.
 */

/** The inputs and by-products of one rendering. */
export interface Rendering {
  /** BCP 47. */
  lang: string
  islands: ReadonlyMap<string, ComponentType<never>>
  cache: PageCache | null
  /** The page's cache tags; views and fragments add to them. */
  tags: Set<string>
  /** Names of the islands on the page, for the scripts to fetch ahead. */
  used: Set<string>
  /** Stylesheets that parts of the page need besides those that the page names. */
  styles?: Set<StyleArea>
  /** The visitor wants less data: smaller pictures. */
  lowData?: boolean
  /** Of the words: pieces with other ones are neither taken nor left. `` for those of the program. */
  wordsVersion?: string
}

interface Sheet extends Rendering {
  /** HTML, or a function that makes it once the view around it is done. */
  holes: (string | (() => string))[]
}

const SheetContext = createContext<Sheet | null>(null)

/** Renders a view; its tags and islands are added to `rendering`. */
export function renderView(element: ReactNode, rendering: Rendering): string {
  const sheet: Sheet = { ...rendering, holes: [] }
  const html = renderToStaticMarkup(
    <SheetContext value={sheet}>
      <LowData value={rendering.lowData ?? false}>{element}</LowData>
    </SheetContext>,
  )
  return fillHoles(html, sheet)
}

const holeStart = '<x-hole n="'
const holeEnd = '"></x-hole>'

function fillHoles(html: string, { holes }: Pick<Sheet, 'holes'>): string {
  let filled = ''
  let from = 0
  for (let at = html.indexOf(holeStart); at !== -1; at = html.indexOf(holeStart, from)) {
    const end = html.indexOf(holeEnd, at)
    const content = holes[Number(html.slice(at + holeStart.length, end))]!
    filled += html.slice(from, at) + (typeof content === 'string' ? content : content())
    from = end + holeEnd.length
  }
  return from === 0 ? html : filled + html.slice(from)
}

function useSheet(): Sheet {
  const sheet = useContext(SheetContext)
  if (!sheet) throw new Error('What a page is made of belongs inside renderView')
  return sheet
}

/** Adds cache tags to the page: it shows what they stand for. */
export function useTags(tags: readonly string[]): void {
  const sheet = useSheet()
  for (const tag of tags) sheet.tags.add(tag)
}

/** Adds stylesheets to the page: what they style stands on it, and its page could not know. */
export function useStyles(areas: readonly StyleArea[]): void {
  const { styles } = useSheet()
  for (const area of areas) styles?.add(area)
}

/** HTML that is safe already: sanitised when it was stored, or made by this program. */
export function Raw({ html }: { html: string }): ReactNode {
  const sheet = useSheet()
  return <x-hole n={sheet.holes.push(html) - 1} />
}

/** Elements that are the same everywhere, as HTML for a template: rendered once, stored by the caller. */
export function htmlOf(element: ReactNode): Html {
  return new Html(renderToStaticMarkup(element))
}

interface IslandElementProps<N extends IslandName> {
  name: N
  /** Stable and unique on the page: prefixes React's ids on both sides. */
  k: string
  props: Omit<IslandProps<N>, 'external' | 'children'>
  on?: IslandMoment
  /** Server HTML that the island adopts as its content; it may hold islands. */
  children?: ReactNode
}

/** A part that wakes in the browser: rendered by itself, so that its ids do not depend on where it stands. */
export function Island<N extends IslandName>({
  name,
  k,
  props,
  on = 'interact',
  children,
}: IslandElementProps<N>): ReactNode {
  const sheet = useSheet()
  const Component = sheet.islands.get(name) as ComponentType<Record<string, unknown>> | undefined
  if (!Component) throw new Error(`there is no island named ${name}`)
  sheet.used.add(name)
  const content = (): string => {
    const slot = children === undefined ? null : renderView(children, sheet)
    const inner = renderToString(
      <LowData value={sheet.lowData ?? false}>
        {slot === null ? (
          <Component {...props} external />
        ) : (
          <Component {...props} external>
            <x-slot>
              <x-hole n={0} />
            </x-slot>
          </Component>
        )}
      </LowData>,
      { identifierPrefix: `${k}-` },
    )
    const moment = on === 'interact' ? '' : ` on="${on}"`
    const filled = slot === null ? inner : fillHoles(inner, { holes: [slot] })
    return `<x-island c="${name}"${moment} k="${k}" p='${attributeJson(props)}'>${filled}</x-island>`
  }
  return <x-hole n={sheet.holes.push(content) - 1} />
}

/**
 * A piece that many pages share, rendered once. The key must name every fact that the piece shows, or the
 * tags must cover what the key leaves out.
 */
export function Cached({
  k,
  tags,
  children,
}: {
  k: string
  tags: readonly string[]
  children: () => ReactNode
}): ReactNode {
  useTags(tags)
  const sheet = useSheet()
  const key = `${sheet.wordsVersion ?? ''}${k}${sheet.lowData ? '|low-data' : ''}`
  const kept = sheet.cache?.fragment(key)
  if (kept) {
    for (const name of islandNames(kept.html)) sheet.used.add(name)
    return <x-hole n={sheet.holes.push(kept.html) - 1} />
  }
  const content = (): string => {
    const html = renderView(children(), sheet)
    sheet.cache?.keepFragment(key, { html, tags })
    return html
  }
  return <x-hole n={sheet.holes.push(content) - 1} />
}

function* islandNames(html: string): Generator<string> {
  if (!html.includes('<x-island')) return
  for (const match of html.matchAll(/<x-island c="([\w-]+)"/g)) yield match[1]!
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'x-hole': { n: number }
      'x-slot': { children?: ReactNode }
    }
  }
}
