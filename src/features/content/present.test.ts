import { expect, it } from 'vitest'
import { readingMinutes } from './present.ts'

it.each([
  ['<p>Three short words</p>', 1],
  [`<p>${'word '.repeat(690)}</p>`, 3],
  [`<p>${'字'.repeat(900)}</p>`, 2],
  [`<p>${'字'.repeat(900)} ${'word '.repeat(230)}</p>`, 3],
  ['', 1],
])('says how long a text takes to read: %#', (html, minutes) => {
  expect(readingMinutes(html)).toBe(minutes)
})
