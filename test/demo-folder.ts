import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** Before the tests of a run. */
export default function setup(): void {
  process.env['VIOLET_TEST_DEMO'] = keptDemo(new Date())
}

const folder = join(process.cwd(), '.cache/demo')
/** What the loaded shop is made of, beside the date: products are new, and offers run, by the day. */
const inputs = [
  'build/.stamp',
  'db/migrations/**/*',
  'demo/**/*',
  'themes/**/*',
  'test/{running-shop,undurable}.ts',
]
/** Milliseconds after which no run uses it any more. */
const longestRun = 2 * 60 * 60_000

/**
 * The folder for a demo shop that is loaded once a day and for each state of the project, and copied by whoever needs
 * one: see `VIOLET_TEST_DEMO` in running-shop.ts. What other states have left is removed.
 */
export function keptDemo(now: Date): string {
  const name = keyOf(now)
  mkdirSync(folder, { recursive: true })
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry)
    if (entry === name) utimesSync(path, now, now)
    else if (statSync(path).mtimeMs < now.getTime() - longestRun)
      rmSync(path, { recursive: true, force: true })
  }
  return join(folder, name)
}

function keyOf(now: Date): string {
  // PostgreSQL opens no files of another user.
  const hash = createHash('sha256').update(`${process.getuid?.() ?? ''} ${process.version}`)
  const files = inputs
    .flatMap((pattern) => globSync(pattern, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return `${now.toISOString().slice(0, 10)}-${hash.digest('hex').slice(0, 16)}`
}
