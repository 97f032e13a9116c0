import { expect, it } from 'vitest'
import { read } from './for-tests.ts'
import { splitAddressText } from './split-address.ts'

it('is not found where there is none', () => {
  for (const text of ['hello', '你好', 'ada@example.org', '13800138000', 'Ada Lovelace'])
    expect(read(text)).toBeNull()
})

it('is looked at in a moment, whatever it is', () => {
  const texts = [
    '1'.repeat(1_000),
    'a '.repeat(500),
    '区'.repeat(1_000),
    '广'.repeat(999),
    'A-1 '.repeat(250),
    '(1) '.repeat(250),
  ]
  const before = performance.now()
  for (const text of texts) splitAddressText(text, 'DE')
  expect(performance.now() - before).toBeLessThan(500)
})

it.each(['@', 'a@', 'a.', '1 ', 'name: ', '电话1', '(1', 'CA 9', '市'])(
  'is quick with a thousand letters of %j, which are made to be slow',
  (unit) => {
    const begun = performance.now()
    splitAddressText(`${unit.repeat(1_000).slice(0, 999)}!`, '')
    // A pattern that looks at each from each takes seconds.
    expect(performance.now() - begun).toBeLessThan(400)
  },
)
