import { expect, it } from 'vitest'
import { mostCompared, readCompared } from './compare-url.ts'

const read = (search: string): string[] => readCompared(new URLSearchParams(search))

it('reads what is to be compared in its order, each once, four at most', () => {
  expect(read('?p=b&p=a&p=b')).toEqual(['b', 'a'])
  expect(read('?p=a&p=b&p=c&p=d&p=e')).toHaveLength(mostCompared)
  expect(read('?p=')).toEqual([])
  expect(read(`?p=${'x'.repeat(121)}`)).toEqual([])
})
