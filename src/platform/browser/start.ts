import { startForms } from './forms.ts'
import { startIslands, type IslandTable } from './islands.ts'
import { startLinks } from './links.ts'
import { startPrefetch } from './prefetch.ts'
import { startVisits } from './visit.ts'

/** Takes over a page that the server has sent, in the order in which the parts need each other. */
export function startBrowser({ registry }: { registry: IslandTable }): void {
  startVisits()
  startIslands({ registry, mount: () => import('./mount.tsx') })
  startForms()
  startLinks()
  startPrefetch()
}
