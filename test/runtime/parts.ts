import { createElement, Fragment, type ComponentType, type ReactNode } from 'react'
import { Island, Raw, renderView, type Rendering } from '#platform/server/pages/render.tsx'
import { islands } from './fixtures.ts'

/*
 * Islands as the server writes them: by the server's own rendering.
 */

interface Part {
  name: string
  k: string
  props: object
  on?: string
  children?: ReactNode
}

// The fixtures' names and props are not the shop's: only the types say so.
const AnyIsland = Island as unknown as ComponentType<Part>

const components = new Map<string, ComponentType<never>>()
for (const [name, load] of Object.entries(islands)) components.set(name, (await load()).default)

let made = 0

/** The HTML of an island. `inner` is the HTML of its slot. */
export function part(name: keyof typeof islands, props: object = {}, on?: string, inner?: string): string {
  const k = `${name}-${++made}`
  const children = inner === undefined ? undefined : createElement(Raw, { html: inner })
  const rendering: Rendering = {
    lang: 'en',
    islands: components,
    cache: null,
    tags: new Set(),
    used: new Set(),
  }
  const element = createElement(AnyIsland, {
    name,
    k,
    props,
    ...(on ? { on } : {}),
    ...(children ? { children } : {}),
  })
  return renderView(createElement(Fragment, null, element), rendering)
}
