import tellDemo from '#test/demo-folder.ts'
import { openCounter } from './shared.ts'

/** What all workers of a run share, until the last of them has ended. */
export default function setup(): Promise<() => Promise<void>> {
  tellDemo()
  return openCounter()
}
