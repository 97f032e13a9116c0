import { prototypeWords } from '#test/prototype-words.ts'
import type { Random } from '../seeded.ts'

/*
 * What the fuzzer chooses by chance: one of some, so many bytes, a word that breaks programs.
 */

export interface Pick {
  below(count: number): number
  of<T>(all: readonly T[]): T
  bytes(count: number): Buffer
  word(): string
  value(): unknown
  end(): 'close' | 'reset'
}

export function picker(random: Random): Pick {
  const below = (count: number): number => Math.floor(random() * count)
  const of = <T>(all: readonly T[]): T => all[below(all.length)]!
  const word = (): string =>
    of([
      ...prototypeWords,
      '',
      '\0',
      'a',
      '\ud800',
      '💥',
      '../../..',
      '%00',
      "' or 1=1 --",
      '<b>',
      'x'.repeat(3_000),
      '-1',
      '1e309',
      'null',
    ])
  const value = (): unknown =>
    of<() => unknown>([
      word,
      word,
      () => below(1e9) - 5e8,
      () => 1.5,
      () => null,
      () => true,
      () => [],
      () => [word()],
      () => ({}),
      () => ({ [word()]: word() }),
    ])()
  return {
    below,
    of,
    word,
    value,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
    end: () => of(['close', 'reset']),
  }
}

/** One byte for each letter. */
export function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
