import type { Stylesheet } from '#wire/stylesheets.ts'
import { initial } from './state.ts'

/*
 * Stylesheets that the document came without: a page of another area brings them, and they stay. They stand in one
 * order, whichever came first: what counts in a stylesheet depends on it.
 */

const TIMEOUT = 10_000

const loads = new Map<Stylesheet, Promise<void>>()

/** Resolves when the document has all of these, at once where it has them already. Rejects when one cannot be had. */
export async function loadStyles(names: readonly Stylesheet[]): Promise<void> {
  await Promise.all(names.map(loadStylesheet))
}

function loadStylesheet(name: Stylesheet): Promise<void> {
  const known = loads.get(name)
  if (known) return known
  if (linkOf(name)) return Promise.resolve()
  const load = addStylesheet(name)
  loads.set(name, load)
  // The next page that needs it may try again.
  load.catch(() => loads.delete(name))
  return load
}

function addStylesheet(name: Stylesheet): Promise<void> {
  const link = document.createElement('link')
  return new Promise<void>((resolve, reject) => {
    const { styles } = initial().page
    link.rel = 'stylesheet'
    link.dataset['styles'] = name
    link.href = styles[name]!
    link.onload = () => resolve()
    link.onerror = reject
    setTimeout(reject, TIMEOUT)
    const order = Object.keys(styles)
    const before = order.slice(0, order.indexOf(name)) as Stylesheet[]
    const previous = before.map(linkOf).findLast((found) => found !== null)
    if (previous) previous.after(link)
    else document.head.append(link)
  }).catch((error: unknown) => {
    link.remove()
    throw error
  })
}

function linkOf(name: Stylesheet): Element | null {
  return document.querySelector(`link[data-styles="${name}"]`)
}
