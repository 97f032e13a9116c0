import { describe, expect, it } from 'vitest'
import { next, unreachable } from '../machine.ts'
import {
  holdsUnits,
  mayMove,
  moveReturn,
  returnMachine,
  returnState,
  returnStates,
  type AuditStatus,
  type ReturnEvent,
  type ReturnFacts,
  type ReturnState,
  type ReturnStatus,
} from './return.ts'

const now = new Date('2026-11-25T12:00:00Z')
const asked: ReturnFacts = {
  type: 'return_and_refund',
  status: 'pending_approval',
  auditStatus: 'pending_approval',
  isWithdrawal: false,
  isSent: false,
  isReceived: false,
  sendBy: null,
}
const approved: ReturnFacts = { ...asked, auditStatus: 'audit_successful', sendBy: now }

/** Every event: one that is not here does not compile. */
const events = Object.keys({
  apply: true,
  approve: true,
  refuse: true,
  cancel: true,
  send_parcel: true,
  receive_parcel: true,
  recount: true,
  complete: true,
  expire: true,
} satisfies Record<ReturnEvent, true>) as ReturnEvent[]

describe('the states of a return', () => {
  it('can all be reached', () => {
    expect(unreachable(returnMachine, 'none')).toEqual([])
  })

  const allowed: Record<ReturnState, Partial<Record<ReturnEvent, ReturnState>>> = {
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
  for (const state of Object.keys(allowed) as ReturnState[]) {
    for (const event of events) {
      const to = allowed[state][event]
      it(`${state} + ${event} → ${to ?? 'refused'}`, () => {
        expect(next(returnMachine, state, event)).toEqual(
          to === undefined ? { ok: false, problem: { name: 'not_now' } } : { ok: true, value: to },
        )
      })
    }
  }

  it('are stored as status and audit status, each pair of one state', () => {
    const pairs = Object.values(returnStates).map(({ status, auditStatus }) => `${status} ${auditStatus}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    for (const [name, { status, auditStatus }] of Object.entries(returnStates))
      if (status !== null && auditStatus !== null) expect(returnState({ status, auditStatus })).toBe(name)
  })

  it('are never a pair that no event leads to', () => {
    const never: [ReturnStatus, AuditStatus][] = [
      ['completed', 'pending_approval'],
      ['completed', 'audit_failed'],
      ['pending_approval', 'audit_failed'],
      ['cancelled', 'audit_failed'],
      ['ended', 'pending_approval'],
    ]
    for (const [status, auditStatus] of never) {
      expect(returnState({ status, auditStatus })).toBeNull()
      expect(moveReturn({ ...asked, status, auditStatus }, 'cancel', now).ok).toBe(false)
    }
  })
})

describe('what may happen to a return', () => {
  type Event = Exclude<ReturnEvent, 'apply'>
  const moves = events.filter((event) => event !== 'apply')
  const later = new Date(now.getTime() + 1)
  const cases: [string, ReturnFacts, Event[]][] = [
    ['asked for', asked, ['approve', 'refuse', 'cancel']],
    ['approved, and its time is over', approved, ['cancel', 'send_parcel', 'receive_parcel', 'expire']],
    ['approved, with time left', { ...approved, sendBy: later }, ['cancel', 'send_parcel', 'receive_parcel']],
    [
      'sent: it is late, and does not end',
      { ...approved, isSent: true },
      ['cancel', 'send_parcel', 'receive_parcel'],
    ],
    ['received', { ...approved, isSent: true, isReceived: true }, ['refuse', 'recount', 'complete']],
    ['received without a word before', { ...approved, isReceived: true }, ['refuse', 'recount', 'complete']],
    [
      'a withdrawal that was received',
      { ...approved, isReceived: true, isWithdrawal: true },
      ['recount', 'complete'],
    ],
    [
      'an exchange that is not back',
      { ...approved, type: 'exchange', sendBy: later },
      ['cancel', 'send_parcel', 'receive_parcel'],
    ],
    ['a refund whose goods stay', { ...approved, type: 'refund_only', sendBy: null }, ['cancel', 'complete']],
    ['refused', { ...asked, status: 'ended', auditStatus: 'audit_failed' }, []],
    ['taken back', { ...asked, status: 'cancelled' }, []],
    ['completed', { ...approved, status: 'completed', isReceived: true }, []],
    ['ended', { ...approved, status: 'ended' }, []],
  ]
  it.each(cases)('%s', (_name, facts, may) => {
    expect(moves.filter((event) => mayMove(facts, event, now))).toEqual(may)
  })

  it('leads to a status and an audit status', () => {
    expect(moveReturn(asked, 'refuse', now)).toEqual({
      ok: true,
      value: { status: 'ended', auditStatus: 'audit_failed' },
    })
    expect(moveReturn(approved, 'cancel', now)).toEqual({
      ok: true,
      value: { status: 'cancelled', auditStatus: 'audit_successful' },
    })
  })
})

it('keeps units from being asked for again while it is open, and when it is completed', () => {
  const statuses: ReturnStatus[] = ['pending_approval', 'cancelled', 'completed', 'ended']
  expect(statuses.filter((status) => holdsUnits({ status }))).toEqual(['pending_approval', 'completed'])
})
