import type { ComponentType } from 'react'
import { emit, wait } from './dom.ts'
import { createHold, type Hold } from './held.ts'
import { waitFor } from './moments.ts'
import type { Mounted, mount } from './mount.tsx'
import { isReachable } from './place.ts'

/*
 * The parts of a page that wake: `<x-island c="name" on="…" k="…" p='{…}'>server HTML</x-island>`.
 * Nothing here knows React or the islands' names; both come with the first part that wakes. An island starts when it is put into the
 * document and ends when it stays out of it, so HTML that is swapped in needs no search for islands.
 */

/** Name → the island's code. */
export type IslandTable = Readonly<Record<string, () => Promise<{ default: ComponentType<never> }>>>

/** A table may name another one, for those that are more rarely met. */
interface TableModule {
  islands: IslandTable
  others?: () => Promise<TableModule>
}

export type Props = Readonly<Record<string, unknown>>

export interface IslandOptions {
  /** The module with the table of islands. */
  table: () => Promise<TableModule>
  /** The module with React in it. */
  mount: () => Promise<{ mount: typeof mount }>
}

interface Island {
  readonly host: HTMLElement
  /** `inert`: there is nothing to wake. `dead`: it failed. Both stay as the server made them. */
  state: 'inert' | 'asleep' | 'live' | 'dead'
  name: string
  /** The moment at which it wakes. */
  on: string
  /** Of an island made in the browser they need not be JSON. */
  props: Props | null
  /** Changes before it was live: hydration must see the props that the server saw. */
  patch: Props
  waking?: Promise<boolean> | undefined
  mounted?: Mounted | undefined
  wasMounted: boolean
  /** A person waits. */
  hurried: boolean
  /** Counts removals: work begun before one must not go on after it. */
  life: number
  stopWaiting?: () => void
  /** Events that came too early. */
  readonly hold: Hold
  /** Whether it came to life, as soon as that is known. */
  readonly settled: Promise<boolean>
  readonly settle: (isLive: boolean) => void
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
    document.addEventListener(
      type,
      (event) => {
        const island = islandAround(event.target)
        if (isWaiting(island)) island.hold.take(event)
      },
      { capture: true },
    )
  }
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, ({ target }) => load(islandAround(target)), {
      capture: true,
      passive: true,
    })
  }
  customElements.define(
    TAG,
    class extends HTMLElement {
      static observedAttributes = ['p']
      static mountLater = mountLater
      island = createIsland(this)
      connectedCallback(): void {
        connect(this.island)
      }
      disconnectedCallback(): void {
        disconnect(this.island)
      }
      attributeChangedCallback(): void {
        if (this.island.props) update(this.island, parsedProps(this))
      }
    },
  )
}

/**
 * Mounts an island into `element` after `ms`, the same way as `on="delay:2000"`. Resolves true when it is
 * there, false when the element is gone by then or the island failed. For scripts that are not the shop's own:
 * `customElements.get('x-island').mountLater(element, 'product-list', { collection: 'oak' })`.
 */
function mountLater(element: Element, name: string, props: Props, ms = 2000): Promise<boolean> {
  const host = document.createElement(TAG)
  host.setAttribute('c', name)
  host.setAttribute('on', `delay:${ms}`)
  const island = islands.get(host)!
  island.props = props
  element.append(host)
  return host.isConnected ? island.settled : Promise.resolve(false)
}

function createIsland(host: HTMLElement): Island {
  let settle!: Island['settle']
  const settled = new Promise<boolean>((resolve) => (settle = resolve))
  const island: Island = {
    host,
    state: 'inert',
    name: '',
    on: '',
    props: null,
    patch: {},
    wasMounted: false,
    hurried: false,
    life: 0,
    hold: createHold(host, () => void wake(island, true)),
    settled,
    settle,
  }
  islands.set(host, island)

  host.addEventListener('island:update', (event) => {
    if (event.target === host) update(island, (event as CustomEvent<Props>).detail)
  })

  host.addEventListener('island:wake', (event) => {
    if (event.target === host) void wake(island, true)
  })

  return island
}

function connect(island: Island): void {
  const { host } = island
  if (island.mounted || island.waking || island.state === 'dead') return
  island.name = host.getAttribute('c') ?? ''
  island.on = host.getAttribute('on') ?? 'interact'
  if (host.closest('[data-no-islands]')) return island.settle(false)
  island.state = 'asleep'
  try {
    island.props ??= { ...parsedProps(host), external: true }
    // What was live before comes back empty, and has nothing to wait for.
    island.stopWaiting = waitFor(island.wasMounted ? 'load' : island.on, host, () => void wake(island, false))
  } catch (error) {
    fail(island, error)
  }
}

