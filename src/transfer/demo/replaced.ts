import { readFile } from 'node:fs/promises'
import { loadConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { demo } from './demo.ts'
import { demoHashes, demoKinds, readDemoFiles } from './entries.ts'
import { ownTrade, recordedEntries } from './queries.ts'
import { differences } from './settings.ts'

/** What a shop has of its own, and what of that the demo would replace. */
export interface OwnShop {
  /** Settings with another value than the demo's: `shop.name`. */
  settings: string[]
  /** Entries under a name that the demo has too: `pages shipping`. */
  entries: string[]
  products: number
  orders: number
}

/** Null for a shop that is empty, or has nothing but the demo. */
export async function ownShop(db: Database, from = demo): Promise<OwnShop | null> {
  const wanted = shopConfig.parse(JSON.parse(await readFile(from.settings, 'utf8')))
  const { keys } = await readDemoFiles(from.folders)
  return db.transact(async (tx) => {
    const { version, document } = await loadConfig(tx)
    const recorded = new Map<string, string>(
      (await recordedEntries(tx)).map(({ kind, key, hash }) => [`${kind} ${key}`, hash] as const),
    )
    const isDemos = version === 0 || recorded.get('config loaded') === String(version)
    const hashes = await demoHashes(tx, keys)
    const entries = demoKinds
      .flatMap((kind) => [...hashes[kind].keys()].map((key) => `${kind} ${key}`))
      .filter((name) => !recorded.has(name))
    const { products, orders } = await ownTrade(tx)
    const settings = isDemos ? [] : differences(document, wanted)
    return settings.length + entries.length + products + orders === 0
      ? null
      : { settings, entries, products, orders }
  })
}
