import { execFile } from 'node:child_process'
import { argon2Sync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { openThreads, startThread } from './hash-threads.ts'

const cost = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const salt = new Uint8Array(16)
const digest = new Uint8Array(argon2Sync('argon2id', { ...cost, message: 'Oak stool 7', nonce: salt }))

function opened(nicer = 0) {
  const started: Worker[] = []
  const threads = openThreads(() => {
    const thread = startThread(nicer)
    started.push(thread)
    return thread
  })
  onTestFinished(async () => {
    await Promise.all(started.map((thread) => thread.terminate()))
  })
  const hash = (changed: Partial<typeof cost> | { memory: number } = {}): Promise<Uint8Array> => {
    const message = new TextEncoder().encode('Oak stool 7')
    return threads.run('argon2', { ...cost, ...changed, message, salt })
  }
  return { started, threads, hash }
}

it('begins as many threads as compute at once, and uses them again', async () => {
  const { started, hash } = opened()
  expect(await Promise.all([hash(), hash()])).toEqual([digest, digest])
  expect(started).toHaveLength(2)
  for (let n = 0; n < 3; n += 1) expect(await hash()).toEqual(digest)
  expect(await Promise.all([hash(), hash()])).toEqual([digest, digest])
  expect(started).toHaveLength(2)
})

it('moves a password to its thread, and leaves no copy here', async () => {
  const { threads } = opened()
  const message = new TextEncoder().encode('Oak stool 7')
  const answer = threads.run('argon2', { ...cost, message, salt }, [message.buffer])
  expect(message).toHaveLength(0)
  expect(await answer).toEqual(digest)
})

it('fails the hash of a thread that ends in its midst, and gives the next one another thread', async () => {
  const { started, hash } = opened()
  await hash()
  const lost = hash()
  const ended = started[0]!.terminate()
  await expect(lost).rejects.toThrow('a thread for passwords ended (1)')
  await ended
  expect(await hash()).toEqual(digest)
  expect(started).toHaveLength(2)
})

it('replaces a thread that ended while nothing was to do', async () => {
  const { started, hash } = opened()
  await hash()
  await started[0]!.terminate()
  expect(await hash()).toEqual(digest)
  expect(started).toHaveLength(2)
})

it('says what a thread failed with, and goes on', async () => {
  const { started, hash } = opened()
  await expect(hash({ memory: 1 })).rejects.toThrow(/out of range|too small/)
  expect(await hash()).toEqual(digest)
  expect(started).toHaveLength(2)
})

/** The niceness of each thread of this program, by its id. */
function niceness(): Map<string, number> {
  const nice = (thread: string): number => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1')
    // The 19th field. The second is the name, in brackets, which may have spaces.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  }
  return new Map(readdirSync('/proc/self/task').map((thread) => [thread, nice(thread)]))
}

// No other system has priorities of threads.
it.runIf(process.platform === 'linux')('lowers the priority of its threads, and of no other', async () => {
  const own = getPriority()
  const before = niceness()
  const { hash } = opened(5)
  await Promise.all([hash(), hash()])
  const after = niceness()
  const added = [...after].filter(([thread]) => !before.has(thread))
  expect(added.filter(([, nice]) => nice === Math.min(own + 5, 19))).toHaveLength(2)
  for (const [thread, nice] of before) expect([thread, after.get(thread) ?? nice]).toEqual([thread, nice])
  expect(getPriority()).toBe(own)
})

it('lets a program wait for a hash, and end after it', async () => {
  const passwords = JSON.stringify(new URL('./passwords.ts', import.meta.url).href)
  const program = `console.log(await (await import(${passwords})).hashPassword('Oak stool 7'))`
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    timeout: 20_000,
  })
  expect(stdout).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/)
})
