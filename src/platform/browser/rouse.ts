import type { Props } from './islands.ts'

/** Gives an island new props from outside and wakes it; props that come before it is live are stored for it. */
export function rouse(host: Element, props: Props): void {
  host.dispatchEvent(new CustomEvent('island:update', { detail: props }))
  host.dispatchEvent(new Event('island:wake'))
}
