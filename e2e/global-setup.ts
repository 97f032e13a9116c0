import { rm } from 'node:fs/promises'
import tellDemo from '#test/demo-folder.ts'
import { sharedPictures } from '#test/running-shop.ts'
import { openCounter } from './shared.ts'

/** What all workers of a run share, until the last of them has ended. */
export default async function setup(): Promise<() => Promise<void>> {
  tellDemo()
  const close = await openCounter()
  return async () => {
    await close()
    await rm(sharedPictures(process.env['VIOLET_TEST_DEMO']!), { recursive: true, force: true })
  }
}
