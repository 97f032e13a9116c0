import { describe, expect, it } from 'vitest'
import { isPassing, problemOf } from './answers.ts'

/** As libraries make them: an Error with further properties. */
function failure(properties: object): Error {
  return Object.assign(new Error('nothing that a visitor may read'), properties)
}

describe('what a thrown error is to the visitor', () => {
  it.each([
    ['a path out of the folder', { code: 'FST_STATIC_FORBIDDEN_PATH', statusCode: 403 }],
    ['a NUL in a path', { status: 400, statusCode: 400, expose: true }],
  ])('%s is not there', (_, properties) => {
    expect(problemOf(failure(properties), 'GET')).toEqual({ name: 'not_found' })
    expect(problemOf(failure(properties), 'HEAD')).toEqual({ name: 'not_found' })
  })

  it.each([
    ['JSON that is none', { code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }, 'unreadable_body'],
    ['a fault that has no name here yet', { code: 'FST_ERR_CTP_NEW', statusCode: 400 }, 'unreadable_body'],
    ['a body that is too large', { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'body_too_large'],
    [
      'a type that is not read',
      { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 },
      'unsupported_body',
    ],
  ])('%s is %s', (_, properties, name) => {
    expect(problemOf(failure(properties), 'POST')).toEqual({ name })
  })

  it.each([
    ['the framework’s own fault', { code: 'FST_ERR_REP_INVALID_PAYLOAD_TYPE', statusCode: 500 }],
    [
      'what a payment provider refused us',
      { type: 'StripeCardError', code: 'card_declined', statusCode: 402 },
    ],
    ['a code like a name of every object', { code: 'constructor' }],
  ])('%s stays a surprise', (_, properties) => {
    expect(problemOf(failure(properties), 'POST')).toEqual({ name: 'unexpected' })
  })
})

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
  expect(problemOf(failed(code), 'GET')).toEqual({ name: 'unavailable' })
})

it.each(['22021', '22P05'])(
  'takes a text that PostgreSQL cannot hold (%s) for the sender’s fault',
  (code) => {
    expect(problemOf(failed(code), 'GET')).toEqual({ name: 'not_found' })
    expect(problemOf(failed(code), 'POST')).toEqual({ name: 'unreadable_body' })
  },
)

it('tells what is slow from what is away, and both from a fault', () => {
  expect(problemOf(failed('57014'), 'GET')).toEqual({ name: 'too_slow' })
  expect(problemOf(failed('23505'), 'GET')).toEqual({ name: 'unexpected' })
})

it('knows which errors pass by themselves', () => {
  expect(['ECONNREFUSED', '53100', '57014', 'ETIMEDOUT'].map((code) => isPassing(failed(code)))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['23505', '22021', ''].map((code) => isPassing(failed(code)))).toEqual([false, false, false])
})
