import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { refusalReasons, type RefusalReason } from '#domain/aftersale/moderation.ts'
import type { Result } from '#domain/result.ts'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { operatorPath } from '../shop.ts'
import { fileOption } from '../many.ts'
import { exitCodes, Failure, printable, say, writeOut } from '../terminal.ts'

/* Shared by the commands on what shoppers write: reviews, questions, answers. */

/** What a text can be listed by. */
export const writtenStates = ['pending', 'published', 'refused'] as const

export interface Flags {
  json: boolean
}

/** Of commands on several texts. */
export interface Many extends Flags {
  file?: string
  yes?: boolean
}

/** A command on several texts, by their codes. @param codes what they are codes of */
export function addSeveral(parent: Command, name: string, description: string, codes: string): Command {
  return parent
    .command(name)
    .description(description)
    .argument('[codes...]', codes)
    .option('--file <file>', fileOption)
    .option('--json', 'print one JSON object in each line', false)
}

export function asked({ yes = false, json }: Many): { yes: boolean; json: boolean } {
  return { yes, json }
}

export function oneLine(text: string, most = 60): string {
  return printable(text.replace(/\s+/g, ' ').slice(0, most))
}

/** A text of the operator's, from a file or standard input. */
export async function textFrom(file: string): Promise<string> {
  if (file === '-' && process.stdin.isTTY) say('Type the answer; Ctrl-D ends it.')
  const bytes = await readFile(file === '-' ? '/dev/stdin' : operatorPath(file)).catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${whyUnreadable(error)}`)
  })
  // Nothing takes words back whose letters are gone.
  if (!isUtf8(bytes)) throw new Failure(`${file} is not UTF-8 text: save it as UTF-8 first`)
  return bytes.toString('utf8')
}

export function reasonFrom(text: string | undefined): RefusalReason {
  const reason = refusalReasons.find((one) => one === text)
  if (reason === undefined)
    throw new Failure(
      `--reason is one of ${refusalReasons.join(', ')}; a low score or an opinion is no reason to refuse`,
    )
  return reason
}

/**
 * Does the same with each of several, in a transaction of its own; prints what became of each. Some that could not be
 * done are named, and the others are done all the same.
 */
export async function eachCode<N extends string>(
  codes: readonly string[],
  json: boolean,
  work: (code: string) => Promise<Result<string, { name: N }>>,
  faults: Readonly<Record<N, string>>,
): Promise<void> {
  let failed = 0
  for (const code of codes) {
    const done = await work(code)
    if (!done.ok) failed += 1
    const fault = done.ok ? null : faults[done.problem.name]
    if (json)
      await writeOut(`${JSON.stringify(done.ok ? { code, state: done.value } : { code, error: fault })}\n`)
    else if (done.ok) await writeOut(`${printable(code)}: ${done.value}\n`)
    else say(`${printable(code)}: ${fault}`)
  }
  if (failed === codes.length)
    throw new Failure(failed === 1 ? 'nothing was done' : `none of ${failed} was done`)
  if (failed > 0) throw new Failure(`${failed} of ${codes.length} could not be done`, exitCodes.partly)
}
