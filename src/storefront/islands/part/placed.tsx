import { createElement, useEffect, useRef, type ReactNode } from 'react'
import { isOwnPart } from '#wire/placed-names.ts'

/*
 * A part that a merchant's HTML placed. What it shows is HTML of the server, which stands in its slot; islands in it
 * live by themselves. Its props are what the merchant wrote, checked: a small question. When they change, or when there
 * is nothing yet, the server is asked for the HTML that answers it.
 */

interface PlacedProps {
  name: string
  /** What the merchant wrote, as the server understood it. */
  query: Readonly<Record<string, unknown>>
  children?: ReactNode
}

interface PartProps {
  children?: ReactNode
  external?: boolean
}

export function partOf(name: string): (props: PartProps) => ReactNode {
  return function Part({ children, external: _, ...query }) {
    return (
      <Placed name={name} query={query}>
        {children}
      </Placed>
    )
  }
}

export function Placed({ name, query, children }: PlacedProps): ReactNode {
  const end = useRef<HTMLTemplateElement>(null)
  const wanted = JSON.stringify(query)
  const isEmpty = children === undefined
  const shown = useRef(isEmpty || isOwnPart(name) ? null : wanted)

  useEffect(() => {
    if (shown.current === wanted) return undefined
    const { host, slot } = placeOf(end.current!)
    const asking = { isOver: false }
    void fill({ name, wanted, host, slot, asking }).then((done) => {
      if (done) shown.current = wanted
    })
    return () => void (asking.isOver = true)
  }, [name, wanted])

  useEffect(() => forward(placeOf(end.current!), wanted), [wanted])

  return (
    <>
      {isEmpty ? createElement('x-slot') : children}
      {/* Marks the place: neither the slot nor the element around it is this component's own. */}
      <template ref={end} />
    </>
  )
}

interface Place {
  host: HTMLElement
  slot: HTMLElement
}

function placeOf(end: HTMLElement): Place {
  return { host: end.parentElement!, slot: end.previousElementSibling as HTMLElement }
}

/** True when the slot shows it now; otherwise what stood there stays, and the console says why. */
async function fill({
  name,
  wanted,
  host,
  slot,
  asking,
}: Place & { name: string; wanted: string; asking: { isOver: boolean } }): Promise<boolean> {
  const { fetchPart } = await import('./fetch-part.ts')
  const answer = await fetchPart(name, wanted, host.getAttribute('k') ?? `part-${name}`)
  if (asking.isOver || !host.isConnected) return false
  if (typeof answer === 'string') {
    // oxlint-disable-next-line no-console -- for whoever wrote the props: nothing of it is the visitor's
    if (answer !== '') console.error(`The part ${name} stays as it is: ${answer}`)
    host.dispatchEvent(new CustomEvent('part:refused', { detail: { name, reason: answer }, bubbles: true }))
    return false
  }
  slot.replaceChildren(answer)
  host.dispatchEvent(new CustomEvent('part:shown', { detail: { name }, bubbles: true }))
  return true
}

/**
 * An update for the island inside that speaks of what the merchant wrote is one for the part: the island has other props.
 */
function forward({ host, slot }: Place, wanted: string): () => void {
  const known = Object.keys(JSON.parse(wanted) as object)
  const take = (event: Event): void => {
    const { detail } = event as CustomEvent<unknown>
    // An island within another one is that one's.
    const inside = (event.target as Element).parentElement?.closest('x-island') === host
    if (!inside || typeof detail !== 'object' || detail === null) return
    const names = Object.keys(detail)
    if (names.length === 0 || !names.every((name) => known.includes(name))) return
    event.stopImmediatePropagation()
    host.dispatchEvent(new CustomEvent('island:update', { detail }))
  }
  slot.addEventListener('island:update', take, { capture: true })
  return () => slot.removeEventListener('island:update', take, { capture: true })
}
