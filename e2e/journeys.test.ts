import { expect, it } from 'vitest'
import { everyJourney, someJourneys, type Journey } from './journeys.ts'

/** Any two of its choices: `width=390 method=card`. */
function pairsOf(journey: Journey): string[] {
  const choices = Object.entries(journey).map(([name, value]) => `${name}=${value}`)
  return choices.flatMap((one, index) => choices.slice(index + 1).map((other) => `${one} ${other}`))
}

it('the journeys that are walked by default have every pair of choices that all have', () => {
  expect(everyJourney).toHaveLength(36)
  const every = new Set(everyJourney.flatMap(pairsOf))
  expect(every.size).toBe(6 + 6 + 9 + 4 + 6 + 6)
  expect(new Set(someJourneys.flatMap(pairsOf))).toEqual(every)
  expect(someJourneys).toHaveLength(9)
  expect(everyJourney).toEqual(expect.arrayContaining([...someJourneys]))
})

it('they have the card without scripts in traditional Chinese', () => {
  expect(someJourneys).toContainEqual({ prefix: '/zh-HK', width: 1280, scripts: false, method: 'card' })
})
