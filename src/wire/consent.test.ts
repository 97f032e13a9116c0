import { expect, it } from 'vitest'
import { askedPurposes, mayCount, readConsent, writeConsent } from './consent.ts'

it('reads what it wrote', () => {
  const choice = { purposes: ['statistics', 'marketing'] as const, at: 1_795_267_860 }
  expect(writeConsent(choice)).toBe('1.statistics+marketing.1795267860')
  expect(readConsent(writeConsent(choice))).toEqual(choice)
  expect(readConsent('1..5')).toEqual({ purposes: [], at: 5 })
})

it.each([
  undefined,
  '',
  '1',
  '2.statistics.5',
  '1.statistics',
  '1.STATISTICS.5',
  '1.statistics.x',
  `1.${'a'.repeat(99)}.5`,
])('takes %s for no choice', (cookie) => expect(readConsent(cookie)).toBeNull())

it('allows no purpose that it does not know', () => {
  expect(readConsent('1.everything+marketing.5')).toEqual({ purposes: ['marketing'], at: 5 })
})

it.each([
  ['ask', null, false],
  ['ask', '1.statistics.5', true],
  ['ask', '1.marketing.5', false],
  ['always', null, true],
  ['always', '1..5', false],
  ['off', '1.statistics.5', false],
] as const)('counts under the rule %s with the choice %s: %s', (rule, cookie, counted) => {
  expect(mayCount(rule, readConsent(cookie ?? undefined))).toBe(counted)
})

it('asks only for what the shop does', () => {
  expect(askedPurposes({ statistics: 'ask', marketing: true })).toEqual(['statistics', 'marketing'])
  expect(askedPurposes({ statistics: 'always', marketing: false })).toEqual([])
})
