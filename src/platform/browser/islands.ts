import type { ComponentType } from 'react'
import { emit, wait } from './dom.ts'
import { createHold } from './held.ts'
import { waitFor } from './moments.ts'
import type { Mounted, mount } from './mount.tsx'

/*
 * The parts of a page that wake: `<x-island c="name" on="…" k="…" p='{…}'>server HTML</x-island>`.
 * Nothing here knows React or the islands' names; both come with the first part that wakes. An island starts when it is put into the
 * document and ends when it stays out of it, so HTML that is swapped in needs no search for islands.
 */

/** Name → the island's code. */
export type IslandTable = Readonly<Record<string, () => Promise<{ default: ComponentType<never> }>>>

export type Props = Readonly<Record<string, unknown>>

export interface IslandOptions {
  /** The module with the table of islands. */
  table: () => Promise<{ islands: IslandTable }>
  /** The module with React in it. */
  mount: () => Promise<{ mount: typeof mount }>
}

interface Island {
  connect(): void
  disconnect(): void
  /** Brings it to life. `hurry`: a person waits. Resolves false when it stays as the server made it. */
  wake(hurry: boolean): Promise<boolean>
  /** Fetches its code and runs nothing of it. */
  load(): void
  /** Something was done in it. */
  happened(event: Event): void
  propsChanged(): void
  /** For an island made in the browser: its props need not be JSON. */
  setProps(props: Props): void
  /** Whether it came to life, as soon as that is known. */
  settled: Promise<boolean>
}

const TAG = 'x-island'
const RETRY_AFTER = 500

const islands = new WeakMap<Element, Island>()
let loadTable: IslandOptions['table']
let loadMount: IslandOptions['mount']

/** Starts the islands of the document and of all HTML that will be put into it. */
export function startIslands(options: IslandOptions): void {
  loadTable = options.table
  loadMount = options.mount
  for (const type of ['click', 'submit', 'keydown', 'input', 'change']) {
    document.addEventListener(type, (event) => islandAround(event.target)?.happened(event), { capture: true })
  }
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, ({ target }) => islandAround(target)?.load(), {
      capture: true,
      passive: true,
    })
  }
  customElements.define(
    TAG,
    class extends HTMLElement {
      static observedAttributes = ['p']
      island = createIsland(this)
      connectedCallback(): void {
        this.island.connect()
      }
      disconnectedCallback(): void {
        this.island.disconnect()
      }
      attributeChangedCallback(): void {
        this.island.propsChanged()
      }
    },
  )
}

/**
 * Mounts an island into `element` after `ms`, the same way as `on="delay:2000"`. Resolves true when it is
 * there, false when the element is gone by then or the island failed.
 */
export function mountLater(element: Element, name: string, props: Props, ms = 2000): Promise<boolean> {
  const host = document.createElement(TAG)
  host.setAttribute('c', name)
  host.setAttribute('on', `delay:${ms}`)
  const island = islands.get(host)!
  island.setProps(props)
  element.append(host)
  return host.isConnected ? island.settled : Promise.resolve(false)
}

