import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { translator } from '#i18n/t.ts'
import { gapIn } from '#test/puzzle-eyes.ts'
import { drawPuzzle, height, size, width } from './picture.ts'
import { answerOf, drawQuestion, isAnswer, questionText } from './question.ts'

it('draws a gap where the piece belongs, and says nowhere but in the pixels how far that is', () => {
  const fromTop = new Set<number>()
  for (let n = 0; n < 40; n++) {
    const { puzzle, wanted } = drawPuzzle(randomInt)
    const { image, piece, ...numbers } = puzzle
    expect(numbers).toEqual({ way: 'slide', width, height })
    expect(piece.size).toBe(size)
    expect(gapIn(image, piece)).toBe(wanted)
    expect(wanted).toBeGreaterThanOrEqual(90)
    expect(wanted + size).toBeLessThanOrEqual(width)
    fromTop.add(wanted - piece.top)
  }
  // The one number that is not always the same does not go with the answer.
  expect(fromTop.size).toBeGreaterThan(10)
})

it('stays small enough to be waited for', () => {
  const sizes = Array.from({ length: 40 }, () => JSON.stringify(drawPuzzle(randomInt).puzzle).length)
  expect(Math.max(...sizes)).toBeLessThan(24_000)
})

it('asks for sums whose answers are never below one, in words of each language', () => {
  const ask = (kind: 'plus' | 'minus', locale: 'en' | 'zh' | 'zh-HK'): string =>
    questionText({ kind, a: 12, b: 7 }, translator(dictionaries(locale), locale))
  expect(ask('plus', 'en')).toBe('What is twelve plus seven?')
  expect(ask('minus', 'zh')).toBe('十二减七等于几？')
  expect(ask('minus', 'zh-HK')).toBe('十二減七等於多少？')
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      let state = seed
      const question = drawQuestion((min, max) => min + (state++ % (max - min)))
      expect(answerOf(question)).toBeGreaterThanOrEqual(1)
      expect(answerOf(question)).toBeLessThanOrEqual(24)
    }),
  )
})

it.each([
  ['7', true],
  [' 7 ', true],
  ['７', true],
  ['07', true],
  ['8', false],
  ['', false],
  ['7.0', false],
  ['-7', false],
  ['seven', false],
])('takes the answer %j for seven: %s', (text, isRight) => {
  expect(isAnswer(text, 7)).toBe(isRight)
})
