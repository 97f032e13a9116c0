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
  if (json || !process.stdin.isTTY || !process.stderr.isTTY)
    throw new Failure(`${question} Say --yes to do it.`)
  const asked = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await asked.question(`${question} [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('nothing was done')
  } finally {
    asked.close()
  }
}
