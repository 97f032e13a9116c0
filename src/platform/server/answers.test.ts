import { expect, it } from 'vitest'
import { problemOf } from './answers.ts'

const failed = (code: string): Error => Object.assign(new Error('what PostgreSQL said'), { code })

it.each([
  ['the disk of PostgreSQL is full', '53100'],
  ['PostgreSQL has no memory left', '53200'],
  ['PostgreSQL has no connection left', '53300'],
  ['the disk of the pictures is full', 'ENOSPC'],
  ['PostgreSQL is starting', '57P03'],
  ['PostgreSQL is silent', 'ETIMEDOUT'],
  ['a lock is held for too long', '55P03'],
])('says "in a moment" when %s', (_, code) => {
  expect(problemOf(failed(code))).toEqual({ name: 'unavailable' })
})

it('tells what is slow from what is away, and both from a fault', () => {
  expect(problemOf(failed('57014'))).toEqual({ name: 'too_slow' })
  expect(problemOf(failed('23505'))).toEqual({ name: 'unexpected' })
})
