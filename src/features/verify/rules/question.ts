import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Translate } from '#i18n/t.ts'

/*
 * A sum in words, for who does not see the picture. A program can read it, too: so it is asked for less often.
 */

export interface Question {
  kind: 'plus' | 'minus'
  a: number
  b: number
}

const numbers = [
  'verify.number.1',
  'verify.number.2',
  'verify.number.3',
  'verify.number.4',
  'verify.number.5',
  'verify.number.6',
  'verify.number.7',
  'verify.number.8',
  'verify.number.9',
  'verify.number.10',
  'verify.number.11',
  'verify.number.12',
] as const satisfies readonly MessageKey[]

/** @param random a whole number from `min`, below `max` */
export function drawQuestion(random: (min: number, max: number) => number): Question {
  const kind = random(0, 2) === 0 ? 'plus' : 'minus'
  const a = random(kind === 'plus' ? 2 : 6, 13)
  return { kind, a, b: random(2, kind === 'plus' ? 13 : a) }
}

export function answerOf({ kind, a, b }: Question): number {
  return kind === 'plus' ? a + b : a - b
}

export function questionText({ kind, a, b }: Question, t: Translate): string {
  const words = { a: t(numbers[a - 1]!), b: t(numbers[b - 1]!) }
  return kind === 'plus' ? t('verify.question.plus', words) : t('verify.question.minus', words)
}

/** Digits of any width, as keyboards for Chinese write them. */
export function isAnswer(text: string, wanted: number): boolean {
  const digits = text.normalize('NFKC').trim()
  return /^\d{1,3}$/.test(digits) && Number(digits) === wanted
}
