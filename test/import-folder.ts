import { importShop } from '#transfer/import-shop.ts'
import type { Database } from '#platform/server/db/db.ts'
import { shopConfig } from '#wire/shop-config.ts'

/** Imports a folder as `violet import` does, without its pictures. @param config as a merchant writes it */
export function importFolder(
  db: Database,
  path: string,
  { config, mediaDir }: { config: unknown; mediaDir: string },
): ReturnType<typeof importShop> {
  return importShop(db, {
    path,
    shop: shopConfig.parse(config).shop,
    now: new Date('2026-11-21T12:00:00Z'),
    format: null,
    currency: null,
    locale: 'en',
    pictures: 'none',
    pictureFolder: null,
    mediaDir,
    strict: false,
    dryRun: false,
    onProgress: () => {},
  })
}
