import type { PagePayload } from '#wire/page.ts'
import { pathOf } from './url.ts'
import { ask, type Answer } from './answers.ts'
import { byId, jump } from './dom.ts'
import { enter, restoreScroll } from './history.ts'
import { currency, here, keep, leave, moveTo, setHere, tellOffline } from './place.ts'
import { stopProgress } from './progress.ts'
import { focusPage, isSame, nodesOf, show, type Kept, type Put } from './render.ts'
import { loadStyles } from './styles.ts'
import { cookie, decoded, dropToken, initial, signInPath } from './state.ts'
import { toast } from './toast.ts'

/*
 * The second half of a visit: the answer is judged and shown. After every wait it asks whether it is still
 * wanted. Loaded while the first page is on its way.
 */

/** Whether the visit is still the one that counts. */
export type Wanted = () => boolean

interface Found {
  url: URL
  page: PagePayload
}

const MOST_REDIRECTS = 5

/** A new page: an entry of its own, from the top or at the anchor. */
export async function forward(
  target: URL,
  { still, replace }: { still: boolean; replace: boolean },
  wanted: Wanted,
): Promise<void> {
  const control = still ? controlInUse() : ''
  const found = await follow(target, wanted)
  if (!found) return
  const { url, page } = found
  await put(page, wanted, true, control, () => {
    const top = scrollY
    moveTo(url, replace || pathOf(url) === here)
    return () => (still ? jump(top) : toTarget(url.hash))
  })
}

/**
 * The page at another URL, of which only a part differs: `merge` replaces that part and takes care of scroll and
 * focus. Resolves to whether the page is there.
 */
export async function amend(target: URL, replace: boolean, wanted: Wanted, merge: Put): Promise<boolean> {
  const found = await follow(target, wanted)
  if (!found || !wanted()) return false
  await show(found.page, {
    animated: false,
    before() {
      stopProgress()
      moveTo(found.url, replace || pathOf(found.url) === here)
      return true
    },
    after() {},
    put: merge,
  })
  return true
}

/** The HTML of a page that is not shown as a page: null where it cannot be had. */
export async function borrow(path: string): Promise<DocumentFragment | null> {
  const answer = await ask(path)
  if (answer.kind !== 'page' || answer.code !== 0 || answer.page.meta.redirect !== undefined) return null
  return (await isStyled(answer.page)) ? nodesOf(answer.page.html) : null
}

/** Back and forward: the stored page is shown at once, then requested again. */
export async function revisit(
  target: URL,
  { copy, back, animated }: { copy: Kept | null; back: number | null; animated: boolean },
  wanted: Wanted,
): Promise<void> {
  const path = pathOf(target)
  const arriveThere = (): (() => void) => {
    setHere(path)
    return restoreScroll
  }
  if (copy !== null) await put(copy, wanted, animated, '', arriveThere)
  const found = await follow(target, wanted)
  if (!found) {
    // Without a copy the old page is still on the screen: so must be its URL.
    if (copy === null && back !== null && wanted()) history.go(back)
    return
  }
  if (pathOf(found.url) !== path) enter(found.url, true)
  if (copy === null) await put(found.page, wanted, animated, '', arriveThere)
  else if (!isSame(copy, found.page)) {
    await put(found.page, wanted, false, controlInUse(), () => {
      // The visitor may have moved on within the copy.
      const top = scrollY
      return () => jump(top)
    })
  }
}

/** Shows a page, if it is still wanted then. `move` runs before, and answers how to scroll after. */
async function put(
  page: Kept,
  wanted: Wanted,
  animated: boolean,
  control: string,
  move: () => () => void,
): Promise<void> {
  let scroll: () => void
  await show(page, {
    animated,
    before() {
      if (!wanted()) return false
      stopProgress()
      scroll = move()
      return true
    },
    after() {
      scroll()
      focusPage(control)
    },
  })
}

/** Asks, follows redirects, and finds a page to show, or null where there is none to show here. */
async function follow(url: URL, wanted: Wanted): Promise<Found | null> {
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    if (!wanted()) return null
    const answer = await ask(pathOf(url))
    if (!wanted()) return null
    tellOffline(answer.kind === 'offline')
    if (answer.kind !== 'page') return refuse(answer, url)
    const { page, code } = answer
    const { redirect } = page.meta
    if (code === 50 || code === 51) return signIn(url)
    if (redirect === undefined) {
      if (!fitsFrame(page) || (code !== 0 && page.html === '')) break
      const styled = await isStyled(page)
      if (!wanted()) return null
      if (!styled) break
      if (!page.meta.private) keep(pathOf(url), page)
      return { url, page }
    }
    const { hash } = url
    url = new URL(redirect, url)
    url.hash ||= hash
    // Another shop's page is loaded as a document; anything that is no page is ignored.
    if (!url.protocol.startsWith('http')) return null
    if (url.origin !== location.origin) break
  }
  return leave(url)
}

/** Scripts, words and prices of header and footer stay: a page with others needs a whole document. */
function fitsFrame({ meta }: PagePayload): boolean {
  return (
    meta.build === initial().page.build &&
    meta.lang === document.documentElement.lang &&
    cookie('currency') === currency
  )
}

/** Waits for the page's stylesheets; false when one cannot be had. */
function isStyled({ meta }: PagePayload): Promise<boolean> {
  return loadStyles(meta.styles).then(
    () => true,
    () => false,
  )
}

async function refuse(answer: Exclude<Answer, { kind: 'page' }>, url: URL): Promise<null> {
  if (answer.kind === 'timeout') toast(initial().page.texts.timeout, { kind: 'error' })
  if (answer.kind !== 'foreign') return null
  return answer.code === 50 || answer.code === 51 ? signIn(url) : leave(url)
}

/** The visitor goes on at the page that was wanted. */
function signIn(url: URL): Promise<null> {
  dropToken()
  return leave(new URL(signInPath(url), location.origin))
}

function controlInUse(): string {
  return document.activeElement?.id ?? ''
}

function toTarget(hash: string): void {
  const target = hash && byId(decoded(hash.slice(1)))
  if (target) target.scrollIntoView({ behavior: 'instant' })
  else jump(0)
}
