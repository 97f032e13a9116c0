import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import type { Locale } from '#i18n/locales.ts'
import { elements } from '#test/markup.ts'
import { examples } from './examples.tsx'
import Verify from './island.tsx'

function render(state: string, locale: Locale = 'en'): string {
  const props = examples(dictionaries(locale), locale)[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return renderToString(<Verify {...props} external />)
}

it('says what the specification says, word for word', () => {
  expect(render('idle')).toContain('>Please complete the security verification</button>')
  expect(render('slide')).toContain('>Swipe right to complete verification</span>')
  expect(render('failed')).toContain('Verification failed')
  expect(render('passed')).toContain('Verification success')
  expect(render('slide', 'zh')).toContain('向右滑动完成验证')
  expect(render('slide', 'zh-HK')).toContain('向右滑動以完成驗證')
})

it('is a real slider, with a name, for keys and screen readers', () => {
  expect(elements(render('slide'), 'input')).toEqual([
    expect.objectContaining({
      type: 'range',
      min: '0',
      max: '268',
      'aria-label': 'Swipe right to complete verification',
      'aria-describedby': 'verify-slider-help',
    }),
  ])
})

it('sends nothing with the form before it is passed, and the id of the pass then', () => {
  const sent = (state: string): unknown[] =>
    elements(render(state), 'input').flatMap(({ name, value }) => (name === undefined ? [] : [[name, value]]))
  for (const state of ['idle', 'loading', 'slide', 'checked', 'failed', 'working'])
    expect(sent(state), state).toEqual([])
  expect(sent('passed')).toEqual([['verifyId', '-']])
})

it('asks a question by plain fields, which need no scripts', () => {
  const fields = elements(render('question'), 'input')
  expect(fields.map(({ name, type }) => [name, type])).toEqual([
    ['verifyId', 'hidden'],
    ['verifyAnswer', undefined],
  ])
})

it('offers the two other ways with each', () => {
  const offered = (state: string): string[] =>
    [...render(state).matchAll(/button-plain">([^<]+)</g)].map((match) => match[1]!)
  expect(offered('slide')).toEqual([
    'Another picture',
    'Answer a question instead',
    'Let this device work instead',
  ])
  expect(offered('question')).toEqual(['Use the slider instead', 'Let this device work instead'])
  expect(offered('working')).toEqual(['Use the slider instead', 'Answer a question instead'])
})
