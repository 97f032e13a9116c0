import { AsyncLocalStorage } from 'node:async_hooks'
import { onTestFinished, vi } from 'vitest'
import { PreparingClient } from '#platform/server/db/preparing-client.ts'

const counting = new AsyncLocalStorage<true>()

/**
 * The statements that some work sends to the database, `begin` and `commit` among them, in that order. Those of loops
 * that run meanwhile are not the work's.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await askedBy(work)).statements
}

/**
 * The statements of {@link statementsOf}, and the round trips that they take: statements that are sent while a
 * connection still waits for the answer to others travel with those.
 */
export async function askedBy(
  work: () => Promise<unknown>,
): Promise<{ statements: string[]; roundTrips: number }> {
  const statements: string[] = []
  const waiting = new Map<PreparingClient, number>()
  let roundTrips = 0
  const { query } = PreparingClient.prototype
  const asked = vi.spyOn(PreparingClient.prototype, 'query').mockImplementation(function (
    this: PreparingClient,
    ...args: unknown[]
  ): never {
    const answer: unknown = query.apply(this, args)
    if (counting.getStore() !== true) return answer as never
    statements.push(String(args[0]))
    const open = waiting.get(this) ?? 0
    if (open === 0) roundTrips++
    waiting.set(this, open + 1)
    const answered = (): void => void waiting.set(this, waiting.get(this)! - 1)
    Promise.resolve(answer).then(answered, answered)
    return answer as never
  })
  onTestFinished(() => asked.mockRestore())
  await counting.run(true, work)
  asked.mockRestore()
  return { statements, roundTrips }
}
