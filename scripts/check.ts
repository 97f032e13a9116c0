/*
 * The one gate: `npm run check`, or `npm run check -- lint css` for some guards only.
 * `--json FILE` also writes the result there.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './check/build.ts'
import { guards } from './check/guards.ts'
import { runGuards, type Outcome } from './check/run.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
const unknown = positionals.filter((name) => !guards.some((guard) => guard.name === name))
if (unknown.length > 0) {
  console.error(`There is no guard named ${unknown.join(', ')}: ${guards.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const named = positionals.length === 0 ? guards : guards.filter(({ name }) => positionals.includes(name))
const first = named.some((guard) => guard === build || guard.readsBuild) ? [build] : []
const others = named.filter((guard) => guard !== build)
const root = join(import.meta.dirname, '..')
const outcomes = [...(await runGuards(first, root, 1, print)), ...(await runGuards(others, root, 2, print))]
const failed = outcomes.filter(({ ok }) => !ok).length
const passed = outcomes.length - failed
if (values.json !== undefined) {
  const result = {
    passed,
    failed,
    skipped: 0,
    guards: outcomes.map(({ name, ok, ms }) => ({ name, ok, ms })),
  }
  await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function print({ name, ok, ms, details }: Outcome): void {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(14)} ${(ms / 1000).toFixed(1).padStart(5)} s`)
  if (details !== '') console.log(details)
}
