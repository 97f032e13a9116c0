import { expect, it } from 'vitest'
import { plainText } from './structured.ts'

it('gives the words of an HTML text', () => {
  expect(plainText('<p>Clay &amp; linen,<br>side by&nbsp;side.</p><ul><li>One</li></ul>')).toBe(
    'Clay & linen, side by side. One',
  )
})

it('keeps a word whole whatever is emphasised in it, and the full stop beside it', () => {
  expect(
    plainText('<p>Clay is <em>clay</em>. H<sub>2</sub>O, see <a href="/page/care">care</a>, too.</p>'),
  ).toBe('Clay is clay. H2O, see care, too.')
})

it('cuts at the end of a word', () => {
  const cut = plainText(`<p>${'stone ware '.repeat(40)}</p>`)
  expect(cut.length).toBeLessThanOrEqual(160)
  expect(cut).toMatch(/ (stone|ware)…$/)
})

it('cuts signs without spaces anywhere', () => {
  expect(plainText('粗陶'.repeat(200))).toBe(`${'粗陶'.repeat(79)}粗…`)
})
