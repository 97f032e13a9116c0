import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type AnyPage, type Loaded } from '#platform/server/pages/page.ts'
import type { Route } from '#platform/server/pages/router.ts'
import {
  isOwnPart,
  isPlacedName,
  ownPartPath,
  partPath,
  partUrl,
  type PlacedName,
} from '#wire/placed-names.ts'
import { loadAlone, readProps, understood } from './place.tsx'

/*
 * One part by itself, for a page whose part has got other props, or was empty: `/part/product-list?k=…&p={…}`. It is a
 * page like any other, so that it has its language, its cache and its limits. What belongs to one visitor has a path of
 * its own, and is never cached.
 */

interface Data {
  name: string
  /** Null where the props are none: `reason` says why. */
  element: ReactNode
  reason: string | null
}

/** As the server writes it, and the browser for a part that it made. */
const keys = /^[a-z][a-z0-9-]{0,60}$/

const query = ['k', 'p']

async function load(
  ctx: Ctx,
  given: string | undefined,
  asked: URLSearchParams,
  isOwn: boolean,
): Promise<Loaded<Data>> {
  const name = given ?? ''
  const k = asked.get('k') ?? `part-${name}`
  if (!isPlacedName(name) || isOwnPart(name) !== isOwn || !keys.test(k))
    return { kind: 'missing', status: 404 }
  const read = readProps(asked.get('p'))
  if (!read.ok) return refuse(name, read.reason)
  const props = understood(name, read.value)
  if (!props.ok) return refuse(name, props.reason)
  const right = JSON.stringify(props.props)
  // What says the same has one URL.
  if (
    asked.get('p') !== right ||
    asked.get('k') !== k ||
    asked.getAll('p').length + asked.getAll('k').length > 2
  )
    return { kind: 'redirect', to: partUrl(ctx.langPath, name, right, k), status: 302 }
  const loaded = await loadAlone(ctx, name as PlacedName, props.props, k)
  if (loaded === null && !isOwn) return refuse(name, 'there is nothing of this name', 404)
  // Of somebody else's and of none, nothing is said. Many visitors have none: it is no fault for a console to show.
  if (loaded === null) return { kind: 'page', data: { name, element: null, reason: '' }, tags: [] }
  return { kind: 'page', data: { name, element: loaded.element, reason: null }, tags: loaded.tags }
}

function refuse(name: string, reason: string, status = 422): Loaded<Data> {
  return { kind: 'page', data: { name, element: null, reason }, tags: [], status }
}

const common = {
  name: 'custom',
  bare: true,
  visitsOnly: true,
  hasFreeWords: () => true,
  query,
  styles: [],
  meta: ({ name }: Data) => ({ title: name, description: name, noindex: true }),
  languages: () => [],
  pageData: ({ reason }: Data) => ({ reason }),
  View: ({ data }: { data: Data }) => data.element,
} as const

const part = definePage<Data>({
  ...common,
  visibility: 'public',
  load: (ctx, params, asked) => load(ctx, params['name'], asked, false),
})

const ownPart = definePage<Data>({
  ...common,
  visibility: 'private',
  load: (ctx, params, asked) => load(ctx, params['name'], asked, true),
})

/** Stand before all routes of the shop. */
export const partRoutes: readonly Route<AnyPage>[] = [
  { pattern: `${ownPartPath}/:name`, target: ownPart },
  { pattern: `${partPath}/:name`, target: part },
]
