import { expect, it } from 'vitest'
import { problems } from '#wire/problems.ts'
import { problemOf } from '../answers.ts'
import { HashingBusy, openGate } from './gate.ts'

/** Works that end when they are told to, and the order in which they began. */
function works() {
  const began: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    began,
    start: (name: string) => (): Promise<string> => {
      began.push(name)
      return new Promise((resolve, reject) => {
        ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)))
      })
    },
    end: (name: string, error?: Error): void => ends.get(name)!(error),
  }
}

it('lets two at a time in, the others in the order in which they came, and no more than may wait', async () => {
  const gate = openGate(2, 2)
  const { began, start, end } = works()
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => gate.run(start(name)))
  await expect(gate.run(start('e'))).rejects.toThrow(HashingBusy)
  await Promise.resolve()
  expect(began).toEqual(['a', 'b'])
  end('b')
  expect(await b).toBe('b')
  expect(began).toEqual(['a', 'b', 'c'])
  end('c')
  end('a')
  expect(await Promise.all([a, c])).toEqual(['a', 'c'])
  expect(began).toEqual(['a', 'b', 'c', 'd'])
  end('d')
  expect(await d).toBe('d')
  const f = gate.run(start('f'))
  await Promise.resolve()
  expect(began).toEqual(['a', 'b', 'c', 'd', 'f'])
  end('f')
  expect(await f).toBe('f')
})

it('gives the room of a work that failed to the next', async () => {
  const gate = openGate(1, 1)
  const { began, start, end } = works()
  const first = gate.run(start('first'))
  const second = gate.run(start('second'))
  await Promise.resolve()
  end('first', new Error('no memory'))
  await expect(first).rejects.toThrow('no memory')
  expect(began).toEqual(['first', 'second'])
  end('second')
  expect(await second).toBe('second')
})

it('is a 503 to the visitor who is refused', () => {
  const problem = problemOf(new HashingBusy(), 'POST')
  expect(problem).toEqual({ name: 'unavailable' })
  expect(problems[problem.name].status).toBe(503)
})
