import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCounter } from './shared.ts'

/** What all workers of a run share, until the last of them has ended. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'violet-playwright-'))
  // Where test/running-shop.ts keeps the demo shop that others start with a copy of.
  process.env['VIOLET_TEST_DEMO'] = join(folder, 'demo')
  const close = await openCounter()
  return async () => {
    await close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