function createIsland(host: HTMLElement): Island {
  let state: 'inert' | 'asleep' | 'live' | 'dead' = 'inert'
  let name = ''
  let on = ''
  let props: Props | null = null
  // What changed before it was live: hydration must see the props that the server saw.
  let patch: Props = {}
  let waking: Promise<boolean> | null = null
  let mounted: Mounted | null = null
  let wasMounted = false
  let hurried = false
  // Counts removals: work begun before one must not go on after it.
  let life = 0
  let stopWaiting = (): void => {}
  let settle!: (isLive: boolean) => void
  const settled = new Promise<boolean>((resolve) => (settle = resolve))
  const hold = createHold(host, () => void wake(true))

  host.addEventListener('island:update', (event) => {
    if (event.target === host) update((event as CustomEvent<Props>).detail)
  })

  host.addEventListener('island:wake', (event) => {
    if (event.target === host) void wake(true)
  })

  function connect(): void {
    if (mounted || waking || state === 'dead') return
    name = host.getAttribute('c') ?? ''
    on = host.getAttribute('on') ?? 'interact'
    if (host.closest('[data-no-islands]')) return settle(false)
    state = 'asleep'
    try {
      props ??= { ...parsedProps(), external: true }
      // What was live before comes back empty, and has nothing to wait for.
      stopWaiting = waitFor(wasMounted ? 'load' : on, host, () => void wake(false))
    } catch (error) {
      fail(error)
    }
  }

  function disconnect(): void {
    stopWaiting()
    // One turn more than a crash of the part around needs to put its slot back.
    queueMicrotask(() => queueMicrotask(endIfGone))
  }

  function endIfGone(): void {
    if (host.isConnected || state === 'dead') return
    life++
    state = 'inert'
    wasMounted ||= mounted !== null
    mounted?.unmount()
    mounted = waking = null
    hold.drop()
    settle(false)
  }

  function wake(hurry: boolean): Promise<boolean> {
    if (state !== 'asleep') return Promise.resolve(state === 'live')
    hurried ||= hurry
    const parent = parentOf(host)?.wake(hurry)
    return (waking ??= awaken(parent))
  }

  async function awaken(parent: Promise<boolean> | undefined): Promise<boolean> {
    const born = life
    stopWaiting()
    try {
      // React takes over a component's whole HTML: what stands in it comes after.
      await parent
      const [{ mount }, component] = await Promise.all([once(loadMount), loadComponent(name)])
      if (born !== life || !host.isConnected) return false
      if (component === null) return leaveAsItIs()
      return await new Promise((resolve) => {
        mounted = mount({ host, name, component, props: props!, hurried, live, crashed })

        function live(): void {
          state = 'live'
          const early = patch
          patch = {}
          update(early)
          void hold.replay()
          settle(true)
          resolve(true)
        }

        function crashed(error: unknown): void {
          mounted = null
          fail(error)
          resolve(false)
        }
      })
    } catch (error) {
      if (born === life) fail(error)
      return false
    }
  }

  /** No island has this name: what stands in it is HTML like any other. */
  function leaveAsItIs(): boolean {
    state = 'inert'
    void hold.replay()
    settle(false)
    return false
  }

  function fail(error: unknown): void {
    state = 'dead'
    host.dataset['dead'] = ''
    console.error(`Island ${name}:`, error)
    emit(host, 'island:error', { name, error })
    hold.giveUp()
    settle(false)
  }

  function update(change: Props): void {
    if (state !== 'live') patch = { ...patch, ...change }
    else if (Object.keys(change).length) mounted!.render((props = { ...props, ...change }))
  }

  /** Asleep, and not one that is meant for another kind of screen. */
  function isWaiting(): boolean {
    return state === 'asleep' && (!on.startsWith('(') || matchMedia(on).matches)
  }

  function parsedProps(): Props {
    return JSON.parse(host.getAttribute('p') ?? '{}') as Props
  }

  const island: Island = {
    connect,
    disconnect,
    wake,
    settled,
    load() {
      if (!isWaiting()) return
      once(loadMount).catch(() => {})
      loadComponent(name).catch(() => {})
    },
    happened(event) {
      if (isWaiting()) hold.take(event)
    },
    propsChanged() {
      if (props) update(parsedProps())
    },
    setProps(given) {
      props = given
    },
  }
  islands.set(host, island)
  return island
}

/** The island whose own HTML this is. What stands in a slot is the page's, not the island's. */
function islandAround(target: EventTarget | null): Island | undefined {
  const host = target instanceof Element ? target.closest(`${TAG},x-slot`) : null
  return host ? islands.get(host) : undefined
}

function parentOf(host: Element): Island | undefined {
  return islandAround(host.parentElement)
}

/** Null where the table has no such name. Only its own names count, not those of every object. */
async function loadComponent(name: string): Promise<ComponentType<never> | null> {
  const { islands: table } = await once(loadTable)
  const load = Object.hasOwn(table, name) ? table[name] : undefined
  return load === undefined ? null : (await once(load)).default
}

const loads = new Map<unknown, Promise<unknown>>()

/** Imports once, with one retry; after a failure the next call may try again. */
function once<M>(load: () => Promise<M>): Promise<M> {
  let promise = loads.get(load) as Promise<M> | undefined
  if (!promise) {
    promise = load().catch(() => wait(RETRY_AFTER).then(load))
    loads.set(load, promise)
    promise.catch(() => loads.delete(load))
  }
  return promise
}
