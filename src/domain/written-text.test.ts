import { expect, it } from 'vitest'
import { unstorable, writtenLine, writtenText } from './written-text.ts'

it.each([
  ['  a\r\nb\rc  ', 'a\nb\nc'],
  ['a\u0000b\u001b[31mc', 'ab[31mc'],
  ['a\n \n\t\n\nb', 'a\n\nb'],
  ['\u202eflow\u202c', 'flow'],
  ['\ufeff猫\ud800', '猫\ufffd'],
  [' \n\t ', ''],
])('%j becomes %j', (given, text) => {
  expect(writtenText(given)).toBe(text)
})

it('makes one line of several', () => {
  expect(writtenLine(' Ada\n  L. ')).toBe('Ada L.')
})

it('refuses what a database cannot hold and nothing else', () => {
  expect(unstorable('a\0b')).toBe('has a NUL character')
  expect(unstorable('a\ud800b')).toBe('has half of a surrogate pair')
  expect(unstorable('👩‍👩‍👧 \u202e \u0007 ﷽')).toBe(null)
})
