import { readFile } from 'node:fs/promises'
import type { Result } from '#domain/result.ts'
import type { ConfigFault, LoadedConfig } from '#features/shop/actions.ts'
import type { Db } from '#platform/server/db/db.ts'
import { shopConfig, type ShopConfigDocument } from '#wire/shop-config.ts'
import { contentHash } from '../catalog/canonical.ts'
import { isDemoOnly } from './queries.ts'

/* Which settings of a shop are the demo's. A setting is named by its section and its key: `sales.payment`. */

type Document = Readonly<Record<string, unknown>>

/** The settings of a document with their values. */
function settingsOf(document: ShopConfigDocument): Map<string, unknown> {
  return new Map(
    Object.entries(document).flatMap(([section, settings]) =>
      Object.entries((settings ?? {}) as Document).map(
        ([key, value]) => [`${section}.${key}`, value] as const,
      ),
    ),
  )
}

/** The names of settings with different values. */
export function differences(a: ShopConfigDocument, b: ShopConfigDocument): string[] {
  const [here, there] = [settingsOf(a), settingsOf(b)]
  return [...new Set([...here.keys(), ...there.keys()])].filter(
    (name) => !isSame(here.get(name), there.get(name)),
  )
}

function isSame(a: unknown, b: unknown): boolean {
  return contentHash({ value: a }) === contentHash({ value: b })
}

export interface RestoredSettings {
  /** As they were before the demo. */
  restored: string[]
  /** Changed since the demo came, or needed by what was changed. */
  kept: string[]
  /** Values that are still the demo's, in settings that stay: `sales.payment: transfer`. */
  demos: string[]
}

/**
 * Puts each setting that the demo brought and nobody changed back to what it was before. Settings that the shop cannot
 * do without any more stay as they are.
 */
export async function restoreSettings(
  documents: { before: ShopConfigDocument; loaded: ShopConfigDocument; current: ShopConfigDocument },
  store: (document: unknown) => Promise<Result<LoadedConfig, ConfigFault[]>>,
): Promise<RestoredSettings> {
  const { before, loaded, current } = documents
  const changed = new Set(differences(loaded, current))
  const brought = differences(before, loaded)
  const stillDifferent = new Set(differences(before, current))
  const kept = brought.filter((name) => changed.has(name) && stillDifferent.has(name))
  let restoring = brought.filter((name) => !changed.has(name))
  while (restoring.length > 0) {
    const document = withSettings(current, before, restoring)
    const stored = await store(document)
    if (stored.ok) return { restored: restoring, kept, demos: demoValues(stored.value.document, loaded) }
    const needed = neededBy(stored.problem, restoring)
    kept.push(...needed)
    restoring = restoring.filter((name) => !needed.includes(name))
  }
  return { restored: [], kept, demos: demoValues(current, loaded) }
}

/** The settings that faults are about; those of their sections where none of them is; all where that is no help. */
function neededBy(faults: readonly ConfigFault[], restoring: readonly string[]): readonly string[] {
  const names = faults.map(({ path }) => path.split('.').slice(0, 2).join('.'))
  const named = restoring.filter((name) => names.includes(name))
  if (named.length > 0) return named
  const sections = names.map((name) => `${name.split('.')[0]}.`)
  const near = restoring.filter((name) => sections.some((section) => name.startsWith(section)))
  return near.length > 0 ? near : restoring
}

function withSettings(
  base: ShopConfigDocument,
  from: ShopConfigDocument,
  names: readonly string[],
): Document {
  const values = settingsOf(from)
  return Object.fromEntries(
    Object.entries(base).map(([section, settings]) => {
      const own = names.filter((name) => name.startsWith(`${section}.`))
      const kept = Object.entries(settings as Document).filter(([key]) => !own.includes(`${section}.${key}`))
      const restored = own
        .filter((name) => values.has(name))
        .map((name) => [name.slice(section.length + 1), values.get(name)] as const)
      return [section, Object.fromEntries([...kept, ...restored])]
    }),
  )
}

/** Slugs, such as `terms`, that any shop may give a page of its own; the demo's pages are removed as pages. */
const namesEntry: ReadonlySet<string> = new Set(['sales.terms', 'shop.sizeGuide'])

/** What of a document is the demo's, and not what every shop has. */
function demoValues(document: ShopConfigDocument, demo: ShopConfigDocument): string[] {
  const own = settingsOf(document)
  const plain = settingsOf(shopConfig.parse({}))
  return [...settingsOf(demo)].flatMap(([name, value]) => {
    const here = own.get(name)
    if (isSame(value, plain.get(name)) || here === undefined || namesEntry.has(name)) return []
    if (isSame(here, value)) return [name]
    return partsOf(here, value, plain.get(name)).map((part) => `${name}: ${part}`)
  })
}

/** The entries of a list, or the texts of a setting, that are the demo's and not what every shop has. */
function partsOf(here: unknown, demo: unknown, plain: unknown): string[] {
  if (Array.isArray(here) && Array.isArray(demo))
    return (here as unknown[]).flatMap((entry, index) => {
      const label = codeOf(entry) ?? `no. ${index + 1}`
      if ((demo as unknown[]).some((one) => isSame(one, entry))) return [label]
      const code = codeOf(entry)
      const origin = (demo as unknown[]).find((one) => code !== null && codeOf(one) === code)
      return origin === undefined ? [] : textsOf(entry as Document, origin as Document, label)
    })
  if (typeof here !== 'object' || typeof demo !== 'object' || here === null || demo === null) return []
  const defaults = (plain ?? {}) as Document
  return Object.entries(demo)
    .filter(([key, value]) => isSame((here as Document)[key], value) && !isSame(defaults[key], value))
    .map(([key]) => key)
}

/** Of an entry that was changed: the demo's words for shoppers, such as where to transfer to. */
function textsOf(entry: Document, origin: Document, label: string): string[] {
  return ['instructions', 'note']
    .filter((key) => isSame(entry[key], origin[key]) && Object.keys(entry[key] ?? {}).length > 0)
    .map((key) => `${label}.${key}`)
}

function codeOf(entry: unknown): string | null {
  return typeof entry === 'object' && entry !== null && 'code' in entry ? String(entry.code) : null
}

/**
 * The demo's values that a shop with goods of its own still has: an account that nobody owns, taxes that nobody chose.
 * Nothing for the demo shop itself.
 */
export async function demoLeftovers(
  db: Db,
  document: ShopConfigDocument,
  settings = 'demo/shop.json',
): Promise<string[]> {
  // Where the demo's files were left out, nothing can be told from them.
  const text = await readFile(settings, 'utf8').catch(() => null)
  if (text === null) return []
  const found = demoValues(document, shopConfig.parse(JSON.parse(text)))
  return found.length === 0 || (await isDemoOnly(db)) ? [] : found
}
