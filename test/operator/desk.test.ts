import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDesk, type Desk } from './desk.ts'

/** What it says of each run shows whether anything of the last one is left in it. */
const program = `
  import { runs } from './kept.mjs'
  let own = 0
  own += 1
  runs.count += 1
  const [what, ...more] = process.argv.slice(2)
  process.stdout.write(what + ' ' + own + ' ' + runs.count + '\\n')
  if (what === 'long') process.stdout.write('x'.repeat(300_000))
  if (what === 'wrong') process.exitCode = 2
  if (what === 'leave') process.exit(3)
  await new Promise((resolve) => setTimeout(resolve, more.length))
  process.stderr.write(more.join(',') + '\\n')
`

let folder: string
let desk: Desk
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'violet-desk-'))
  await writeFile(join(folder, 'kept.mjs'), 'export const runs = { count: 0 }\n')
  await writeFile(join(folder, 'program.mjs'), program)
  desk = openDesk(join(folder, 'program.mjs'), {})
})
afterEach(async () => {
  await desk.close()
  await rm(folder, { recursive: true })
})

it('runs a program again and again, each time from its beginning, with what it loads kept', async () => {
  const told = await Promise.all([desk.run(['one', 'a', 'b']), desk.run(['wrong']), desk.run(['three', 'c'])])
  expect(told).toEqual([
    { code: 0, stdout: 'one 1 1\n', stderr: 'a,b\n' },
    { code: 2, stdout: 'wrong 1 2\n', stderr: '\n' },
    { code: 0, stdout: 'three 1 3\n', stderr: 'c\n' },
  ])
  const { stdout } = await desk.run(['long'])
  expect(stdout).toHaveLength('long 1 4\n'.length + 300_000)
})

it('has a new process for the command after one that ended it', async () => {
  expect(await desk.run(['leave'])).toEqual({ code: 3, stdout: 'leave 1 1\n', stderr: '' })
  expect(await desk.run(['one'])).toEqual({ code: 0, stdout: 'one 1 1\n', stderr: '\n' })
})
