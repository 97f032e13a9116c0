import { useState, type ReactNode } from 'react'

/** A widget that is worked with the keyboard. */
export default function Keys(): ReactNode {
  const [pressed, setPressed] = useState<string[]>([])
  return (
    <div
      role="listbox"
      aria-label="keys"
      tabIndex={0}
      onKeyDown={(event) => setPressed([...pressed, event.key])}
    >
      <output>{pressed.join(' ')}</output>
    </div>
  )
}
