import { byId, whenIdle } from './dom.ts'
import { startForms } from './forms.ts'
import { startIslands, type IslandOptions } from './islands.ts'
import { startLinks } from './links.ts'
import { startPrefetch } from './prefetch.ts'
import { startVisits } from './visit.ts'

interface BrowserOptions {
  /** The table of islands. */
  islands: IslandOptions['table']
  /** What nobody needs before the first page stands. */
  later: () => Promise<unknown>
}

/** Takes over a page that the server has sent, in the order in which the parts need each other. */
export function startBrowser({ islands, later }: BrowserOptions): void {
  startVisits()
  startIslands({ table: islands, mount: () => import('./mount.tsx') })
  startForms()
  startLinks()
  startPrefetch()
  // The picture that came last is still being decoded when the page has loaded.
  const afterPictures = (): void => {
    fetchAhead()
    startLater(later)
  }
  addEventListener('load', () => setTimeout(() => whenIdle(afterPictures), 500))
}

/** Without a connection it comes when there is one again. */
function startLater(later: () => Promise<unknown>): void {
  later().catch((failure: unknown) => {
    console.error(failure)
    addEventListener('online', () => startLater(later), { once: true })
  })
}

/** The islands' code comes after the pictures that the first screen shows. */
function fetchAhead(): void {
  const ahead = byId<HTMLTemplateElement>('ahead')
  if (ahead) document.head.append(ahead.content)
}
