import { useState, type ReactNode } from 'react'

/** Shows what stands in it, hides it, and takes it out. */
export default function Content({
  title = 'content',
  children,
}: {
  title?: string
  children?: ReactNode
}): ReactNode {
  const [state, setState] = useState<'open' | 'hidden' | 'out'>('open')
  return (
    <section>
      <h2>{title}</h2>
      <button type="button" onClick={() => setState('open')}>
        Open
      </button>
      <button type="button" onClick={() => setState('hidden')}>
        Hide
      </button>
      <button type="button" onClick={() => setState('out')}>
        Take out
      </button>
      <div hidden={state === 'hidden'}>{state !== 'out' && children}</div>
    </section>
  )
}
