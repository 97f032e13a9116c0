import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/*
 * To start `violet` takes a second of a processor, most of it for loading what every command loads. A desk has it
 * loaded, and runs one command after the other.
 */

export interface Told {
  code: number
  stdout: string
  stderr: string
}

export interface Desk {
  /** Runs the program with these arguments, after those before; resolves with its exit code and output. */
  run(args: readonly string[]): Promise<Told>
  /** Ends it, when what was begun is done. */
  close(): Promise<void>
}

/** A desk for a built program, which is loaded by the first command. @param env its whole environment */
export function openDesk(program: string, env: Readonly<Record<string, string>>): Desk {
  let child: ChildProcess | null = null
  let last: Promise<unknown> = Promise.resolve()
  const start = (): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, 'desk-process.mjs'), program], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
  const run = async (args: readonly string[]): Promise<Told> => {
    child ??= start()
    const { told, hasEnded } = await tell(child, args)
    // A program may end by itself: the next command has a new process.
    if (hasEnded) child = null
    return told
  }
  return {
    run: (args) => {
      const told = last.then(() => run(args))
      last = told.catch(() => {})
      return told
    },
    close: async () => {
      await last
      if (child === null) return
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

async function tell(
  child: ChildProcess,
  args: readonly string[],
): Promise<{ told: Told; hasEnded: boolean }> {
  const outputs = Promise.all([untilMark(child.stdout!), untilMark(child.stderr!)])
  const ended = new Promise<{ code: number; hasEnded: boolean }>((resolve) => {
    const done = (code: number): void => settle(code, false)
    const left = (code: number | null): void => settle(code ?? 1, true)
    const settle = (code: number, hasEnded: boolean): void => {
      child.off('message', done).off('exit', left)
      resolve({ code, hasEnded })
    }
    child.once('message', done).once('exit', left)
  })
  child.send(args)
  const [[stdout, stderr], { code, hasEnded }] = await Promise.all([outputs, ended])
  return { told: { code, stdout, stderr }, hasEnded }
}

/** What comes until the next NUL, or until the end. */
function untilMark(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const hear = (piece: string): void => {
      text += piece
      if (text.endsWith('\0')) settle()
    }
    const settle = (): void => {
      stream.off('data', hear).off('end', settle)
      resolve(text.replace(/\0$/, ''))
    }
    stream.setEncoding('utf8').on('data', hear).once('end', settle)
  })
}
