import { useEffect, type ReactNode } from 'react'

/** Has no box of its own: only what stands in it has. */
export default function Bare({ children }: { children?: ReactNode }): ReactNode {
  useEffect(() => {
    window.mounts = [...(window.mounts ?? []), 'bare']
  }, [])
  return children
}
