import { useState, type ReactNode } from 'react'

export function Price({ known }: { known: boolean }): ReactNode {
  if (!known) return null
  const [open] = useState(false)
  return <p>{String(open)}</p>
}
