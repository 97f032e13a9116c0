import { describe, expect, it } from 'vitest'
import { readersHtml } from './readers-html.ts'

/** Characters, as the contract allows them. */
const longest = 20_000
const filled = (head: string, piece: string): string =>
  head + piece.repeat(Math.floor((longest - head.length) / piece.length))

describe('a text that would be far longer as HTML', () => {
  const columns = '|'.repeat(2_000)
  it.each([
    ['a table of empty columns', filled(`${columns}\n${'|-'.repeat(2_000)}|\n`, 'x\n')],
    ['one long link many times', filled(`[a]: /${'x'.repeat(10_000)}\n\n`, '[a] ')],
    ['one long picture many times', filled(`[a]: https://example.org/${'x'.repeat(10_000)}\n\n`, '![a] ')],
  ])('is shown as it was written: %s', (_, text) => {
    const html = readersHtml(text)
    expect(html.length).toBeLessThan(5 * longest)
    expect(html).not.toMatch(/<(?:table|a|img)\b/)
  })
})

it('renders what people write, however much of it', () => {
  const text = filled('', '**Bold** and [a link](https://example.org/) in a line.\n\n')
  expect(readersHtml(text).match(/<strong>/g)).toHaveLength(Math.floor(longest / 56))
  const table = filled('| a | b | c |\n|---|---|---|\n', '| one | two | three |\n')
  expect(readersHtml(table)).toMatch(/^<table>/)
})