function disconnect(island: Island): void {
  island.stopWaiting?.()
  // One turn more than a crash of the part around needs to put its slot back.
  queueMicrotask(() => queueMicrotask(() => endIfGone(island)))
}

function endIfGone(island: Island): void {
  if (island.host.isConnected || island.state === 'dead') return
  island.life++
  island.state = 'inert'
  island.wasMounted ||= island.mounted !== undefined
  island.mounted?.unmount()
  island.mounted = island.waking = undefined
  island.hold.drop()
  island.settle(false)
}

/** Fetches its code and runs nothing of it. */
function load(island: Island | undefined): void {
  if (!isWaiting(island)) return
  once(loadMount).catch(() => {})
  loadComponent(island.name).catch(() => {})
}

/** Asleep, and not one that is meant for another kind of screen. */
function isWaiting(island: Island | undefined): island is Island {
  return island?.state === 'asleep' && (!island.on.startsWith('(') || matchMedia(island.on).matches)
}

/** Brings it to life. `hurry`: a person waits. Resolves false when it stays as the server made it. */
function wake(island: Island, hurry: boolean): Promise<boolean> {
  if (island.state !== 'asleep') return Promise.resolve(island.state === 'live')
  island.hurried ||= hurry
  const around = islandAround(island.host.parentElement)
  const parent = around && wake(around, hurry)
  return (island.waking ??= awaken(island, parent))
}

async function awaken(island: Island, parent: Promise<boolean> | undefined): Promise<boolean> {
  const { host, name, life } = island
  island.stopWaiting?.()
  try {
    // React takes over a component's whole HTML: what stands in it comes after.
    await parent
    const [{ mount }, component] = await Promise.all([once(loadMount), loadComponent(name)])
    if (life !== island.life || !host.isConnected) return false
    if (component === null) return leaveAsItIs(island)
    return await new Promise((resolve) => {
      island.mounted = mount({
        host,
        name,
        component,
        props: island.props!,
        hurried: island.hurried,
        live() {
          resolve(beLive(island))
        },
        crashed(error) {
          island.mounted = undefined
          resolve(fail(island, error))
        },
      })
    })
  } catch (error) {
    // What fails without a connection is tried again with the next event, or when there is one.
    const isOver = await isReachable()
    if (life !== island.life) return false
    return isOver ? fail(island, error) : sleepAgain(island)
  }
}

function sleepAgain(island: Island): false {
  island.waking = undefined
  island.hold.drop()
  addEventListener('online', () => island.on !== 'interact' && void wake(island, false), { once: true })
  return false
}

function beLive(island: Island): true {
  island.state = 'live'
  update(island, island.patch)
  island.patch = {}
  void island.hold.replay()
  emit(island.host, 'island:live', { name: island.name })
  island.settle(true)
  return true
}

/** No island has this name: what stands in it is HTML like any other. */
function leaveAsItIs(island: Island): false {
  island.state = 'inert'
  void island.hold.replay()
  island.settle(false)
  return false
}

function fail(island: Island, error: unknown): false {
  const { host, name } = island
  island.state = 'dead'
  host.dataset['dead'] = ''
  console.error(`Island ${name}:`, error)
  emit(host, 'island:error', { name, error })
  island.hold.giveUp()
  island.settle(false)
  return false
}

function update(island: Island, change: Props): void {
  if (island.state !== 'live') island.patch = { ...island.patch, ...change }
  else if (Object.keys(change).length) island.mounted!.render((island.props = { ...island.props, ...change }))
}

function parsedProps(host: HTMLElement): Props {
  return JSON.parse(host.getAttribute('p') ?? '{}') as Props
}

/** The island whose own HTML this is. What stands in a slot is the page's, not the island's. */
function islandAround(target: EventTarget | null): Island | undefined {
  const host = target instanceof Element ? target.closest(`${TAG},x-slot`) : null
  return host ? islands.get(host) : undefined
}

/** Null where the table has no such name. Only its own names count, not those of every object. */
async function loadComponent(name: string): Promise<ComponentType<never> | null> {
  let table: TableModule | undefined = await once(loadTable)
  while (table && !Object.hasOwn(table.islands, name)) table = table.others && (await once(table.others))
  return table ? (await once(table.islands[name]!)).default : null
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
