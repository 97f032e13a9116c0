import { expect, it } from 'vitest'
import { readSvg } from './svg.ts'

const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32">'

it('is taken as drawing programs write it', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a logo -->\n${open}
    <title>Oak &amp; Sons</title>
    <defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
    <g fill="url(#a)"><path d="M0 0h120v32z"/><use href="#a" x='1'/></g>
  </svg>\n`
  expect(readSvg(text)).toEqual({ width: 120, height: 32 })
  expect(readSvg('<svg viewBox="0,0,1.5,2"/>')).toEqual({ width: 1.5, height: 2 })
})

it.each([
  ['a script', `${open}<script>alert(1)</script></svg>`],
  ['a script in other letters', `${open}<SCRIPT>alert(1)</SCRIPT></svg>`],
  ['a script of a prefix', `${open}<svg:script>alert(1)</svg:script></svg>`],
  ['a handler', `${open}<path onload="alert(1)" d="M0 0"/></svg>`],
  ['a handler of its own', '<svg viewBox="0 0 1 1" onload="alert(1)"/>'],
  ['a handler after a slash', '<svg viewBox="0 0 1 1"/onload="alert(1)">'],
  ['a handler without quotes', '<svg viewBox="0 0 1 1" onload=alert(1)></svg>'],
  ['HTML', `${open}<foreignObject><p>x</p></foreignObject></svg>`],
  ['a stylesheet', `${open}<style>@import url(//evil.example)</style></svg>`],
  ['a style', `${open}<path style="fill:url(//evil.example)" d="M0 0"/></svg>`],
  ['a picture elsewhere', `${open}<image href="https://evil.example/a.png"/></svg>`],
  ['a use of elsewhere', `${open}<use href="https://evil.example/a.svg#b"/></svg>`],
  ['a script as a link', `${open}<use xlink:href="javascript:alert(1)"/></svg>`],
  ['a link', `${open}<a href="https://evil.example"><path d="M0 0"/></a></svg>`],
  ['a fill elsewhere', `${open}<path fill="url(https://evil.example#a)" d="M0 0"/></svg>`],
  ['a fill behind a comment', `${open}<path fill="url(#a) url(//evil.example)" d="M0 0"/></svg>`],
  ['a fill in escapes', `${open}<path fill="u\\72l(//evil.example)" d="M0 0"/></svg>`],
  ['a fill in entities', `${open}<path fill="&#117;rl(//evil.example)" d="M0 0"/></svg>`],
  ['an animation', `${open}<animate attributeName="href" to="javascript:alert(1)"/></svg>`],
  ['a DOCTYPE with entities', `<!DOCTYPE svg [<!ENTITY a "x">]>${open}&a;</svg>`],
  ['an entity', `${open}<title>&a;</title></svg>`],
  ['a CDATA', `${open}<title><![CDATA[<script>]]></title></svg>`],
  ['an instruction', `<?xml-stylesheet href="//evil.example"?>${open}</svg>`],
  ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 1 1"/>'],
  ['a namespace inside', `${open}<g xmlns="http://www.w3.org/1999/xhtml"/></svg>`],
  ['something after it', `${open}</svg><svg viewBox="0 0 1 1"/>`],
  ['HTML around it', `<html>${open}</svg></html>`],
  ['no size', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['an open element', `${open}<g>`],
  ['an attribute twice', `${open}<path d="M0 0" d="M1 1"/></svg>`],
  ['deep nesting', `${open}${'<g>'.repeat(50)}${'</g>'.repeat(50)}</svg>`],
  ['another encoding', `<?xml version="1.0" encoding="ISO-2022-JP"?>${open}<title>\u001b$@</title></svg>`],
  [
    'another encoding behind other words',
    `<?xml version='1.0' standalone='no' encoding = 'utf-16'?>${open}</svg>`,
  ],
  ['a sign that begins another alphabet', `${open}<title>\u001b$@</title></svg>`],
  ['bytes of another encoding', `${open}<title>${Buffer.from([0xe9]).toString('utf8')}</title></svg>`],
  ['nothing', ''],
])('is refused with %s', (_, text) => {
  expect(readSvg(text)).toMatchObject({ reason: expect.any(String) })
})

it('is refused by its line', () => {
  expect(readSvg(`${open}\n\n<script/>\n</svg>`)).toEqual({
    line: 3,
    reason: '<script> is not allowed: only shapes, gradients and text',
  })
})

it('is read quickly, whatever it is', () => {
  const from = performance.now()
  for (const text of [
    `${open}${'<g '.repeat(60_000)}`,
    `<svg ${'a="b" '.repeat(40_000)}`,
    `<!--${'-'.repeat(200_000)}`,
    `${open}<path d="${'1 '.repeat(100_000)}`,
    `<svg${' '.repeat(200_000)}`,
  ])
    expect(readSvg(text)).toMatchObject({ reason: expect.any(String) })
  expect(performance.now() - from).toBeLessThan(2_000)
})
