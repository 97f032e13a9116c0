import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { ownFilter } from '#platform/server/passwords/breached.ts'
import { buildFilter, type FilterFault } from '#platform/server/passwords/build-filter.ts'
import { readConfig } from '#platform/server/config.ts'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { operatorPath } from './shop.ts'
import { counted, Failure, openProgress, writeOut } from './terminal.ts'

interface Flags {
  atLeast: number
  json: boolean
  quiet: boolean
}

export function addSecurity(program: Command): void {
  program
    .command('security')
    .description('what protects the accounts of shoppers')
    .command('passwords')
    .description('passwords that nobody may choose, since they leaked elsewhere')
    .command('load')
    .description('refuse all passwords of a list, in place of the 100,000 most common ones')
    .argument('<file>', 'lines of SHA-1:count in ascending order, as Have I Been Pwned offers them')
    .option('--at-least <times>', 'leave out passwords that leaked fewer times than this', times, 1)
    .option('--json', 'print the result as JSON', false)
    .option('--quiet', 'print no progress', false)
    .addHelpText(
      'after',
      `
The filter of the list is stored in DATA_DIR/passwords, with some 1.8 bytes for each password; of other passwords it
refuses one in 4,000. It counts at once. Load it on each machine that runs the shop. Deleting the file brings the
common passwords back.`,
    )
    .action(load)
}

function times(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1.')
  return Number(text)
}

/** Bytes of a line: 40 digits, a colon, the count, the end of line. */
const usualLine = 45

async function load(path: string, flags: Flags): Promise<void> {
  const file = operatorPath(path)
  const size = await sizeOf(file)
  const progress = openProgress(flags.quiet || flags.json)
  const stream = createReadStream(file, { highWaterMark: 1024 * 1024 })
  const built = await buildFilter(stream, ownFilter(readConfig().dataDir), {
    expected: size / usualLine,
    atLeast: flags.atLeast,
    refusesEmpty: true,
    onProgress: (lines) =>
      progress.show(`${counted(lines, 'line')} (${Math.floor((stream.bytesRead / size) * 100)}% read)`),
  })
  progress.end()
  if (!built.ok)
    throw new Failure(`${file}:${built.problem.line}: ${faultText(built.problem)}; nothing was changed`)
  const { passwords, bytes } = built.value
  await writeOut(
    flags.json
      ? `${JSON.stringify(built.value)}\n`
      : `${counted(passwords, 'password')} refused from now on (a filter of ${counted(bytes, 'byte')})\n`,
  )
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${whyUnreadable(error)}`)
  })
  if (!found.isFile()) throw new Failure(`${file} is not a file`)
  return found.size
}

function faultText({ name }: FilterFault): string {
  return {
    not_a_hash: 'this is no line of SHA-1:count',
    not_in_order: 'the hashes are not in ascending order: sort the file first',
    empty: 'the list ends without a password that leaked as often',
  }[name]
}
