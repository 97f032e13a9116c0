import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runningPostmaster } from '#platform/server/db/embedded/postmaster.ts'

/* What the built server says when it cannot start, and when it is ended before it has. */

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'violet-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

interface Ended {
  code: number | null
  said: string
}

/** Runs until it ends. @param endAt ends it as soon as it has said this */
async function start(env: Record<string, string>, endAt?: RegExp): Promise<Ended> {
  const { PATH, HOME, TMPDIR } = process.env
  const own = { DATA_DIR: join(folder, 'data'), PORT: '0', DEMO: 'off' }
  const child = spawn(process.execPath, ['build/server/server.js'], {
    env: { PATH, HOME, TMPDIR, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (endAt?.test(text) === true) child.kill('SIGINT')
      said += text
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

it.each([
  [
    { DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' },
    'Violet could not start: DATABASE_URL: nothing answers at 127.0.0.1:1: start PostgreSQL there, or correct the address\n',
  ],
  [{ PORT: 'shop' }, 'The environment is not usable:\n  PORT: should be a whole number from 0 to 65535\n'],
])('%o is told in one line, without a stack', async (env, said) => {
  expect(await start(env)).toEqual({ code: 1, said })
})

it('a data folder that is a file is told in one line', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect(await start({ DATA_DIR: file })).toEqual({
    code: 1,
    said: `Violet could not start: DATA_DIR ${file} is a file, or below one: set DATA_DIR to a folder\n`,
  })
})

it('a taken port is told before the shop is filled, and nothing of it stays behind', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)
  const { code, said } = await start({ PORT: port })
  other.close()
  expect(code).toBe(1)
  expect(said).not.toContain('migrating')
  expect(said.trimEnd().split('\n').at(-1)).toBe(
    `Violet could not start: port ${port} is taken: end the program that listens there, or set PORT to another number`,
  )
  expect(said).not.toMatch(/^ {4}at |"level"/m)
  expect(await runningPostmaster(join(folder, 'data', 'pg'))).toBeNull()
})

it.each([
  ['in the middle of the migrations', /migrating/, {}],
  ['while the demo is loaded', /loading the demo/, { DEMO: 'on' }],
  ['at once when it is open', /is open at/, {}],
])('ended %s, it says no more than that, and takes its PostgreSQL with it', async (_, moment, env) => {
  const { code, said } = await start(env, moment)
  expect(code).toBe(0)
  expect(said).toContain('SIGINT: closing the shop\n')
  expect(said).not.toMatch(/^ {4}at |could not start|"level":[56]0|destroyed/m)
  expect(await runningPostmaster(join(folder, 'data', 'pg'))).toBeNull()
})
