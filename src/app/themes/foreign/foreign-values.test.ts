import { expect, it } from 'vitest'
import { plainText } from './foreign-values.ts'

it('takes the tags out of a text, and leaves what only looks like one', () => {
  expect(plainText('<p>Clay &amp; <b title="<">fire</b></p><p>1 < 2</p>')).toBe('Clay & fire\n1 < 2')
  expect(plainText('a <b> c > d < e')).toBe('a c > d < e')
})

// Searched to the end from each `<`, such a text takes hours.
it.each(['<', '<br ', '</p', '<a href='])('reads two megabytes of %s', (piece) => {
  const text = piece.repeat(2_000_000 / piece.length)
  expect(plainText(text)).toBe(text.trim())
  expect(plainText(`<i>${text}`)).toBe(text.trim())
})
