import { describe, expect, it } from 'vitest'
import { firstStyles, readRules, shownIn, withoutPopovers } from './first-styles.ts'

/** What of the stylesheet a document with this HTML carries. */
function styles(css: string, html: string): string {
  return firstStyles(readRules(css), shownIn(html))
}

describe('the styles of the first paint', () => {
  it('are the rules that can match something', () => {
    const css =
      '.card{color:red}.cart{color:blue}#main{margin:0}#toasts{margin:1px}h1{margin:2px}h2{margin:3px}'
    expect(styles(css, '<main id="main" tabindex="-1"><h1 class="card large">A</h1></main>')).toBe(
      '.card{color:red}#main{margin:0}h1{margin:2px}',
    )
  })

  it('keep of a list the selectors that can match', () => {
    expect(styles('.a,.b:hover,.c .d,p>.a{margin:0}', '<p><i class="a d"></i></p>')).toBe('.a,p>.a{margin:0}')
  })

  it.each([
    ['a state that only a hand brings about', '.a:hover{margin:0}'],
    ['a popover that is open', '.a:popover-open{margin:0}'],
    ['paper', '@media print{.a{margin:0}}'],
    ['an attribute that nothing has', '.a[aria-busy=true]{margin:0}'],
    ['a language that nothing is in', '.a:lang(zh){margin:0}'],
  ])('leave out %s', (_, css) => {
    expect(styles(css, '<p lang="en" class="a"></p>')).toBe('')
  })

  it.each([
    ['what is not there', '.a:not(.b,[hidden]){margin:0}'],
    ['one of several', '.a:is(.b,p){margin:0}'],
    ['what a field is', '.a:checked{margin:0}'],
    ['a language in its region', '.a:lang(zh){margin:0}'],
    ['a language by its attribute', '[lang|=zh-Hant]{margin:0}'],
    ['words that look like a rule', '.a{content:"}.b{"}'],
    ['an address with signs of its own', '.a{background:url(data:image/svg+xml;x,y)}'],
    ['rules within a rule', '.a{margin:0;&:hover{margin:1px}}'],
    ['everything', '*,:before{margin:0}'],
    ['a name that cannot be told', '.wide\\:b{margin:0}'],
    ['what the document is', ':root{--a:1}'],
  ])('have %s', (_, css) => {
    expect(styles(css, '<p lang="zh-Hant-HK" class="a"></p>')).toBe(css)
  })

  it('keep layers, conditions and fonts around them and in their order', () => {
    const css =
      '@layer reset,parts;@layer parts{@media (width>1px){.a{margin:0}.b{margin:0}}@container page (width>2px){.b{margin:1px}}}@font-face{font-family:X;src:url(x.woff2)}'
    expect(styles(css, '<p class="a"></p>')).toBe(
      '@layer reset,parts;@layer parts{@media (width>1px){.a{margin:0}}}@font-face{font-family:X;src:url(x.woff2)}',
    )
  })

  it('have the animations that they name', () => {
    const css =
      '@keyframes come{to{opacity:1}}@keyframes go{to{opacity:0}}.a{animation:come 1s}.b{animation:go 1s}'
    expect(styles(css, '<p class="a"></p>')).toBe('.a{animation:come 1s}@keyframes come{to{opacity:1}}')
  })

  it('have no comments', () => {
    expect(styles('/* .a{} */.a{margin:0}', '<p class="a"></p>')).toBe('.a{margin:0}')
    expect(styles('.a{content:"/*"}.a{margin:0}', '<p class="a"></p>')).toBe('.a{content:"/*"}.a{margin:0}')
  })
})

describe('what stands in HTML', () => {
  it('is its elements, attributes, classes, ids and languages', () => {
    const html =
      '<!-- no --><x-island c="a" p=\'{"a":"<b class=c>"}\'><a href="/x?a=1>2" class="one two" hidden id="i">a < b</a></x-island><br/>'
    expect([...shownIn(html)].toSorted()).toEqual(
      [
        '#i',
        '.one',
        '.two',
        '[c]',
        '[class]',
        '[hidden]',
        '[href]',
        '[id]',
        '[p]',
        'a',
        'br',
        'x-island',
      ].toSorted(),
    )
    expect(shownIn('<p lang="zh-Hant-HK">')).toEqual(
      new Set(['p', '[lang]', 'lang zh-Hant-HK', 'lang zh-Hant', 'lang zh']),
    )
  })

  it('leaves out what closed popovers hold, and nothing beside them', () => {
    const html =
      '<div class="a"><div id="menu" popover="auto" class="sheet"><div class="b"><div></div></div></div><p class="c"></p></div>'
    expect(withoutPopovers(html)).toBe(
      '<div class="a"><div id="menu" popover="auto" class="sheet"></div><p class="c"></p></div>',
    )
  })
})
