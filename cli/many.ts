import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { operatorPath } from './shop.ts'
import { exitCodes, Failure, printable, say, writeOut } from './terminal.ts'

/*
 * Commands that take one name or many: as arguments, or one a line from a file or standard input.
 */

export interface ManyFlags {
  json: boolean
  from?: string
}

/** @param what that the names are of: `code` */
export function takesMany(command: Command, what: string): Command {
  return command
    .argument(`[${what}...]`, 'as the list shows them')
    .option('--from <file>', 'read them from a file, one in each line; - for standard input')
    .option('--json', 'print one JSON object in each line', false)
}

/** The first word of each line, so that a list that was printed can be given back; its head is skipped. */
export async function namesOf(
  given: readonly string[],
  { from }: ManyFlags,
  head: string,
): Promise<string[]> {
  const text = from === undefined ? '' : await read(from)
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [name = ''] = line.trim().split(/\s+/)
    return name === '' || name === head || name.startsWith('#') ? [] : [name]
  })
  const names = [...new Set([...given, ...lines])]
  if (names.length === 0) throw new Failure('name at least one, or a file of them by --from')
  return names
}

async function read(file: string): Promise<string> {
  return readFile(file === '-' ? '/dev/stdin' : operatorPath(file), 'utf8').catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${whyUnreadable(error)}`)
  })
}

/** What became of one. */
export type Done = { ok: true; json: object; text: string } | { ok: false; reason: string }

/** Does the same with each, one after the other; those that cannot be are named, and the others are done. */
export async function withEach(
  names: readonly string[],
  { json }: Pick<ManyFlags, 'json'>,
  work: (name: string) => Promise<Done>,
): Promise<void> {
  let failed = 0
  for (const name of names) {
    const done = await work(name)
    if (done.ok) {
      await writeOut(json ? `${JSON.stringify(done.json)}\n` : `${done.text}\n`)
      continue
    }
    failed += 1
    if (names.length === 1) throw new Failure(done.reason)
    say(done.reason)
  }
  if (failed > 0)
    throw new Failure(
      `${failed} of ${names.length} could not be done`,
      failed === names.length ? exitCodes.failed : exitCodes.partly,
    )
}

/** The beginning of a text, in one line of a table. */
export function begins(text: string): string {
  return printable(text.replace(/\s+/g, ' ').slice(0, 60))
}
