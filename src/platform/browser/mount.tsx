import { Component, createElement, memo, startTransition, type ComponentType, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { changedFields } from './typed.ts'

/*
 * The half of the island runtime that knows React. Loaded with the first island that wakes.
 */

type Props = Readonly<Record<string, unknown>>

export interface Mounting {
  host: HTMLElement
  name: string
  component: ComponentType<never>
  props: Props
  /** A person waits: hydrate at once instead of when React finds the time. */
  hurried: boolean
  /** React has committed and listens. `hydrateRoot` returns long before that. */
  live(): void
  /** The server's HTML is back in place. */
  crashed(error: unknown): void
}

export interface Mounted {
  render(props: Props): void
  unmount(): void
}

/** The server's HTML: needed again after a crash, and when an island comes back after it was taken out. */
const originals = new WeakMap<Element, { html: readonly Node[]; slot: readonly ChildNode[] | null }>()

/**
 * Brings `host` to life: its HTML is hydrated, an empty one is rendered. What stands in its `<x-slot>`, or the
 * whole inside of a `content` island that has none, is handed to the component as `children`, the nodes
 * themselves. A crash, now or later, puts the server's HTML back.
 */
export function mount({ host, name, component, props, hurried, live, crashed }: Mounting): Mounted {
  const isEmpty = !host.firstElementChild && !host.textContent?.trim()
  const slot = slotOf(host)
  const isBareContent = name === 'content' && !slot && !isEmpty
  const original = originals.get(host) ?? {
    html: [...host.childNodes].map((node) => node.cloneNode(true)),
    slot: slot ? [...slot.childNodes] : isBareContent ? [...host.childNodes] : null,
  }
  originals.set(host, original)
  const nodes = original.slot
  const fields = changedFields(host)
  let ended = false

  const options: RootOptions = {
    identifierPrefix: `${host.getAttribute('k') ?? name}-`,
    // The island says it in its own words, once.
    onCaughtError() {},
    // A part that is taken out of the page before React has hydrated it is an early update to React (error 424).
    onRecoverableError(error) {
      if (!ended) reportError(error)
    },
  }
  const start = (): { render(tree: ReactNode): void; unmount(): void } => {
    if (!isEmpty && !isBareContent) return hydrateRoot(host, tree(props), options)
    const created = createRoot(host, options)
    created.render(tree(props))
    return created
  }
  const root = hurried ? flushSync(start) : start()

  function tree(given: Props): ReactNode {
    return (
      <Boundary onMount={onMount} onCrash={onCrash}>
        {createElement(
          component as ComponentType<Props>,
          given,
          ...(nodes ? [<Slot nodes={nodes} key="slot" />] : []),
        )}
      </Boundary>
    )
  }

  // Both are called while React commits: what they do to the page has to wait until it has ended.
  function onMount(): void {
    queueMicrotask(() => {
      if (ended) return
      for (const replay of fields) replay()
      live()
    })
  }

  function onCrash(error: unknown): void {
    queueMicrotask(() => {
      if (ended) return
      unmount()
      host.replaceChildren(...original.html)
      // The slot's own nodes are still good, and islands in them may be alive.
      if (nodes) (slotOf(host) ?? host).replaceChildren(...nodes)
      crashed(error)
    })
  }

  function unmount(): void {
    ended = true
    root.unmount()
  }

  return {
    render(given) {
      startTransition(() => root.render(tree(given)))
    },
    unmount,
  }
}

interface BoundaryProps {
  onMount(): void
  onCrash(error: unknown): void
  children: ReactNode
}

class Boundary extends Component<BoundaryProps, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true }
  }

  override componentDidMount(): void {
    if (!this.state.crashed) this.props.onMount()
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error)
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children
  }
}

/** Keeps the server's nodes: hydration leaves them alone, and a new element gets them back. */
const Slot = memo(
  function Slot({ nodes }: { nodes: readonly ChildNode[] }): ReactNode {
    return createElement('x-slot', {
      suppressHydrationWarning: true,
      // oxlint-disable-next-line react/no-danger -- it is empty, and tells React to leave the inside alone
      dangerouslySetInnerHTML: { __html: nothing() },
      ref: (element: HTMLElement | null) => {
        if (element && !element.firstChild) element.append(...nodes)
      },
    })
  },
  () => true,
)

// Under a Trusted Types policy even the empty string is refused.
function nothing(): string {
  return globalThis.trustedTypes?.emptyHTML ?? ''
}

function slotOf(host: Element): Element | null {
  const slot = host.querySelector('x-slot')
  return slot?.parentElement?.closest('x-island') === host ? slot : null
}
