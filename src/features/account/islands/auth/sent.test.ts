import { beforeEach, expect, it, vi } from 'vitest'
import { minute } from '#domain/time.ts'
import { keepSent, keptSent } from './sent.ts'
import type { Typed } from './typed.ts'

const typed: Typed = {
  account: 'ada@example.org',
  countryCode: '',
  firstName: 'Ada',
  lastName: 'King',
  code: '123456',
  password: 'a-tall-ship-and-9-stars',
  verifyId: 'passed',
  keep: 'on',
  trust: 'off',
}

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  })
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

it('keeps for whom a code was sent while it works, for the same form alone, and no secret', () => {
  vi.useFakeTimers()
  keepSent('signUp', '/cart', typed)
  expect(keptSent('signUp', '/cart')).toEqual({ ...typed, code: '', password: '', verifyId: '' })
  expect([keptSent('signIn', '/cart'), keptSent('signUp', '/')]).toEqual([null, null])
  expect(sessionStorage.getItem('violet-code')).not.toContain('a-tall-ship')
  vi.advanceTimersByTime(10 * minute)
  expect(keptSent('signUp', '/cart')).toBeNull()
  keepSent('signUp', '/cart', typed)
  keepSent('signUp', '/cart', null)
  expect(keptSent('signUp', '/cart')).toBeNull()
})

it('does without where nothing may be stored', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepSent('signIn', '', typed)
  expect(keptSent('signIn', '')).toBeNull()
})
