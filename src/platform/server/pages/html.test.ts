import { expect, it } from 'vitest'
import { attributeJson, escapeHtml, markup, scriptJson } from './html.ts'

const hostile = `</script><!--<script>'"&<x-island c='a'>\u2028`

it('keeps any text inside its script, attribute or element', () => {
  expect(scriptJson(hostile)).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(scriptJson(hostile))).toBe(hostile)
  expect(attributeJson({ hostile })).not.toMatch(/['<]/)
  expect(escapeHtml(hostile)).not.toMatch(/[<>"']/)
})

it('writes a template without its line breaks, and what it holds as text', () => {
  const missing = null
  const rows = ['a', '<b>'].map((word) => markup`<li>${word}</li>`)
  const { text } = markup`
    <ul
      class="${'"x'}"
      data-count="${2}"${false}${markup` hidden=""`}>
      ${rows}
      ${missing}
      <li>two words, ${'one'} ${'space'}</li>
    </ul>
  `
  expect(text).toBe(
    '<ul class="&quot;x" data-count="2" hidden=""><li>a</li><li>&lt;b&gt;</li><li>two words, one space</li></ul>',
  )
  expect(markup`<p title="${hostile}">${hostile}</p>`.text).not.toMatch(/<(?!\/?p)|'/)
})
