import type { ReactNode } from 'react'
import type { View } from '../../contract.ts'

export default function CartBadge({ count }: View): ReactNode {
  return <p>{count}</p>
}
