import { isEmptyCatalog } from '#features/catalog/queries/product.ts'
import { loadConfig } from '#features/shop/actions.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/db.ts'
import { demoAccount } from '#transfer/demo/account.ts'
import { demoCustomer, isUntouched } from '#transfer/demo/customer/queries.ts'
import type { DemoOptions } from '#transfer/demo/demo.ts'
import { configure } from './configure.ts'

/**
 * Opens an app over a database, behind everything that belongs to its demo. The loops of an app would take part in the
 * orders that the demo's customer is making, which are months old: what waits for its payment would expire.
 */
export async function openBehindDemo<T>(
  { config, db, now, say }: { config: Config; db: Database; now: Date; say: (line: string) => void },
  open: () => Promise<T>,
): Promise<T> {
  if (config.demo) await loadDemoIntoEmpty({ db, mediaDir: config.mediaDir, now, say })
  await openDemoCustomer({ db, now, say }, config.demoCustomer)
  return open()
}

/** Loads the demo into a new shop: only if nobody has imported or configured anything. */
async function loadDemoIntoEmpty(options: Omit<DemoOptions, 'configure'>): Promise<void> {
  const { version } = await loadConfig(options.db)
  if (version > 0 || !(await isEmptyCatalog(options.db))) return
  options.say('The database is empty: loading the demo shop (DEMO=off leaves it empty)')
  // Once in a shop's life: a server that has its goods does not carry the code of the import.
  const { loadDemo } = await import('#transfer/demo/demo.ts')
  await loadDemo({ ...options, configure })
}

/**
 * Makes the demo's customer in a demo that nobody has bought in, and says how it signs in. Where strangers can come,
 * all that it is signed in with is taken away instead: so it is called before the shop is open.
 */
async function openDemoCustomer(
  { db, now, say }: { db: Database; now: Date; say: (line: string) => void },
  isAllowed: boolean,
): Promise<void> {
  if (isAllowed && (await isUntouched(db))) {
    const { makeDemoCustomer } = await import('#transfer/demo/customer.ts')
    const { program } = await import('#storefront/dictionaries.ts')
    await makeDemoCustomer({ db, now, words: program.words }).catch((error: unknown) => {
      // The shop is open without it.
      say(`The demo customer could not be made: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
  if ((await demoCustomer(db)) === null) return
  if (isAllowed)
    return say(`Sign in as the demo customer: ${demoAccount.email}, password ${demoAccount.password}`)
  const { lockDemoCustomer } = await import('#transfer/demo/customer.ts')
  await lockDemoCustomer(db, now)
}
