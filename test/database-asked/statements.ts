import { AsyncLocalStorage } from 'node:async_hooks'
import { onTestFinished, vi } from 'vitest'
import { PreparingClient } from '#platform/server/db/preparing-client.ts'

const counting = new AsyncLocalStorage<true>()

/**
 * The statements that some work sends to the database, `begin` and `commit` among them, in that order. Those of loops
 * that run meanwhile are not the work's.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const { query } = PreparingClient.prototype
  const asked = vi.spyOn(PreparingClient.prototype, 'query').mockImplementation(function (
    this: PreparingClient,
    ...args: unknown[]
  ): never {
    if (counting.getStore() === true) texts.push(String(args[0]))
    return query.apply(this, args)
  })
  onTestFinished(() => asked.mockRestore())
  await counting.run(true, work)
  asked.mockRestore()
  return texts
}
