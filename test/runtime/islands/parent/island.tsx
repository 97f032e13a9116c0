import { createElement, useEffect, type ReactNode } from 'react'

/** Holds another island in its own HTML: React is told to leave the inside of it alone. */
export default function Parent({ child }: { child: string }): ReactNode {
  useEffect(() => {
    window.mounts = [...(window.mounts ?? []), 'parent']
  }, [])
  return (
    <div>
      <h2>Parent</h2>
      {createElement('x-island', {
        c: 'counter',
        on: 'load',
        k: 'child',
        p: JSON.stringify({ label: child }),
        suppressHydrationWarning: true,
      })}
    </div>
  )
}
