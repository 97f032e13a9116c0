import { expect, it } from 'vitest'
import { problems } from '#wire/problems.ts'
import en from './messages/en.json' with { type: 'json' }
import hongKong from './messages/zh-HK.json' with { type: 'json' }
import simplified from './messages/zh.json' with { type: 'json' }

it.each([
  ['en', en],
  ['zh', simplified],
  ['zh-HK', hongKong],
])('%s has a text for every problem, and no other', (_, messages) => {
  const named = Object.keys(messages).filter((key) => key.startsWith('problem.'))
  expect(named.sort()).toEqual(
    Object.keys(problems)
      .map((name) => `problem.${name}`)
      .sort(),
  )
})

it('says the request errors of the specification, section 8, word for word', () => {
  expect(en['runtime.unknownError']).toBe('An unknown error occurred.')
  expect(en['runtime.timeout']).toBe('The request timed out and the server did not respond.')
  expect(en['runtime.authorization']).toBe('Authorization error')
  expect(en['runtime.fail']).toBe('fail')
  expect(en['runtime.signIn']).toBe('login error')
})
