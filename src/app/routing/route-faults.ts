import type { ConfigFault } from '#features/shop/actions.ts'
import { locales } from '#i18n/locales.ts'
import { covers, overlap } from '#platform/server/pages/router.ts'
import type { ShopConfigDocument, ShopRouter } from '#wire/shop-config.ts'
import { routes, type RouteRow } from '../routes.ts'

/** First segments that belong to the program, the page protocol or files at fixed paths. */
const reserved = new Set([
  'announcement.css',
  'api',
  'assets',
  'auth',
  'checkout',
  'favicon.ico',
  'favicon.svg',
  'feed.xml',
  'form',
  'gallery',
  'healthz',
  'llms.txt',
  'manifest.webmanifest',
  'media',
  'metrics',
  'part',
  'readyz',
  'robots.txt',
  'share',
  'sitemap.xml',
  'version',
  'webhooks',
  'ws',
  '.well-known',
])
// These names include their kind.
const reservedFiles = /^(?:theme\.|sitemap-|merchant-)/

/** Whether the program answers there itself, ahead of all pages. */
export function isProgramPath(path: string): boolean {
  const first = path.split('/')[1]!
  return reserved.has(first) || reservedFiles.test(first)
}

const entryRules = [
  'articleRule',
  'categoryRule',
  'collectionRule',
  'pageRule',
  'productRule',
  'tagRule',
] as const

/** All faults of the shop's routes, each with the setting and the other route. */
export function routeFaults({ router }: ShopConfigDocument): ConfigFault[] {
  const shapes = [...ruleShapes(router), ...customShapes(router)]
  // Conflicts are checked only between valid routes.
  return shapes.length > 0 ? shapes : [...reservedFaults(router), ...conflicts(routes(router))]
}

function ruleShapes(router: ShopRouter): ConfigFault[] {
  const faults: ConfigFault[] = []
  for (const setting of entryRules) {
    const pattern = router[setting]
    if (!/^(\/[\w\-.]+)*\/:slug(\/[\w\-.]+)*$/.test(pattern))
      faults.push({ path: `router.${setting}`, reason: `${pattern} must have one part :slug` })
  }
  if (!/^(\/[\w\-.]+)*\/\*$/.test(router.appRule))
    faults.push({ path: 'router.appRule', reason: `${router.appRule} must end with /* and have no :part` })
  if (!/^(\/[\w\-.]+)+\/$/.test(router.userPath))
    faults.push({ path: 'router.userPath', reason: `${router.userPath} must be plain parts and end with /` })
  return faults
}

function customShapes({ categories }: ShopRouter): ConfigFault[] {
  return categories.flatMap(({ path, slug }, index) => {
    const at = `router.categories.${index}`
    const params = path.match(/:[^/]*/g) ?? []
    if (!/^(\/(?:[\w\-.]+|:slug))+$/.test(path) || params.length > 1)
      return [{ path: `${at}.path`, reason: `${path} must be plain parts, one of which may be :slug` }]
    if (params.length === 1 && slug !== undefined)
      return [
        { path: at, reason: `${path} takes the slug from the address: it cannot have one of its own too` },
      ]
    if (params.length === 0 && slug === undefined)
      return [{ path: at, reason: `${path} names no entry: give it a slug, or a part :slug` }]
    return []
  })
}

function reservedFaults(router: ShopRouter): ConfigFault[] {
  const settings: [path: string, pattern: string][] = [
    ...entryRules.map((name): [string, string] => [`router.${name}`, router[name]]),
    ['router.appRule', router.appRule],
    ['router.userPath', router.userPath],
    ...router.categories.map(({ path }, index): [string, string] => [`router.categories.${index}`, path]),
  ]
  return settings.flatMap(([path, pattern]) => {
    const first = pattern.split('/')[1]!
    if (isProgramPath(pattern))
      return [{ path, reason: `${pattern}: /${first} is an address of the program` }]
    if (locales.some((locale) => locale.toLowerCase() === first.toLowerCase()))
      return [{ path, reason: `${pattern}: /${first} is the prefix of a language` }]
    return []
  })
}

/**
 * Pairs of routes that some path fits both of. The table's order would decide, but no merchant could predict it. Only
 * a single path may come before a pattern, and the app rule takes the rest.
 */
function conflicts(rows: readonly RouteRow[]): ConfigFault[] {
  const faults: ConfigFault[] = []
  for (const [index, later] of rows.entries()) {
    if (later.pattern.endsWith('/*') && later.name === 'custom') {
      faults.push(...hiding(later, rows.slice(0, index)))
      continue
    }
    for (const before of rows.slice(0, index)) {
      if (!overlap(before.pattern, later.pattern) || isMeant(before, later)) continue
      const [at, other] = later.source === 'fixed' ? [before, later] : [later, before]
      faults.push({ path: at.setting ?? '', reason: describe(at, other) })
    }
  }
  return faults
}

function isMeant(before: RouteRow, later: RouteRow): boolean {
  if (before.pattern === later.pattern && before.source !== 'custom')
    // The category's rule may be the single segment that every shop has.
    return before.name === 'category' && later.name === 'category'
  // A category may not have the account area's name; everything else may.
  if (before.name === 'user' && later.pattern === '/:slug') return true
  // What is left of the account area is answered after its own pages, some of which name an order.
  if (later.name === 'user' && before.setting === later.setting) return true
  // What no page of the account area answers is nothing in it: that row comes after all of them.
  if (later.name === 'user' && before.setting === later.setting) return true
  const isSingle = !/[:*]/.test(before.pattern)
  // A fixed path may not be taken by a single path; a pattern yields to it.
  return isSingle && !(before.source === 'custom' && !/[:*]/.test(later.pattern))
}

/** The app rule comes last: it is a fault only if it can never answer. */
function hiding(app: RouteRow, rows: readonly RouteRow[]): ConfigFault[] {
  return rows
    .filter(({ pattern }) => covers(pattern, app.pattern))
    .map((other) => ({ path: app.setting ?? '', reason: describe(app, other) }))
}

function describe(at: RouteRow, other: RouteRow): string {
  const owner =
    other.setting ?? (other.source === 'fixed' ? `the fixed address of ${other.name}` : other.name)
  return `${at.pattern} (${at.name}) answers the same addresses as ${other.pattern} (${owner})`
}
