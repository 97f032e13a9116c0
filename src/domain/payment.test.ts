import { describe, expect, it } from 'vitest'
import { next, unreachable, type Machine } from './machine.ts'
import { checkReport, paymentMachine, type PaymentEvent, type PaymentStatus } from './payment.ts'

describe('the states of a payment', () => {
  it('can all be reached', () => {
    expect(unreachable(paymentMachine, 'created')).toEqual([])
  })

  it('names a state that nothing leads to', () => {
    const machine: Machine<'a' | 'b' | 'c', 'go'> = { a: { go: 'b' }, b: {}, c: { go: 'a' } }
    expect(unreachable(machine, 'a')).toEqual(['c'])
  })

  const states: PaymentStatus[] = ['created', 'pending', 'captured', 'failed', 'cancelled']

  it.each(states.filter((state) => state !== 'captured'))('%s: a late yes is money taken', (state) => {
    expect(next(paymentMachine, state, 'capture')).toEqual({ ok: true, value: 'captured' })
  })

  it.each(['submit', 'capture', 'fail', 'cancel'] satisfies PaymentEvent[])(
    'captured stays captured, whatever comes: %s',
    (event) => {
      expect(next(paymentMachine, 'captured', event)).toEqual({ ok: false, problem: { name: 'not_now' } })
    },
  )

  it.each(['failed', 'cancelled'] satisfies PaymentStatus[])('%s is not opened again', (state) => {
    expect(next(paymentMachine, state, 'submit').ok).toBe(false)
  })
})

describe('what a provider says', () => {
  const payment = { amount: 1990, currency: 'USD' }
  const report = { eventId: 'e', reference: 'r', status: 'captured', failure: null } as const

  it.each([
    [1990, 'USD', 'ok'],
    [1989, 'USD', 'wrong_amount'],
    [1991, 'USD', 'wrong_amount'],
    [1990, 'EUR', 'wrong_currency'],
    [1990, 'usd', 'wrong_currency'],
    [199000, 'JPY', 'wrong_currency'],
  ])('%i %s: %s', (amount, currency, verdict) => {
    expect(checkReport(payment, { ...report, amount, currency })).toBe(verdict)
  })
})
