import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { picturesLeftOut, sanitise, sanitiseEditorial, sanitisePage, withoutParts } from './html.ts'

describe('the HTML of descriptions', () => {
  it.each([
    ['<p>Oak &amp; <strong>ash</strong></p>', '<p>Oak &amp; <strong>ash</strong></p>'],
    ['<h1>Story</h1>', '<h2>Story</h2>'],
    ['<p onclick="x()" class="y" id="z" style="color:red">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script>a<style>*{}</style>', 'a'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="//evil.example/">a</a>', '<a>a</a>'],
    ['<a href="/.//evil.example">a</a><a href="/x/..//evil.example">b</a>', '<a>a</a><a>b</a>'],
    ['<a href="/size" target="_blank">a</a>', '<a href="/size" rel="nofollow noopener">a</a>'],
    ['<a href="\\x11javascript:alert(1)">a</a><a href="/\\evil.example">b</a>', '<a>a</a><a>b</a>'],
    ['<a href="mailto:a@b.example">a</a>', '<a href="mailto:a@b.example" rel="nofollow noopener">a</a>'],
    ['<x-island c="cart" data-p="{}">a</x-island>', 'a'],
    ['<x-slot>a</x-slot><img src=x onerror=alert(1)>', 'a<img src="x" alt="" />'],
    ['<svg><script>alert(1)</script></svg>b', 'b'],
    ['a < b & c', 'a &lt; b &amp; c'],
    ['<!-- hidden --><p>a', '<p>a</p>'],
  ])('%s', (given, clean) => expect(sanitise(given)).toBe(clean))

  it('is the same when it is done twice, and has no more than is allowed', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      '</',
      '<p>',
      '</p>',
      '<b',
      ' href=',
      '&lt;',
      '&amp;lt;',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<svg>',
      '<a href="x:',
      'a',
      ' ',
      '\n',
      '<x-island>',
      '<iframe>',
      '<textarea>',
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string())).map((parts) => parts.join('')),
        (html) => {
          const clean = sanitise(html)
          expect(sanitise(clean)).toBe(clean)
          expect(clean).not.toMatch(
            /<(?!\/?(p|br|hr|strong|b|em|i|u|s|sub|sup|small|h[234]|[uod]l|li|d[td]|blockquote|table|thead|tbody|t[rhd]|a|img)[\s/>])/,
          )
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('the pictures of descriptions', () => {
  it.each([
    ['http://pictures.example/oak.jpg?w=9', 'http://pictures.example/oak.jpg?w=9'],
    ['//pictures.example/oak.jpg', 'https://pictures.example/oak.jpg'],
    [' https://pictures.example/oak.jpg ', 'https://pictures.example/oak.jpg'],
    ['in/oak.jpg', 'in/oak.jpg'],
  ])('keep their source: %s', (src, kept) =>
    expect(sanitise(`<p><img src="${src}" alt="An oak" width="9"></p>`)).toBe(
      `<p><img src="${kept}" alt="An oak" /></p>`,
    ),
  )

  it('are taken from where a script would have loaded them', () => {
    const late = `<p><img src="data:image/gif;base64,R0lGOD" data-src="//p.example/a.jpg"><noscript><img src="https://p.example/a.jpg"></noscript></p>`
    expect(sanitise(late)).toBe('<p><img src="https://p.example/a.jpg" alt="" /></p>')
    expect(picturesLeftOut(late)).toBe(0)
  })

  it('are counted where nothing can be fetched from, and leave no empty text', () => {
    const html = `<p><img src="data:image/png;base64,AAAA"></p><p>&nbsp;<img src="/wp-content/a.jpg"></p><img>`
    expect([sanitise(html), picturesLeftOut(html)]).toEqual(['', 3])
    expect(sanitise('<p><br></p><table></table>')).toBe('')
    expect(sanitise('<p>a</p><p></p>')).toBe('<p>a</p><p></p>')
  })
})

describe('the HTML of articles and pages', () => {
  const figure = (src: string): string =>
    `<figure><img src="${src}" alt="An oak" /><figcaption>An oak</figcaption></figure>`

  it.each([
    figure('oak.png'),
    figure('in/oak &amp; 梅.jpg'),
    figure('https://pictures.example/oak.jpg?w=9&amp;h=9'),
    figure('/media/0123456789abcdef/640.webp'),
    '<img src="oak.png" alt="" />',
  ])('keeps %s', (html) => expect(sanitiseEditorial(html)).toBe(html))

  it.each([
    'http://pictures.example/oak.jpg',
    '//evil.example/oak.jpg',
    '/admin/delete',
    '/media/../../etc/passwd',
    '/media/0123456789abcdef/640.svg',
    '../oak.png',
    'in/../../oak.png',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'mailto:a@b.example',
    '\\\\evil.example\\oak.png',
    'oak.png?x',
    '',
  ])('takes the picture %s away', (src) => {
    expect(sanitiseEditorial(`<p>a<img src='${src}' alt='b'></p>`)).toBe('<p>a</p>')
  })

  it('leaves a picture its source and its words', () => {
    const given = `<img onerror="alert(1)" width="9" srcset="x 2x" style="x" class="y" alt='"><b>' src="oak.png">`
    expect(sanitiseEditorial(given)).toBe('<img src="oak.png" alt="&quot;&gt;&lt;b&gt;" />')
    expect(sanitise(given)).toBe('<img src="oak.png" alt="&quot;&gt;&lt;b&gt;" />')
  })
})

describe('the parts of pages', () => {
  const placed = `<x-island c="product-list" on="visible" p="{&quot;collection&quot;:&quot;oak&quot;}"><p>Oak</p></x-island>`

  it('stay where their name is known, and nowhere else', () => {
    expect(sanitisePage(placed)).toBe(placed)
    expect(sanitisePage(placed.replaceAll('&quot;', "'"))).toContain("p=\"{'collection':'oak'}\"")
    expect(sanitiseEditorial(placed)).toBe('<p>Oak</p>')
    expect(sanitise(placed)).toBe('<p>Oak</p>')
    for (const name of ['auth', 'constructor', '__proto__', '', 'product-list x', 'CART'])
      expect(sanitisePage(`<x-island c="${name}"><p>Oak</p></x-island>`)).toBe('<p>Oak</p>')
    expect(sanitisePage('<x-island><p>Oak</p></x-island>')).toBe('<p>Oak</p>')
    expect(sanitisePage('<x-slot><p>Oak</p></x-slot>')).toBe('<p>Oak</p>')
  })

  it('have no other attributes', () => {
    const given = `<x-island c="nav" k="a" onclick="x()" style="x" data-no-islands class="y" p='{"a":"<b>"}'></x-island>`
    expect(sanitisePage(given)).toBe(
      '<x-island c="nav" p="{&quot;a&quot;:&quot;&lt;b&gt;&quot;}"></x-island>',
    )
  })

  it('are taken out whole, but for what stands in them', () => {
    expect(withoutParts(`a${placed}b`)).toBe('a<p>Oak</p>b')
    expect(withoutParts(sanitisePage(`<x-island c="nav" p='{"a":"> <p>"}'>x</x-island>`))).toBe('x')
  })

  it('are the same when they are sanitised twice', () => {
    const piece = fc.constantFrom(
      '<x-island c="nav"',
      '<x-island',
      ' p=',
      "'",
      '"',
      '>',
      '</x-island>',
      '<p>',
      '{',
      '&',
      'x',
    )
    fc.assert(
      fc.property(
        fc.array(piece).map((parts) => parts.join('')),
        (html) => {
          const clean = sanitisePage(html)
          expect(sanitisePage(clean)).toBe(clean)
          expect(
            clean.replaceAll(/<x-island c="nav"(?: p(?:="[^"<>]*")?)?>|<\/x-island>/g, ''),
          ).not.toContain('x-island')
        },
      ),
      { numRuns: 500 },
    )
  })
})
