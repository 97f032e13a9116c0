import { useState, type ReactNode } from 'react'
import { call } from '#platform/browser/call.ts'

/** Adds by a button that is no form. The new count is made from the one that was rendered. */
export default function Clicker(): ReactNode {
  const [clicks, setClicks] = useState<string[]>([])

  function onClick(way: string): void {
    setClicks([...clicks, way])
    void call('/cart/add', { sku: 'clicked', way })
  }

  return (
    <div>
      <button type="button" onClick={() => onClick('left')}>
        <span>Left</span>
      </button>
      <button type="button" onClick={() => onClick('right')}>
        Right
      </button>
      <a href="/next">A link</a>
      <output>{clicks.join(' ')}</output>
    </div>
  )
}
