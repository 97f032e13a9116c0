import { expect, it } from 'vitest'
import { attributeJson, escapeHtml, scriptJson } from './html.ts'

const hostile = `</script><!--<script>'"&<x-island c='a'>\u2028`

it('keeps any text inside its script, attribute or element', () => {
  expect(scriptJson(hostile)).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(scriptJson(hostile))).toBe(hostile)
  expect(attributeJson({ hostile })).not.toMatch(/['<]/)
  expect(escapeHtml(hostile)).not.toMatch(/[<>"']/)
})
