import { useEffect, useId, useState, type ReactNode } from 'react'

interface Props {
  label?: string
  external?: boolean
}

/** Shows all that a part can be told: its props, its id, how often it was clicked, that it is alive. */
export default function Counter({ label = 'none', external = false }: Props): ReactNode {
  const [count, setCount] = useState(0)
  const [alive, setAlive] = useState(false)
  const id = useId()
  useEffect(() => {
    setAlive(true)
    window.mounts = [...(window.mounts ?? []), label]
    return () => {
      window.unmounts = [...(window.unmounts ?? []), label]
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what it was called when it came to life
  }, [])
  return (
    <div className="counter" data-alive={alive} data-external={external} id={id}>
      <button type="button" onClick={() => setCount(count + 1)}>
        {label}: {count}
      </button>
    </div>
  )
}

declare global {
  interface Window {
    mounts?: string[]
    unmounts?: string[]
  }
}
