import type { Command } from 'commander'
import { csvLines, jsonRows, nameOf, readText } from './files/read-rows.ts'
import { exitCodes, Failure, printable, say, writeOut } from './terminal.ts'

/*
 * Commands that take one name or many: as arguments, or from a file or standard input.
 */

export interface ManyFlags {
  json: boolean
  file?: string
}

/** @param what that the names are of: `code` */
export function takesMany(command: Command, what: string): Command {
  return command
    .argument(`[${what}...]`, 'as the list shows them')
    .option('--file <file>', fileOption)
    .option('--json', 'print one JSON object in each line', false)
}

/** What `--file` says of itself. */
export const fileOption =
  'many, from a file: one in each line, a list as it was printed, CSV with a head, or JSON; - for standard input'

/** How names are found in files. */
export interface Named {
  /** One of them, for who named none: `a return`. */
  one: string
  /**
   * The columns of a CSV and the fields of JSON objects that they stand in, the best first: it is the head of the
   * printed list.
   */
  columns: readonly [string, ...string[]]
}

/** Names from the command line and from a file, each once. Lines that are empty or begin with # are none. */
export async function readNames(
  given: readonly string[],
  file: string | undefined,
  named: Named,
): Promise<string[]> {
  const listed = file === undefined ? [] : namesIn(await readText(file), file, named)
  const names = [...new Set([...given, ...listed].map((name) => name.trim()).filter((name) => name !== ''))]
  if (names.length === 0) throw new Failure(`name ${named.one}, or a file of them by --file`)
  return names
}

function namesIn(read: string, file: string, { columns }: Named): string[] {
  const text = read.replace(/^\uFEFF/, '')
  if (/^\s*[[{]/.test(text))
    return jsonRows(text, file, columns[0]).map(({ line, cells }) => {
      const name = columns.flatMap((column) => cells.get(column) ?? []).at(0)
      if (name === undefined) throw new Failure(`${nameOf(file)}:${line}: it has no ${columns[0]}`)
      return name
    })
  const rows = csvLines(text).map(({ cells }) => cells)
  const head = rows[0]?.map((cell) => cell.trim().toLowerCase()) ?? []
  // By rank, wherever they stand in the file: beside a code, `question` is what an answer belongs to.
  const place = columns.map((column) => head.indexOf(column)).find((at) => at >= 0) ?? -1
  if (place >= 0 && head.length > 1) return rows.slice(1).map((cells) => cells[place] ?? '')
  return text.split(/\r?\n/).flatMap((line) => {
    const [first = ''] = line.trim().split(/[\s,;]+/)
    const name = first.replaceAll('"', '')
    return name.startsWith('#') || columns.includes(name.toLowerCase()) ? [] : [name]
  })
}

/** What became of one. */
export type Done = { ok: true; json: object; text: string } | { ok: false; reason: string }

/**
 * Does the same with each, one after the other; those that cannot be are named, and the others are done.
 * @param field of its JSON that a name which failed stands in
 */
export async function withEach(
  names: readonly string[],
  { json }: Pick<ManyFlags, 'json'>,
  field: string,
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
    if (json) await writeOut(`${JSON.stringify({ [field]: name, error: done.reason })}\n`)
    if (names.length === 1) throw new Failure(done.reason)
    if (!json) say(done.reason)
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
