import type { Props } from './islands.ts'

/** Gives an island new props from outside, and wakes it if it sleeps: what it is told before is kept for it. */
export function rouse(host: Element, props: Props): void {
  host.dispatchEvent(new CustomEvent('island:update', { detail: props }))
  host.dispatchEvent(new Event('island:wake'))
}
