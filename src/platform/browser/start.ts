import { startActions } from './actions.ts'
import { startIslands, type IslandTable } from './islands.ts'
import { startLinks } from './links.ts'
import { startPrefetch } from './prefetch.ts'
import { startStores } from './stores.ts'
import { startVisits } from './visit.ts'

/** Takes over a page that the server has sent, in the order in which the parts need each other. */
export function startBrowser({ registry }: { registry: IslandTable }): void {
  startStores()
  startVisits()
  startIslands({ registry, mount: () => import('./mount.tsx') })
  startActions()
  startLinks()
  startPrefetch()
}
