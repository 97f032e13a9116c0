import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../scripts/bootstrap/temporary.mjs'

/** Where test/running-shop.ts keeps the demo shop that each file starts with a copy of. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(temporaryFolder(), 'violet-demo-'))
  process.env['VIOLET_TEST_DEMO'] = join(folder, 'demo')
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
