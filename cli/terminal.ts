import { once } from 'node:events'

export { counted } from '#wire/shown-text.ts'

/*
 * Output: results to standard output, everything else to standard error, so that `--json` and pipes stay clean.
 */

export const exitCodes = {
  /** Everything was done. */
  done: 0,
  /** It could not be done. */
  failed: 1,
  /** Done, except for refused parts. */
  partly: 2,
} as const

/** Writes a result; waits when the reader is slow. */
export async function writeOut(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** A failure that the operator can do something about: one line, no stack. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

export interface ProgressLine {
  /** Shows the newest state: in place on a terminal, else every five seconds. */
  show(line: string): void
  /** Clears the line. */
  end(): void
}

export function openProgress(quiet: boolean, now: () => number = Date.now): ProgressLine {
  const terminal = process.stderr.isTTY
  const pause = terminal ? 100 : 5_000
  let last = terminal ? 0 : now()
  return {
    show(line) {
      if (quiet || now() - last < pause) return
      last = now()
      process.stderr.write(terminal ? `\r\u001b[2K${line.slice(0, process.stderr.columns - 1)}` : `${line}\n`)
    },
    end() {
      if (!quiet && terminal) process.stderr.write('\r\u001b[2K')
    },
  }
}

/** Columns of equal width, two spaces between them. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, column) => Math.max(known[column] ?? 0, cell.length)),
    [],
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A stranger's words in a terminal: line breaks, and nothing that could move its cursor. */
export function printable(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\ufffd')
}
