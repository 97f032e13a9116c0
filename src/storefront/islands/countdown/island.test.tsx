import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { dictionaries } from '../../dictionaries.ts'
import { pickTexts } from '#i18n/t.ts'
import Countdown, { type CountdownProps } from './island.tsx'
import { countdownTexts } from './texts.ts'

function render(props: Partial<CountdownProps>): string {
  return renderToString(
    <Countdown
      until="2026-11-24T18:00:00Z"
      now="2026-11-21T10:00:00Z"
      deadline="Until 24 November, 18:00"
      over="This is over"
      texts={pickTexts(dictionaries('en'), countdownTexts)}
      lang="en"
      external
      {...props}
    />,
  )
}

it('begins with what is left by the clock of the server', () => {
  const html = render({})
  expect([...html.matchAll(/<b>(\d+)<\/b>(\w+)/g)].map(([, n, unit]) => `${n} ${unit}`)).toEqual([
    '03 days',
    '08 hours',
    '00 minutes',
    '00 seconds',
  ])
  expect(html).toContain('<time class="countdown-deadline" dateTime="2026-11-24T18:00:00Z">Until 24 November')
})

it('says so when it is over', () => {
  const html = render({ now: '2026-11-24T18:00:00Z' })
  expect(html).toContain('This is over')
  expect(html).not.toMatch(/countdown-part|Until/)
})
