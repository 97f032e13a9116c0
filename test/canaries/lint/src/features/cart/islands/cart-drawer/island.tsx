import type { ReactNode } from 'react'
import { view } from '../../contract.ts'

export default function CartDrawer({ data }: { data: unknown }): ReactNode {
  return <p>{view.parse(data).count}</p>
}
