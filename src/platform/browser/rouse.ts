import type { Props } from './islands.ts'

/**
 * Gives an island new props from outside, and wakes it if it sleeps: what it is told before it is live is kept
 * for it. An island wakes when something is done in it, so something is done in it.
 */
export function rouse(host: Element, props: Props): void {
  host.dispatchEvent(new CustomEvent('island:update', { detail: props }))
  host.dispatchEvent(new Event('click', { bubbles: true }))
}
