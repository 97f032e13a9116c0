import { expect, it } from 'vitest'
import { faultText } from './return-faults.ts'

it.each([
  [0, 'complete it with --amount 0 and a reason'],
  [2000, 'complete it with --amount 20.00 and a reason: so much was paid with store credit'],
])('says how a return ends whose order nobody paid, of which %i are store credit', (credit, advice) => {
  const fault = { name: 'not_recorded', order: 'K7M2N-9QXD4', credit, currency: 'EUR' } as const
  expect(faultText(fault, 'complete')).toBe(
    `no payment of order K7M2N-9QXD4 is recorded: note it first (violet orders pay K7M2N-9QXD4); if none ever comes, ${advice}`,
  )
})
