import { isEmptyCatalog } from '#features/catalog/queries/product.ts'
import { loadConfig } from '#features/shop/actions.ts'
import type { DemoOptions } from '#transfer/demo/demo.ts'
import { configure } from './configure.ts'

/** Loads the demo into a new shop: only if nobody has imported or configured anything. */
export async function loadDemoIntoEmpty(options: Omit<DemoOptions, 'configure'>): Promise<void> {
  const { version } = await loadConfig(options.db)
  if (version > 0 || !(await isEmptyCatalog(options.db))) return
  options.say('The database is empty: loading the demo shop (DEMO=off leaves it empty)')
  // Once in a shop's life: a server that has its goods does not carry the code of the import.
  const { loadDemo } = await import('#transfer/demo/demo.ts')
  await loadDemo({ ...options, configure })
}
