import type { call } from '#platform/browser/call.ts'
import { mountLater } from '#platform/browser/islands.ts'
import { rouse } from '#platform/browser/rouse.ts'
import { startBrowser } from '#platform/browser/start.ts'
import type { toast } from '#platform/browser/toast.ts'
import { visit } from '#platform/browser/visit.ts'

/*
 * What runs in the fixture pages: the runtime as the shop starts it, with its functions in reach of the tests.
 * What is loaded late in a shop is loaded late here.
 */

const runtime = {
  mountLater,
  rouse,
  visit,
  call: async (...args: Parameters<typeof call>) => (await import('#platform/browser/call.ts')).call(...args),
  toast: async (...args: Parameters<typeof toast>) =>
    (await import('#platform/browser/toast.ts')).toast(...args),
  stores: () => import('#platform/browser/stores.ts'),
}

declare global {
  interface Window {
    runtime: typeof runtime
  }
}

window.runtime = runtime
startBrowser({ islands: () => import('./fixtures.ts'), later: async () => {} })
