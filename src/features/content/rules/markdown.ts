import MarkdownIt from 'markdown-it'

/** CommonMark with tables and strikethrough. HTML in it is shown as text. */
const options = { html: false, linkify: false, typographer: false }
const markdown = new MarkdownIt('default', options)

/** The HTML of a Markdown text; it still goes through the sanitiser. */
export function markdownHtml(text: string): string {
  return markdown.render(text)
}

/** Cells of a table that a customer writes. */
const mostCells = 5_000

type BlockRule = Parameters<typeof markdown.block.ruler.before>[2]

/** A table has all columns of its head in each row, written or not: a larger one is a paragraph. */
const largeTable: BlockRule = (state, start, end, silent) => {
  const line = (at: number): string => state.src.slice(state.bMarks[at], state.eMarks[at])
  if (start + 2 > end) return false
  const delimiters = line(start + 1)
  if (!delimiters.includes('-') || !/^[\s>|:-]+$/.test(delimiters)) return false
  const columns = delimiters.split('|').length
  let next = start + 2
  while (next < end && !state.isEmpty(next) && (next - start) * columns <= mostCells) next += 1
  if ((next - start) * columns <= mostCells) return false
  if (silent) return true
  while (next < end && !state.isEmpty(next)) next += 1
  state.push('paragraph_open', 'p', 1).map = [start, next]
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(start, next, state.blkIndent, false).trim()
  inline.map = [start, next]
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  state.line = next
  return true
}

const readers = new MarkdownIt('default', options)
readers.block.ruler.before('table', 'large_table', largeTable, { alt: ['paragraph', 'reference'] })

/** The same of a text that a customer wrote: no table of it is larger than its text allows. */
export function readersMarkdown(text: string): string {
  return readers.render(text)
}
