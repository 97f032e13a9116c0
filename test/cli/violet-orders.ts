import { vi } from 'vitest'
import { createProgram } from '#cli/program.ts'
import { Failure } from '#cli/terminal.ts'

/* For tests of `violet orders …` and its neighbours, as an operator types them. */

/** What a command prints; throws the failure's text, with what was `printed` before it. */
export async function violet(...args: readonly string[]): Promise<string> {
  let out = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text.toString()
    return true
  })
  try {
    await createProgram('1.2.3').parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw Object.assign(new Error(error.message, { cause: error }), { printed: out })
  } finally {
    spy.mockRestore()
  }
  return out.trimEnd()
}

/** The JSON that `violet orders … --json` prints. */
export async function ordersJson(...args: readonly string[]): Promise<unknown> {
  return JSON.parse((await violet('orders', ...args, '--json')) || 'null')
}
