import { expect, it } from 'vitest'
import { openTurns } from './turns.ts'

/** Work that notes when it began, and ends when it is told to. */
function works(): {
  begun: string[]
  work: (name: string) => () => Promise<string>
  end: (name: string) => Promise<void>
  fail: (name: string) => Promise<void>
} {
  const begun: string[] = []
  const running = new Map<string, PromiseWithResolvers<string>>()
  const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    work: (name) => () => {
      begun.push(name)
      const promised = Promise.withResolvers<string>()
      running.set(name, promised)
      return promised.promise
    },
    end: (name) => (running.get(name)!.resolve(name), soon()),
    fail: (name) => (running.get(name)!.reject(new Error(name)), soon()),
  }
}

it('begins as much as there are places for, and the next when one is free', async () => {
  const turns = openTurns(2)
  const { begun, work, end } = works()
  const all = ['a', 'b', 'c', 'd'].map((name) => turns.take(1, work(name)))
  expect([begun, turns.waiting(), turns.isIdle()]).toEqual([['a', 'b'], 2, false])
  await end('b')
  expect([begun, turns.waiting()]).toEqual([['a', 'b', 'c'], 1])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  expect([turns.waiting(), turns.isIdle()]).toEqual([0, true])
})

it('lets nothing pass one that waits for more places', async () => {
  const turns = openTurns(2)
  const { begun, work, end } = works()
  const all = [turns.take(1, work('small')), turns.take(2, work('large')), turns.take(1, work('late'))]
  expect(begun).toEqual(['small'])
  await end('small')
  expect(begun).toEqual(['small', 'large'])
  await end('large')
  expect(begun).toEqual(['small', 'large', 'late'])
  await end('late')
  await Promise.all(all)
})

it('gives the places of work that failed to the next', async () => {
  const turns = openTurns(1)
  const { begun, work, end, fail } = works()
  const first = turns.take(1, work('first'))
  const second = turns.take(1, work('second'))
  await Promise.all([expect(first).rejects.toThrow('first'), fail('first')])
  expect(begun).toEqual(['first', 'second'])
  await end('second')
  expect(await second).toBe('second')
  expect(turns.isIdle()).toBe(true)
})
