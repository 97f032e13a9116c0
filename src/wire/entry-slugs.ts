import type { ShopRouter } from './shop-config.ts'

/*
 * The slugs that entries have in single languages, in place of their own. They come with the router that links are made
 * from, so that every link has the right one, and code that knows entries knows them by their own slug alone.
 */

/** The kinds of entries that may have them. */
export const namedKinds = ['product', 'category', 'collection', 'tag', 'article', 'page'] as const
export type NamedKind = (typeof namedKinds)[number]

export function isNamedKind(kind: string): kind is NamedKind {
  return (namedKinds as readonly string[]).includes(kind)
}

export interface NamedSlug {
  kind: NamedKind
  /** Of the language: `` or `/zh`, … */
  langPath: string
  /** The entry's own slug. */
  entry: string
  slug: string
}

/** Of one kind in one language. */
interface Table {
  /** Own slug → that of the language. */
  slugs: Map<string, string>
  entries: Map<string, string>
}

interface EntrySlugs {
  table(kind: NamedKind, langPath: string): Table | undefined
  /** The own slug of the entry that has this one in any language. */
  entryOf(kind: NamedKind, slug: string): string | undefined
}

const slugsOf = new WeakMap<ShopRouter, EntrySlugs>()

/** The router of a shop whose entries have such slugs. */
export function withEntrySlugs(router: ShopRouter, all: readonly NamedSlug[]): ShopRouter {
  if (all.length === 0) return router
  const tables = new Map<string, Table>()
  for (const { kind, langPath, entry, slug } of all) {
    const key = kind + langPath
    let table = tables.get(key)
    if (table === undefined) tables.set(key, (table = { slugs: new Map(), entries: new Map() }))
    table.slugs.set(entry, slug)
    table.entries.set(slug, entry)
  }
  const named = { ...router }
  slugsOf.set(named, {
    table: (kind, langPath) => tables.get(kind + langPath),
    entryOf(kind, slug) {
      for (const [key, { entries }] of tables)
        if (key === kind || key.startsWith(`${kind}/`)) {
          const entry = entries.get(slug)
          if (entry !== undefined) return entry
        }
      return undefined
    },
  })
  return named
}

/** Null where no entry has one, as in most shops. */
export function entrySlugs(router: ShopRouter): EntrySlugs | null {
  return slugsOf.get(router) ?? null
}

/** An entry's slug in a language. */
export function slugIn(router: ShopRouter, kind: string, langPath: string, slug: string): string {
  const slugs = entrySlugs(router)
  return slugs === null || !isNamedKind(kind) ? slug : (slugs.table(kind, langPath)?.slugs.get(slug) ?? slug)
}

/** A path with the slug of another language. @param path without language, with its query */
export function pathIn(router: ShopRouter, path: string, from: string, to: string): string {
  const slugs = entrySlugs(router)
  if (slugs === null || from === to) return path
  for (const [kind, rule] of rulesOf(router)) {
    const found = slugAt(path, rule, kind === 'product')
    if (found === null) continue
    const entry = slugs.table(kind, from)?.entries.get(found.slug) ?? found.slug
    const slug = slugs.table(kind, to)?.slugs.get(entry) ?? entry
    return slug === found.slug ? path : `${found.before}${encodeURIComponent(slug)}${found.after}`
  }
  return path
}

/** Those with fewer fixed parts last: the single segment is a category wherever nothing else answers. */
function rulesOf(router: ShopRouter): [NamedKind, string][] {
  return [
    ['product', router.productRule],
    ['collection', router.collectionRule],
    ['tag', router.tagRule],
    ['article', router.articleRule],
    ['page', router.pageRule],
    ['category', router.categoryRule],
    ['category', '/:slug'],
  ]
}

/** The slug in a path that fits the rule. @param longer one segment more may follow */
function slugAt(
  path: string,
  rule: string,
  longer: boolean,
): { slug: string; before: string; after: string } | null {
  const [before = '', after = ''] = rule.split(':slug')
  if (!path.startsWith(before)) return null
  const behind = path.slice(before.length)
  const end = behind.search(/[/?]/)
  const own = end === -1 ? behind : behind.slice(0, end)
  const rest = behind.slice(own.length)
  if (own === '' || !rest.startsWith(after)) return null
  if (!(longer ? /^(\/[^/?]+)?(\?|$)/ : /^(\?|$)/).test(rest.slice(after.length))) return null
  const slug = decoded(own)
  return slug === null ? null : { slug, before, after: rest }
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
