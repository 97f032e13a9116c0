import { describe, expect, it } from 'vitest'
import { stylesheets, type Stylesheet } from '#wire/stylesheets.ts'
import { sourceOf } from './content-policy.ts'
import { createFirstStyles, firstStyles } from './first-styles.ts'
import { shownIn } from './shown.ts'
import { readRules, type StyleRules } from './style-rules.ts'

/** What of the stylesheet a document with this HTML carries. */
function styles(css: string, html: string): string {
  return firstStyles([readRules(css)], shownIn(html))
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
    ['one of several such states', '.a:is(:hover,:active){margin:0}'],
    ['a popover that is open', '.a:popover-open{margin:0}'],
    ['paper', '@media print{.a{margin:0}}@page{margin:0}'],
    ['an attribute that nothing has', '.a[aria-busy=true]{margin:0}'],
    ['a language that nothing is in', '.a:lang(zh){margin:0}.a:is(:lang(ar),:lang(he)){margin:0}'],
    ['several things of which none is there', ':is(.b,h1>.a) .a{margin:0}'],
    ['an import, which counts at the beginning of a stylesheet only', '@import url(x.css);'],
  ])('leave out %s', (_, css) => {
    expect(styles(css, '<p lang="en" class="a"></p>')).toBe('')
  })

  it.each([
    ['what is not there', '.a:not(.b,[hidden]){margin:0}'],
    ['one of several', '.a:is(.b,p){margin:0}'],
    ['what a field is', '.a:checked{margin:0}.a:invalid{margin:0}'],
    ['an attribute in other letters', '.a[TabIndex="0"]{margin:0}'],
    ['an element in other letters', 'P.a{margin:0}'],
    ['paper and screen', '@media print,screen{.a{margin:0}}'],
    ['what may stand in the head', ':root:has(link~meta[name=description]){--a:1}'],
    ['a language in its region', '.a:lang(zh){margin:0}'],
    ['a language by its attribute', '[lang|=zh-Hant]{margin:0}'],
    ['words that look like a rule', '.a{content:"}.b{"}'],
    ['an address with signs of its own', '.a{background:url(data:image/svg+xml;x,y)}'],
    ['rules within a rule', '.a{margin:0;&:hover{margin:1px}}'],
    ['everything', '*,:before{margin:0}'],
    ['a name that cannot be told', '.wide\\:b{margin:0}.日{margin:0}'],
    ['what the document is', ':root{--a:1}'],
  ])('have %s', (_, css) => {
    expect(styles(css, '<p lang="zh-Hant-HK" class="a" tabIndex="0"></p>')).toBe(css)
  })

  it('keep layers and conditions around them and in their order', () => {
    const css =
      '@layer reset,parts;@layer parts{@media (width>1px){.a{margin:0}.b{margin:0}}@container page (width>2px){.b{margin:1px}}}'
    expect(styles(css, '<p class="a"></p>')).toBe(
      '@layer reset,parts;@layer parts{@media (width>1px){.a{margin:0}}}',
    )
  })

  it('name a layer of which they have nothing, where it comes first', () => {
    const css = '@layer one{.b{margin:0}}@layer two{.a{margin:0}}@layer three{@layer four{.b{margin:0}}}'
    expect(styles(css, '<p class="a"></p>')).toBe(
      '@layer one;@layer two{.a{margin:0}}@layer three{@layer four;}',
    )
  })

  it('have the animations, fonts and properties that they name, also in another stylesheet', () => {
    const css =
      '@keyframes come{to{opacity:1}}@keyframes go{to{opacity:0}}' +
      '@font-face{src:url(x.woff2);font-family:"Linden Sans"}@font-face{font-family:Elm;src:url(y.woff2)}' +
      '@property --far{syntax:"<length>";inherits:false;initial-value:0}'
    const used = '.a{animation:come 1s;font-family:"Linden Sans"}'
    const unused = '.b{animation:go 1s;font-family:Elm;inline-size:var(--far)}'
    expect(firstStyles([readRules(css), readRules(used + unused)], shownIn('<p class="a"></p>'))).toBe(
      `@keyframes come{to{opacity:1}}@font-face{src:url(x.woff2);font-family:"Linden Sans"}${used}`,
    )
  })

  it('have no comments', () => {
    expect(styles('/* .a{} */.a{margin:0}', '<p class="a"></p>')).toBe('.a{margin:0}')
    expect(styles('.a{content:"/*"}.a{margin:0}', '<p class="a"></p>')).toBe('.a{content:"/*"}.a{margin:0}')
  })
})

describe('the styles of a document', () => {
  const sheets = Object.fromEntries(
    stylesheets.map((name) => [name, readRules(`.${name}{margin:0}.both{margin:1px}`)]),
  ) as Record<Stylesheet, StyleRules>
  const theme = {
    css: ':root{--a:"</style>"}.shape{margin:0}',
    own: { rules: readRules('.my-note{margin:0}.my-word{margin:0}'), href: '/theme.own.css' },
  }

  it('are the theme, of its own styles what is shown, and that of the stylesheets in their order', () => {
    const of = createFirstStyles(sheets)
    const { text, source } = of(theme, ['base', 'home'], shownIn('<p class="my-word base home product">'))
    expect(text).toBe(
      ':root{--a:"<\\/style>"}.shape{margin:0}.my-word{margin:0}.base{margin:0}.home{margin:0}',
    )
    expect(source).toBe(sourceOf(text))
  })

  it('are computed once for all that show the same, and for each theme', () => {
    const of = createFirstStyles(sheets)
    const one = of(theme, ['base', 'home'], shownIn('<p class="base">'))
    // Nothing in the stylesheets is about the word.
    expect(of(theme, ['base', 'home'], shownIn('<b id="x" class="word base">'))).toBe(one)
    expect(of(theme, ['base', 'home'], shownIn('<p class="base home">'))).not.toBe(one)
    expect(of(theme, ['base', 'shop'], shownIn('<p class="base">')).text).toBe(one.text)
    expect(of({ css: '', own: null }, ['base'], shownIn('<p class="base">')).text).toBe('.base{margin:0}')
  })
})
