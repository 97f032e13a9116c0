import { expect, it } from 'vitest'
import { elementsIn, marksIn, withoutTags, type Mark } from './scan.ts'

const one = (html: string): Mark => marksIn(html).find((piece) => typeof piece !== 'string') as Mark
const names = (html: string): string[] =>
  marksIn(html).map((piece) => (typeof piece === 'string' ? piece : `[${piece.name}]`))

it('finds parts with what stands in them, in any spelling of their attributes', () => {
  expect(names('a<x-island c="nav" p="{}">b</x-island>c')).toEqual(['a', '[nav]', 'c'])
  const written = `<X-Island on=idle c='product-list' p='{"slugs":["a>b"]}' c="cart"><p>In</p></X-Island >`
  expect(one(written)).toMatchObject({
    name: 'product-list',
    props: '{"slugs":["a>b"]}',
    on: 'idle',
    inner: '<p>In</p>',
  })
  expect(one('<x-island c="nav" p="{&quot;a&quot;:&#39;&amp;lt;&#x26;&#39;}" />').props).toBe(`{"a":'&lt;&'}`)
  expect(one('<x-island c="nav"/>after')).toMatchObject({ inner: '', props: null, on: null })
})

it('keeps parts in parts together', () => {
  const html =
    '<x-island c="content"><x-island c="nav">1</x-island><x-island c="nav">2</x-island></x-island>!'
  expect(names(html)).toEqual(['[content]', '!'])
  expect(names(one(html).inner)).toEqual(['[nav]', '[nav]'])
})

it('drops tags that begin or end nothing, and reads no tag in comments, quotes and scripts', () => {
  expect(names('a</x-island>b')).toEqual(['a', 'b'])
  expect(names('a<x-island c="cart">b')).toEqual(['a', 'b'])
  expect(names('<x-island c="nav"><x-island c="cart">b</x-island>')).toEqual(['[cart]'])
  const quiet = [
    '<!-- <x-island c="cart"></x-island> -->',
    '<script>"<x-island c=cart></x-island>"</script>',
    '<p title="<x-island c=cart></x-island>">',
    '<!-- <x-island c="cart"></x-island>',
    '<x-island c="cart',
  ]
  // The browser reads the second one.
  expect(names('<!--><x-island c="nav"></x-island>-->')).toEqual(['<!-->', '[nav]', '-->'])
  expect(names('<!-- --!><x-island c="nav"></x-island>')).toEqual(['<!-- --!>', '[nav]'])
  expect(quiet.map(withoutTags).join('')).not.toContain('<x-island')
  expect(quiet.filter((html) => names(html).join('') !== html)).toEqual([])
})

it('says where a part stands', () => {
  const placeIn = (before: string, after = ''): string =>
    one(`${before}<x-island c="nav"></x-island>${after}`).place
  expect(placeIn('<div><p>')).toBe('block')
  expect(placeIn('<h2>')).toBe('words')
  expect(placeIn('<h2>x</h2>')).toBe('block')
  const nowhere = ['<a href="/"><p>', '<ul>', '<table><tr>', '<button>', '<details><summary>', '<dl>']
  expect(nowhere.filter((before) => placeIn(before) !== 'nowhere')).toEqual([])
  expect(placeIn('<ul><li>')).toBe('block')
  expect(placeIn('<table><tr><td>')).toBe('block')
})

it('ends and begins again what only words may stand in', () => {
  const html = '<div class="prose"><p>a <em>b<x-island c="nav"></x-island></em></p></div>'
  expect(one(html)).toMatchObject({ close: '</em></p></div>', open: '<div class="prose"><p><em>' })
  expect(one('<blockquote><p><x-island c="nav"></x-island></p></blockquote>')).toMatchObject({
    close: '</p>',
    open: '<p>',
  })
})

it('takes no longer for a text that is meant to be slow', () => {
  const hostile = [
    '<x-island c="nav">'.repeat(20_000),
    '<a "'.repeat(100_000),
    '<x-island c="'.repeat(20_000),
    '<!--'.repeat(100_000) + '<x-island',
    `<x-island ${'a='.repeat(100_000)}>`,
    '<p>'.repeat(50_000) + '<x-island c="nav"></x-island>',
  ]
  const before = performance.now()
  for (const html of hostile) marksIn(html)
  expect(performance.now() - before).toBeLessThan(3_000)
})

it('divides a text into its elements', () => {
  expect(elementsIn('<p>a<b>b</b></p> <figure><img src="x"></figure>words<hr><p>c</p>')).toEqual([
    '<p>a<b>b</b></p>',
    '<figure><img src="x"></figure>',
    'words',
    '<hr>',
    '<p>c</p>',
  ])
})
