import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Badge, type BadgeKind } from '#ui/badge.tsx'
import type { ReturnSummary } from '../contract.ts'

const statusKinds = {
  pending_approval: 'info',
  cancelled: 'plain',
  completed: 'success',
  ended: 'plain',
} as const satisfies Record<ReturnSummary['status'], BadgeKind>

const auditKinds = {
  pending_approval: 'warning',
  audit_successful: 'success',
  audit_failed: 'error',
} as const satisfies Record<ReturnSummary['auditStatus'], BadgeKind>

/** False where nothing comes of it: what was asked for is no refund then. */
export function comesToSomething(status: ReturnSummary['status']): boolean {
  return status !== 'cancelled' && status !== 'ended'
}

/** Where a return stands, and what was decided about it. They are named: both may say "pending approval". */
export function ReturnBadges({
  of: { status, statusText, auditStatus, auditStatusText },
  ctx: { t },
}: {
  of: Pick<ReturnSummary, 'status' | 'statusText' | 'auditStatus' | 'auditStatusText'>
  ctx: Pick<Ctx, 't'>
}): ReactNode {
  return (
    <>
      <div>
        <dt>{t('return.status')}</dt>
        <dd>
          <Badge kind={statusKinds[status]}>{statusText}</Badge>
        </dd>
      </div>
      <div>
        <dt>{t('return.audit_status')}</dt>
        <dd>
          <Badge kind={auditKinds[auditStatus]}>{auditStatusText}</Badge>
        </dd>
      </div>
    </>
  )
}
