import { describe, expect, it } from 'vitest'
import { shownIn } from './shown.ts'

function sorted(html: string, withPopovers?: boolean): string[] {
  return [...shownIn(html, withPopovers)].toSorted()
}

describe('what stands in HTML', () => {
  it('is its elements, attributes, classes and ids', () => {
    const html =
      '<!-- no --><x-island c="a" p=\'{"a":"<b class=c>"}\'><a href="/x?a=1>2" class="one two" hidden id="i">a < b</a></x-island><br/>'
    const attributes = ['[c]', '[class]', '[hidden]', '[href]', '[id]', '[p]']
    expect(sorted(html)).toEqual(['#i', '.one', '.two', ...attributes, 'a', 'br', 'x-island'].toSorted())
  })

  it('is also that of HTML which a person wrote', () => {
    expect(sorted("<P\n  CLASS = my-note\n  ID='i' readOnly ><br /><img src=/x.png alt>")).toEqual(
      ['#i', '.my-note', '[alt]', '[class]', '[id]', '[readonly]', '[src]', 'br', 'img', 'p'].toSorted(),
    )
    expect(sorted('<p class="one\n\ttwo" title="never ends>')).toEqual(
      ['.one', '.two', '[class]', '[title]', 'p'].toSorted(),
    )
  })

  it('is languages, and what they are part of', () => {
    expect(sorted('<p lang="zh-Hant-HK">')).toEqual(
      ['[lang]', 'lang zh', 'lang zh-hant', 'lang zh-hant-hk', 'p'].toSorted(),
    )
  })

  it('leaves out what closed popovers hold where that is asked, and nothing beside them', () => {
    const html =
      '<div id="menu" popover="auto" class="sheet"><div class="b"><div></div></div></div><p class="c" title="a popover "><i></i></p>'
    const left = ['#menu', '.c', '.sheet', '[class]', '[id]', '[popover]', '[title]', 'div', 'i', 'p']
    expect(sorted(html, false)).toEqual(left.toSorted())
    expect(sorted(html)).toEqual([...left, '.b'].toSorted())
  })
})
