import { reprice } from '#features/catalog/shop/reprice.ts'
import {
  checkConfig,
  saveConfig,
  type ConfigCheck,
  type ConfigEffect,
  type ConfigFault,
  type LoadedConfig,
} from '#features/shop/actions.ts'
import { defaultTheme } from '#features/theming/default-theme.ts'
import { themeFaults } from '#features/theming/theme-faults.ts'
import type { Result } from '#domain/result.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { ShopConfigDocument, Theme } from '#wire/shop-config.ts'
import { rememberRoutes } from './routing/past-routes.ts'
import { routeFaults } from './routing/route-faults.ts'

/**
 * Stores the shop's whole configuration after all checks of all features, and updates what depends on it: converted
 * prices and past routes.
 */
export function configure(
  db: Database,
  input: unknown,
  now: Date,
): Promise<Result<LoadedConfig, ConfigFault[]>> {
  return saveConfig(db, input, { now, checks, effects: [repriceAll, rememberRoutes] })
}

/** The same checks, without storing anything. */
export function checkConfiguration(input: unknown): Result<ShopConfigDocument, ConfigFault[]> {
  return checkConfig(input, checks)
}

const readable: ConfigCheck = ({ theme }) =>
  themeFaults({ ...defaultTheme, ...theme } as Theme).map((fault) => ({
    ...fault,
    path: `theme.${fault.path}`,
  }))

const checks = [readable, routeFaults]

const repriceAll: ConfigEffect = async (tx, { shop }) => {
  const done = await reprice(tx, shop)
  return done.ok
    ? []
    : [
        {
          path: 'shop.baseCurrency',
          reason: `${done.problem.skus} SKUs have no price in ${shop.baseCurrency}`,
        },
      ]
}
