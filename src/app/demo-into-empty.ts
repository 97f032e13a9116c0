import { isEmptyCatalog } from '#features/catalog/queries/product.ts'
import type { Database } from '#platform/server/db/db.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { demoCustomer } from '#transfer/demo/customer-queries.ts'
import type { DemoOptions } from '#transfer/demo/demo.ts'
import { configure } from './configure.ts'

/**
 * Loads the demo into a new shop: only if nobody has imported or configured anything.
 * @param hasCustomer whether there may be a customer whose password everybody knows
 */
export async function loadDemoIntoEmpty(
  options: Omit<DemoOptions, 'configure'>,
  hasCustomer: boolean,
): Promise<void> {
  const { version } = await loadConfig(options.db)
  if (version > 0 || !(await isEmptyCatalog(options.db))) return
  options.say('The database is empty: loading the demo shop (DEMO=off leaves it empty)')
  // Once in a shop's life: a server that has its goods does not carry the code of the import.
  const { loadDemo } = await import('#transfer/demo/demo.ts')
  await loadDemo({ ...options, configure })
  if (!hasCustomer) return
  const { makeDemoCustomer } = await import('#transfer/demo/customer.ts')
  const { dictionaries } = await import('#storefront/dictionaries.ts')
  await makeDemoCustomer({ db: options.db, now: options.now, dictionaries })
}

/** Says how the demo's customer signs in; where strangers can come, its password is taken away instead. */
export async function tellDemoCustomer(
  db: Database,
  isAllowed: boolean,
  say: (line: string) => void,
): Promise<void> {
  const known = await demoCustomer(db)
  if (known === null) return
  const { demoAccount, lockDemoCustomer } = await import('#transfer/demo/customer.ts')
  if (isAllowed) say(`Sign in as the demo customer: ${demoAccount.email}, password ${demoAccount.password}`)
  else if (await lockDemoCustomer(db)) say('The demo customer has no password: this shop is open to all')
}
