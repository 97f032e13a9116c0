import type { ReactNode } from 'react'
import { Badge, type BadgeKind } from '#ui/badge.tsx'
import type { ListedOrder } from '../contract.ts'

type Stated = Pick<ListedOrder, 'status' | 'statusText' | 'payStatus' | 'dueText' | 'refundStatusText'>

export function OrderBadges({ order }: { order: Stated }): ReactNode {
  return (
    <>
      <Badge kind={badgeOf(order)}>{order.statusText}</Badge>
      {order.dueText !== null && <Badge kind="warning">{order.dueText}</Badge>}
      {order.refundStatusText !== null && <Badge kind="warning">{order.refundStatusText}</Badge>}
    </>
  )
}

function badgeOf({ status, payStatus }: Stated): BadgeKind {
  switch (status) {
    case 'completed':
      return 'success'
    case 'cancelled':
      return 'error'
    case 'pending_cancellation':
      return 'warning'
    case 'in_progress':
      return payStatus === 'paid' ? 'info' : 'warning'
  }
}
