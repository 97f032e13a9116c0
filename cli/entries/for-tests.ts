import { vi } from 'vitest'
import { createProgram } from '../program.ts'
import { Failure } from '../terminal.ts'

/** What a call printed, and the word of its failure. */
export interface Call {
  out: string
  err: string
  failure: string | null
}

/** Calls the operator's program on the shop that the environment names. */
export async function violet(...args: string[]): Promise<Call> {
  const call: Call = { out: '', err: '', failure: null }
  const listen = (stream: NodeJS.WriteStream, name: 'out' | 'err') =>
    vi.spyOn(stream, 'write').mockImplementation((text: string | Uint8Array) => {
      call[name] += text.toString()
      return true
    })
  const spies = [listen(process.stdout, 'out'), listen(process.stderr, 'err')]
  try {
    await createProgram('1.2.3').parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    call.failure = error.message
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return call
}
