import { expect, it } from 'vitest'
import { withHeadings } from './headings.ts'

const label = (title: string): string => `Link to "${title}"`

it('gives each heading an id of its words and a link to itself', () => {
  const { html, contents } = withHeadings('<h2>Why <em>linen</em> creases</h2><p>So.</p>', label)
  expect(html).toBe(
    '<h2 id="s-why-linen-creases">Why <em>linen</em> creases <a class="prose-anchor" href="#s-why-linen-creases" aria-label="Link to &#34;Why linen creases&#34;"></a></h2><p>So.</p>',
  )
  expect(contents).toEqual([{ id: 's-why-linen-creases', title: 'Why linen creases', level: 2 }])
})

it('has ids for every script, and one for each of two equal headings', () => {
  const { html, contents } = withHeadings(
    '<h2>桶里的三样东西</h2><h3>R&amp;D？</h3><h2>！</h2><h2>！</h2>',
    label,
  )
  expect(contents.map(({ id, level }) => [id, level])).toEqual([
    ['s-桶里的三样东西', 2],
    ['s-r-d', 3],
    ['s-section', 2],
    ['s-section--2', 2],
  ])
  expect(html).toContain('href="#s-%E6%A1%B6')
})

it('lists the two upper levels, marks the third, and leaves empty headings alone', () => {
  const { html, contents } = withHeadings('<h4>Small</h4><h2> </h2>', label)
  expect(contents).toEqual([])
  expect(html).toContain('<h4 id="s-small">')
  expect(html).toContain('<h2> </h2>')
})

it('keeps ids short', () => {
  const [heading] = withHeadings(`<h2>${'long '.repeat(40)}</h2>`, label).contents
  expect(heading!.id.length).toBeLessThanOrEqual(62)
  expect(heading!.id).toMatch(/[^-]$/)
})
