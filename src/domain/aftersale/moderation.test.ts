import { expect, it } from 'vitest'
import { unreachable } from '../machine.ts'
import { firstStatus, writtenMachine } from './moderation.ts'

it('has no state that nothing leads to', () => {
  expect(unreachable(writtenMachine, 'pending')).toEqual([])
})

it('puts what was edited back into the queue, from every state', () => {
  for (const events of Object.values(writtenMachine)) expect(events.edit).toBe('pending')
})

it('lets a text with a link wait in every shop, wherever in it the link stands', () => {
  expect(firstStatus(['', 'Nice.Good', 'Ada L.'], 'after')).toBe('published')
  expect(firstStatus(['', 'Nice.Good', 'billig-moebel.de'], 'after')).toBe('pending')
  expect(firstStatus(['chairs.eu or bit.do/abc', 'Good', 'Ada L.'], 'after')).toBe('pending')
  expect(firstStatus(['Good'], 'before')).toBe('pending')
  expect(firstStatus(['Good'], 'after', true)).toBe('pending')
})
