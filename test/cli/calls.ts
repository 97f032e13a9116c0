import type { Command } from 'commander'
import { vi } from 'vitest'
import { createProgram } from '#cli/program.ts'
import { exitCodes, Failure } from '#cli/terminal.ts'

/* For tests of commands, as an operator types them. */

/** What a call printed, and how it ended. */
export interface Call {
  out: string
  err: string
  code: number
}

export async function violet(...args: string[]): Promise<Call> {
  const call = { out: '', err: '', code: 0 }
  const listen = (stream: NodeJS.WriteStream, name: 'out' | 'err') =>
    vi.spyOn(stream, 'write').mockImplementation((text: string | Uint8Array) => {
      call[name] += text.toString()
      return true
    })
  const spies = [listen(process.stdout, 'out'), listen(process.stderr, 'err')]
  process.exitCode = undefined
  try {
    const program = createProgram('1.2.3')
    everyCommand(program, (command) => command.exitOverride())
    await program.parseAsync(args, { from: 'user' })
    call.code = Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof Failure) call.err += error.message
    call.code =
      error instanceof Failure
        ? error.exitCode
        : error instanceof Error && 'exitCode' in error
          ? Number(error.exitCode)
          : exitCodes.failed
    if (!(error instanceof Error && 'exitCode' in error)) call.err += String(error)
  } finally {
    for (const spy of spies) spy.mockRestore()
    process.exitCode = undefined
  }
  return call
}

function everyCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const child of command.commands) everyCommand(child, visit)
}
