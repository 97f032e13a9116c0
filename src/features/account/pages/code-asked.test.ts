import { expect, it } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { codeAsked, forgetAsked, readAsked, rememberAsked } from './code-asked.ts'

function browser(): { ctx: Ctx; jar: Record<string, string | undefined> } {
  const jar: Record<string, string | undefined> = {}
  const setCookie = (name: string, value: string | null, { httpOnly }: { httpOnly: boolean }): void => {
    expect(httpOnly, 'no script can read it').toBe(true)
    if (value === null) delete jar[name]
    else jar[name] = value
  }
  return {
    jar,
    ctx: { origin: 'https://shop.example', visitor: { cookies: jar, setCookie } } as unknown as Ctx,
  }
}

const fields = {
  account: [' ada@example.org '],
  countryCode: ['+852'],
  firstName: ['爱达'],
  lastName: ['Lovelace'],
  next: ['/cart?a=1'],
  keep: ['off'],
  password: ['never to be kept'],
}

it('keeps what the form said for the page that takes the code, and never a password', () => {
  const { ctx, jar } = browser()
  rememberAsked(ctx, fields, 'signUp')
  expect(Object.keys(jar)).toEqual(['__Host-violet_code'])
  expect(Buffer.from(jar['__Host-violet_code']!, 'base64url').toString()).not.toContain('never')
  expect(codeAsked(ctx)).toEqual({
    purpose: 'signUp',
    account: 'ada@example.org',
    countryCode: '+852',
    firstName: '爱达',
    lastName: 'Lovelace',
    next: '/cart?a=1',
    keep: 'off',
  })
  forgetAsked(ctx)
  expect(codeAsked(ctx)).toBeNull()
})

it('reads a box that is ticked after the field that stands for one that is not', () => {
  expect(readAsked({ account: ['a@b.cd'], keep: ['off', 'on'] }, 'signIn')).toMatchObject({ keep: 'on' })
})

it('makes nothing of a cookie that is none of the shop’s, nor of a form without an account', () => {
  const { ctx, jar } = browser()
  for (const text of ['', 'x', 'bnVsbA', 'e30', '['.repeat(5_000)]) {
    jar['__Host-violet_code'] = text
    expect(codeAsked(ctx), text.slice(0, 10)).toBeNull()
  }
  expect(readAsked({ account: ['  '] }, 'reset')).toBeNull()
})

it('leaves a way back out that has no room in a cookie', () => {
  const next = `/search?q=${'x'.repeat(600)}`
  expect(readAsked({ account: ['a@b.cd'], next: [next] }, 'signIn')).toMatchObject({ next: '' })
})
