import { expect, it } from 'vitest'
import { everyReturn, someReturns, stories, type ReturnJourney } from './return-journeys.ts'

/** Any two of its choices but the story: `width=390 scripts=true`. */
function pairsOf({ prefix, width, scripts }: ReturnJourney): string[] {
  const choices = Object.entries({ prefix, width, scripts }).map(([name, value]) => `${name}=${value}`)
  return choices.flatMap((one, index) => choices.slice(index + 1).map((other) => `${one} ${other}`))
}

it('the returns that are walked by default have each story, and every pair of the other choices', () => {
  expect(everyReturn).toHaveLength(6 * 3 * 2 * 2)
  const every = new Set(everyReturn.flatMap(pairsOf))
  expect(every.size).toBe(6 + 6 + 4)
  expect(new Set(someReturns.flatMap(pairsOf))).toEqual(every)
  expect(someReturns.map(({ story }) => story).toSorted()).toEqual([...stories].toSorted())
  expect(everyReturn).toEqual(expect.arrayContaining([...someReturns]))
})
