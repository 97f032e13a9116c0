import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/*
 * What `npm start` does when the server ends, with a server of a few lines: it notes each start in `starts`, and does
 * what the line of `plan` for that start says.
 */

let folder: string
let starter: ChildProcess
let said: string

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'violet-keep-')))
  await mkdir(join(folder, 'scripts'))
  await cp(import.meta.dirname, join(folder, 'scripts/bootstrap'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'starts'), '')
  await writeFile(join(folder, 'server.mjs'), server)
})

afterEach(async () => {
  starter.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const server = `
import { appendFileSync, readFileSync } from 'node:fs'
const isLast = process.argv.includes('--end-database')
const nth = readFileSync('starts', 'utf8').split('\\n').length - 1
appendFileSync('starts', (isLast ? 'end-database' : process.pid) + '\\n')
const plan = isLast ? [] : (readFileSync('plan', 'utf8').split('\\n')[nth] ?? 'open stay').split(' ')
for (const step of plan) {
  if (step === 'open') await new Promise((sent) => process.send('open', sent))
  if (step === 'fall') throw new Error('fell')
  if (step === 'refuse') process.exit(1)
  if (step === 'stay') {
    process.on('SIGTERM', () => process.exit(0))
    process.on('SIGUSR2', () => process.send('leaving', () => process.exit(5)))
    setInterval(() => {}, 1000)
    console.log('here I am')
  }
}`

/** Starts the server as `npm start` does; resolves with its exit code when that has ended. */
function start(plan: readonly string[], pauses: readonly number[] = [0, 20, 40]): Promise<number | null> {
  const script = `
    import { writeFileSync } from 'node:fs'
    import { keepNode } from '${join(folder, 'scripts/bootstrap/keep.mjs')}'
    writeFileSync('${join(folder, 'plan')}', ${JSON.stringify(plan.join('\n'))})
    keepNode(process.execPath, ['server.mjs'], { pauses: ${JSON.stringify(pauses)} })`
  starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  said = ''
  for (const stream of [starter.stdout!, starter.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  return once(starter, 'close').then(([code]) => code as number | null)
}

async function starts(): Promise<string[]> {
  return (await readFile(join(folder, 'starts'), 'utf8')).trimEnd().split('\n')
}

/** Waits until the server is open for the n-th time. */
async function untilHere(times: number): Promise<void> {
  await expect.poll(() => said.split('here I am').length - 1, { timeout: 20_000 }).toBe(times)
}

/** What the starter itself said, without times. */
function lines(): string[] {
  return said
    .split('\n')
    .flatMap((line) => (line.startsWith('Violet') ? [line.replace(/[\d.]+ s\.$/, '… s.')] : []))
}

describe('a server that ends unexpectedly', () => {
  test('comes back, with a line each, until a planned stop', async () => {
    const end = start(['open fall', 'open stay'])
    await untilHere(1)
    expect(lines()).toEqual([
      'Violet ended unexpectedly (exit code 1); starting it again …',
      'Violet is back after … s.',
    ])
    expect(await starts()).toHaveLength(2)
    starter.kill('SIGTERM')
    expect(await end).toBe(0)
    expect(await starts()).toHaveLength(2)
  })

  test('comes back after kill -9 too, and waits a little longer each time', async () => {
    const end = start(['open stay'])
    for (const times of [1, 2, 3]) {
      await untilHere(times)
      process.kill(Number((await starts()).at(-1)), 'SIGKILL')
    }
    await untilHere(4)
    expect(lines().filter((line) => line.includes('ended'))).toEqual([
      'Violet ended unexpectedly (SIGKILL); starting it again …',
      'Violet ended unexpectedly (SIGKILL); starting it again in 0.02 s …',
      'Violet ended unexpectedly (SIGKILL); starting it again in 0.04 s …',
    ])
    starter.kill('SIGTERM')
    expect(await end).toBe(0)
  })

  test('is given up after too many deaths in a minute, and its database is ended', async () => {
    const end = start(['open fall', 'open fall', 'refuse', 'open fall'])
    expect(await end).toBe(1)
    expect(lines().at(-1)).toBe(
      'Violet ended 4 times within a minute (exit code 1) and is not started again: the reason stands above.',
    )
    expect((await starts()).slice(4)).toEqual(['end-database'])
  })

  test('is not waited for when the operator stops meanwhile, and its database is ended', async () => {
    const end = start(['open fall'], [600_000])
    await expect.poll(lines, { timeout: 20_000 }).toHaveLength(1)
    starter.kill('SIGTERM')
    expect(await end).toBe(0)
    expect((await starts()).slice(1)).toEqual(['end-database'])
  })
})

describe('a server that is not started again', () => {
  test('never opened: a wrong setting is as wrong the next time', async () => {
    expect(await start(['refuse'])).toBe(1)
    expect(lines()).toEqual([])
    expect(await starts()).toHaveLength(1)
  })

  test('was told to end by itself, whatever its exit code', async () => {
    const end = start(['open stay'])
    await untilHere(1)
    process.kill(Number((await starts())[0]), 'SIGUSR2')
    expect(await end).toBe(5)
    expect(await starts()).toHaveLength(1)
  })

  test('ends with who started it', async () => {
    const end = start(['open stay'])
    await untilHere(1)
    const [pid] = await starts()
    starter.kill('SIGKILL')
    await end
    await expect.poll(() => isAlive(Number(pid)), { timeout: 20_000 }).toBe(false)
    expect(await starts()).toHaveLength(1)
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
