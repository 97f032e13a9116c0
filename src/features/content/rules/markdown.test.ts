import { expect, it } from 'vitest'
import { sanitiseEditorial } from './html.ts'
import { markdownHtml } from './markdown.ts'

const read = (text: string): string => sanitiseEditorial(markdownHtml(text))

it('reads titles, lists, tables and links', () => {
  expect(read('# A\n\nOne *two* [three](/page/about).\n\n- x\n- y')).toBe(
    '<h2>A</h2>\n<p>One <em>two</em> <a href="/page/about">three</a>.</p>\n<ul>\n<li>x</li>\n<li>y</li>\n</ul>',
  )
  expect(read('| a | b |\n|---|---|\n| 1 | 2 |')).toMatch(
    /^<table>\s*<thead>\s*<tr>\s*<th>a<\/th>.*<td>2<\/td>\s*<\/tr>\s*<\/tbody>\s*<\/table>$/s,
  )
})

it.each([
  ['markup', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a link that runs', '[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ['an island', '<x-island c="cart"></x-island>', '<p>&lt;x-island c="cart"&gt;&lt;/x-island&gt;</p>'],
])('lets no %s through', (_name, text, html) => {
  expect(read(text)).toBe(html)
})
