import { createInterface } from 'node:readline/promises'
import { Failure } from './terminal.ts'

/**
 * Asks before irreversible commands. Without a terminal (a script, `--json`), the option `--yes` is the answer, and
 * without it nothing is done.
 */
export async function confirmed(
  question: string,
  { yes, json }: { yes: boolean; json: boolean },
): Promise<void> {
  if (yes) return
  if (json || !isAsked()) throw new Failure(`${question} Say --yes to do it.`)
  if (!(await agreed(question))) throw new Failure('nothing was done')
}

/** Whether somebody is there to answer. */
export function isAsked(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

export async function agreed(question: string): Promise<boolean> {
  const asked = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await asked.question(`${question} [y/N] `)).trim())
  } finally {
    asked.close()
  }
}
