import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readStyles } from './own-styles.ts'

/** The CSS that is sent; a refusal is its lines. */
function sent(text: string): string {
  const read = readStyles(text)
  return read.ok ? read.value : read.problem.map(({ line, reason }) => `${line} ${reason}`).join('\n')
}

const written = ':where([class*=my-],:not([class]))'

describe('styles of a theme', () => {
  it('are sent without comments and blanks, and reach what its templates wrote', () => {
    const text = `\uFEFF/* A note: { } */
.my-note,
.my-note > p:first-child:not(.my-plain)::before {
  margin : 0  auto;
  content: "/* { } ; */";
}

@container page (min-width: 48em) and (max-width: 80em) {
  .my-notes li:nth-child(2n+1) { content: 'a "b"; }'; grid-template-columns: repeat(2, minmax(0, 1fr)) }
}`
    expect(sent(text)).toBe(
      `.my-note,.my-note>p${written}:first-child:not(.my-plain)::before{margin:0 auto;content:"/* { } ; */"}` +
        `@container page (min-width: 48em) and (max-width: 80em){.my-notes li${written}:nth-child(2n+1)` +
        `{content:'a "b"; }';grid-template-columns:repeat(2,minmax(0,1fr))}}`,
    )
    expect(sent('')).toBe('')
    expect(sent('.my-a {}\n@media print { .my-b { } }')).toBe('')
  })

  it('change the colours of all that stands on a ground together with it', () => {
    expect(sent('.my-a{background-color:var(--surface)}')).toBe('.my-a{background-color:var(--surface)}')
    const panel = sent('.my-a { background: var(--panel); color: var(--title) }')
    for (const part of [
      'background-color:var(--panel)',
      '--text:var(--on-panel)',
      '--desc:var(--on-panel)',
      '--on-primary:var(--panel)',
      'color:var(--text);',
    ])
      expect(panel).toContain(part)
    // What the theme says itself comes last.
    expect(panel).toMatch(/color:var\(--title\)}$/)
    expect(sent('.my-a { background: var(--primary-soft) }')).toContain('--desc:var(--text)')
  })

  it('take lines and drawings in any colour of the theme', () => {
    const text = '.my-a path{border:2px solid var(--border);stroke:currentcolor;fill:var(--primary-soft)}'
    expect(sent(text)).toBe(text.replace('path', `path${written}`))
  })

  it('reach nothing of the shop by what an element is not, or by where it stands', () => {
    expect(sent('.my-a :first-child{gap:0}')).toBe(`.my-a ${written}:first-child{gap:0}`)
    expect(sent('.my-a ~ :not(:hover){gap:0}')).toBe(`.my-a~${written}:not(:hover){gap:0}`)
    expect(sent('.my-a + :not(.my-b){gap:0}')).toBe(`.my-a+${written}:not(.my-b){gap:0}`)
    expect(sent('.my-a :hover.my-b{gap:0}')).toBe('.my-a :hover.my-b{gap:0}')
    expect(sent(':first-child.my-a{gap:0}')).toBe(':first-child.my-a{gap:0}')
  })

  it('have lines that end as on any system', () => {
    expect(sent('.my-a{\r\ngap:0}\r.my-b{gap:0}')).toBe('.my-a{gap:0}.my-b{gap:0}')
    expect(sent('.my-a{}\r\n.my-b{}\rp{gap:0}')).toMatch(/^3 p:/)
  })

  it('of the themes that come with the shop can be read', () => {
    const read = readStyles(readFileSync('themes/blueprint/styles.css', 'utf8'))
    expect(read).toMatchObject({ ok: true })
  })

  it.each([
    ['.my-a { color: red }', 'color: a colour is one of the theme’s, var(--text), var(--title), '],
    ['.my-a { color: var(--border) }', 'color: a colour is one of the theme’s'],
    ['.my-a { border: 1px solid red }', 'border: "red" is refused: a colour is one of the theme’s'],
    ['.my-a { border: 1px solid #f00 }', 'border: a colour is one of the theme’s'],
    ['.my-a { background: #fff }', 'background: a ground is var(--background), var(--surface), '],
    ['.my-a { background-image: url(/x) }', 'background-image: a picture is {% picture %}'],
    ['.my-a { content: url(https://evil.example/x) }', 'content: url() is refused'],
    ['.my-a { inline-size: expression(alert(1)) }', 'inline-size: expression() is refused'],
    ['.my-a { inline-size: var(--on-panel) }', 'inline-size: there is no --on-panel to be used here'],
    ['.my-a { --text: red }', '--text: custom properties are the shop’s'],
    ['.my-a { opacity: .5 }', 'opacity: words would lose the contrast'],
    ['.my-a { margin-left: 0 }', 'margin-left: write margin-inline-start'],
    ['.my-a { width: 100% }', 'width: write inline-size'],
    ['.my-a { margin: 1px 2px 3px 4px }', 'margin: four values name sides: write margin-block and -inline'],
    ['.my-a { position: fixed }', 'position: it is static, relative, absolute or sticky'],
    ['.my-a { z-index: 99 }', 'z-index: it is -1 to 3'],
    ['.my-a { font-family: Arial }', 'font-family: a face is one of the theme’s'],
    ['.my-a { font-size: 12px }', 'font-size: sizes of letters are in rem or em'],
    ['.my-a { transition: color 2s }', 'transition: a duration is var(--fast) or var(--slow)'],
    ['.my-a { gap: 1parsec }', 'gap: there is no unit parsec here'],
    ['.my-a { display: grid !important }', 'display: !important is refused'],
    ['.my-a { gap: calc(1px }', 'gap: a ( is not closed'],
    ['.my-a { gap: 1px) }', 'gap: a ) closes nothing'],
    ['.my-a { gap: \\31 px }', 'gap: "\\" cannot be read'],
    ['.my-a { gap: }', 'gap: it has no value'],
    ['.my-a { gap }', '"gap" is no declaration: name: value'],
    ['.my-a { behavior: none }', 'behavior: it is none that the styles of a theme may set'],
    ['.my-a { constructor: none }', 'constructor: it is none that the styles of a theme may set'],
    ['.product-card { gap: 0 }', '.product-card: .product-card is a class of the shop’s'],
    ['.my-a .price { gap: 0 }', '.my-a .price: .price is a class of the shop’s'],
    ['p { gap: 0 }', 'p: a selector begins with a class of the theme’s own'],
    ['p .my-a { gap: 0 }', 'p .my-a: a selector begins with a class of the theme’s own'],
    ['* { gap: 0 }', '*: "*" is refused'],
    [':not(.my-a) { gap: 0 }', ':not(.my-a): a selector begins with a class of the theme’s own'],
    [':hover:not(.my-a) { gap: 0 }', ':hover:not(.my-a): a selector begins with a class of the theme’s own'],
    ['body:not(.my-a)::after { gap: 0 }', 'body:not(.my-a)::after: a selector begins with a class of the'],
    [
      '@media print { :not(.my-a) { gap: 0 } }',
      ':not(.my-a): a selector begins with a class of the theme’s own',
    ],
    ['.my-a { content: "a\r} body { gap: 0 } .my-b { content: " }', 'content: """ cannot be read'],
    ['.my-a { content: "a\f} body { gap: 0 } .my-b { content: " }', 'content: """ cannot be read'],
    ['.my-a { content: "a\0" }', 'a character that cannot be seen stands here'],
    ['.my-a:has(.price) { gap: 0 }', '.my-a:has(.price): .price is a class of the shop’s'],
    ['.my-a[style] { gap: 0 }', '.my-a[style]: ".my-a[style]" is refused'],
    ['.my-a, { gap: 0 }', 'a rule begins with a selector'],
    ['.my-a { .my-b { gap: 0 } }', 'rules do not stand in one another: write ".my-b"'],
    ['.my-a { gap: 0', 'this rule is not closed by }'],
    ['gap: 0;', '"gap: 0" is no rule'],
    ['}', 'this } closes nothing'],
    ['@import "https://evil.example/x.css";', '@import is refused: a theme has one stylesheet'],
    ['@font-face { src: url(x) }', '@font-face is refused: faces are named by theme.json'],
    ['@keyframes a { from { opacity: 0 } }', '@keyframes is refused'],
    ['@media (color) { .my-a { gap: 0 } }', '@media is refused: write @media (min-width: 48em)'],
    ['@media print { @media print { } }', 'one query does not stand in another'],
    ['@media print { .my-a { gap: 0 }', '@media print is not closed by }'],
    ['</style><script>alert(1)</script>', '"</style><script>alert(1)</script>" is no rule'],
  ])('are refused: %s', (text, reason) => {
    const read = readStyles(`\n${text}`)
    expect(read.ok).toBe(false)
    const faults = read.ok ? [] : read.problem
    expect(faults[0]!.line).toBe(2)
    expect(faults[0]!.reason.startsWith(reason), faults[0]!.reason).toBe(true)
  })

  it('are refused with all their faults at once, each by its line', () => {
    const text = '.my-a {\n  color: red;\n  gap: 0;\n  width: 1px;\n}\n@import "x";\n.price { gap: 0 }\n'
    expect(sent(text).replaceAll(/^(\d+) (\S+).*$/gm, '$1 $2')).toBe(
      '2 color:\n4 width:\n6 @import\n7 .price:',
    )
    expect(readStyles('.my-a{color:red}'.repeat(10_000))).toMatchObject({ problem: { length: 50 } })
  })

  it('are read quickly, whatever they are', () => {
    for (const text of [
      '.my-a'.repeat(6_000),
      `.my-a { gap: ${'('.repeat(30_000)} }`,
      `.my-a ${':not('.repeat(6_000)}`,
      `${'@media print {'.repeat(2_000)}`,
      '/*'.repeat(15_000),
      '"'.repeat(30_000),
      '{'.repeat(30_000),
      `.my-a { gap: ${'-'.repeat(30_000)}`,
    ])
      expect(readStyles(text).ok, text.slice(0, 20)).toBe(false)
  })
})
