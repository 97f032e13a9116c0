import { next, type Machine } from '../machine.ts'
import { no, ok, type Result } from '../result.ts'

export type ReturnType = 'return_and_refund' | 'exchange' | 'refund_only'
export type ReturnStatus = 'pending_approval' | 'cancelled' | 'completed' | 'ended'
export type AuditStatus = 'pending_approval' | 'audit_successful' | 'audit_failed'
export type ReturnEvent =
  | 'apply'
  | 'approve'
  | 'refuse'
  | 'cancel'
  | 'send_parcel'
  | 'receive_parcel'
  | 'recount'
  | 'complete'
  | 'expire'

/** Status and audit status in one word; `none` before there is a return. */
export type ReturnState = keyof typeof returnStates

/** What of a state is stored. The pairs that are not here cannot be. */
export const returnStates = {
  none: { status: null, auditStatus: null },
  asked: { status: 'pending_approval', auditStatus: 'pending_approval' },
  approved: { status: 'pending_approval', auditStatus: 'audit_successful' },
  refused: { status: 'ended', auditStatus: 'audit_failed' },
  withdrawn: { status: 'cancelled', auditStatus: 'pending_approval' },
  cancelled: { status: 'cancelled', auditStatus: 'audit_successful' },
  completed: { status: 'completed', auditStatus: 'audit_successful' },
  expired: { status: 'ended', auditStatus: 'audit_successful' },
} as const satisfies Record<string, { status: ReturnStatus | null; auditStatus: AuditStatus | null }>

export const returnMachine: Machine<ReturnState, ReturnEvent> = {
  none: { apply: 'asked' },
  asked: { approve: 'approved', refuse: 'refused', cancel: 'withdrawn' },
  approved: {
    refuse: 'refused',
    cancel: 'cancelled',
    send_parcel: 'approved',
    receive_parcel: 'approved',
    recount: 'approved',
    complete: 'completed',
    expire: 'expired',
  },
  refused: {},
  withdrawn: {},
  cancelled: {},
  completed: {},
  expired: {},
}

/** The facts that guards check. */
export interface ReturnFacts {
  readonly type: ReturnType
  readonly status: ReturnStatus
  readonly auditStatus: AuditStatus
  /** By the legal right: nobody refuses it. */
  readonly isWithdrawal: boolean
  /** The shopper named a parcel. */
  readonly isSent: boolean
  /** The parcel has arrived at the merchant's. */
  readonly isReceived: boolean
  /** Until when the parcel has to be sent; null as long as none is due. */
  readonly sendBy: Date | null
}

type Guard = (facts: ReturnFacts, now: Date) => boolean

/** What must hold for an event besides the state; an event that is not here needs no more. */
const guards: Readonly<Partial<Record<ReturnEvent, readonly Guard[]>>> = {
  refuse: [isUndecidedOrInspected],
  cancel: [isNotReceived],
  send_parcel: [needsParcel, isNotReceived],
  receive_parcel: [needsParcel, isNotReceived],
  recount: [needsParcel, isReceived],
  complete: [hasWhatIsDue],
  expire: [needsParcel, isNotSent, isNotReceived, isOverdue],
}

/** A refund without a return: nothing is sent. */
function needsParcel({ type }: ReturnFacts): boolean {
  return type !== 'refund_only'
}

/** What was approved unseen is refused once it was seen (decision 128); a right never is. */
function isUndecidedOrInspected(facts: ReturnFacts): boolean {
  if (facts.auditStatus === 'pending_approval') return true
  return needsParcel(facts) && facts.isReceived && !facts.isWithdrawal
}

function isNotSent({ isSent }: ReturnFacts): boolean {
  return !isSent
}

function isReceived(facts: ReturnFacts): boolean {
  return facts.isReceived
}

function isNotReceived({ isReceived }: ReturnFacts): boolean {
  return !isReceived
}

/** Money and exchanged goods leave after the parcel has arrived. */
function hasWhatIsDue(facts: ReturnFacts): boolean {
  return !needsParcel(facts) || facts.isReceived
}

function isOverdue({ sendBy }: ReturnFacts, now: Date): boolean {
  return sendBy !== null && sendBy <= now
}

/** The state of a stored return; null for a pair that cannot be. */
export function returnState({
  status,
  auditStatus,
}: Pick<ReturnFacts, 'status' | 'auditStatus'>): ReturnState | null {
  const names = Object.keys(returnStates) as ReturnState[]
  return (
    names.find((name) => {
      const pair = returnStates[name]
      return pair.status === status && pair.auditStatus === auditStatus
    }) ?? null
  )
}

/** Status and audit status after an event; refused where the state does not know it or a guard says no. */
export function moveReturn(
  facts: ReturnFacts,
  event: Exclude<ReturnEvent, 'apply'>,
  now: Date,
): Result<{ status: ReturnStatus; auditStatus: AuditStatus }, { name: 'not_now' }> {
  const state = returnState(facts)
  if (state === null) return no({ name: 'not_now' })
  const to = next(returnMachine, state, event)
  if (!to.ok) return to
  const isMet = guards[event]?.every((guard) => guard(facts, now)) ?? true
  const { status, auditStatus } = returnStates[to.value]
  return isMet && status !== null ? ok({ status, auditStatus }) : no({ name: 'not_now' })
}

/** Whether the event may happen now: what buttons and commands offer. */
export function mayMove(facts: ReturnFacts, event: Exclude<ReturnEvent, 'apply'>, now: Date): boolean {
  return moveReturn(facts, event, now).ok
}

/** Units of it are asked for: nobody may ask for them again. */
export function holdsUnits({ status }: Pick<ReturnFacts, 'status'>): boolean {
  return status === 'pending_approval' || status === 'completed'
}
