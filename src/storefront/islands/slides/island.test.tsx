import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { dictionaries } from '../../dictionaries.ts'
import { pickTexts } from '#i18n/t.ts'
import { SlideStrip } from '#ui/slide-strip.tsx'
import { elements } from '#test/markup.ts'
import Slides, { type SlidesProps } from './island.tsx'
import { slidesTexts } from './texts.ts'

function render(props: Partial<SlidesProps> = {}): string {
  const texts = pickTexts(dictionaries('en'), slidesTexts)
  return renderToString(
    <Slides label="Our rooms" count={3} every={0} texts={texts} lang="en" external {...props}>
      <SlideStrip label="Rooms" nameOf={(n, count) => `${n} of ${count}`}>
        <p>One</p>
        <p>Two</p>
        <p>Three</p>
      </SlideStrip>
    </Slides>,
  )
}

it('names the group, the strip and each slide', () => {
  const html = render()
  expect(elements(html, 'div')[0]).toMatchObject({ role: 'group', 'aria-label': 'Our rooms' })
  expect(elements(html, 'ul')[0]).toMatchObject({ tabindex: '0', 'aria-label': 'Rooms' })
  expect(elements(html, 'li').flatMap((li) => li['aria-label'] ?? [])).toEqual(['1 of 3', '2 of 3', '3 of 3'])
})

it('has a dot for each slide, the first of them current', () => {
  const dots = elements(render(), 'button').filter((button) => button['class'] === 'slides-dot')
  expect(dots.map((dot) => [dot['aria-label'], dot['aria-current'] ?? null])).toEqual([
    ['Show 1 of 3', 'true'],
    ['Show 2 of 3', null],
    ['Show 3 of 3', null],
  ])
})

it('can be stopped where it turns by itself, and only there', () => {
  expect(render()).not.toContain('Pause slideshow')
  expect(render({ every: 6_000 })).toContain('aria-label="Pause slideshow"')
})

it('has nothing to turn where there is one', () => {
  expect(render({ count: 1 })).not.toContain('slides-bar')
})
