import { hash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { currentFilter, isBreached, isIn, ownFilter } from './breached.ts'
import { buildFilter, type BuildFilterOptions } from './build-filter.ts'
import { headLength, readHead } from './filter-format.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'violet-breached-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

const shipped = currentFilter('/nowhere')

/** A list as Have I Been Pwned offers it. */
function listOf(passwords: readonly string[], end = '\r\n'): string {
  const hashes = passwords.map((password) => hash('sha1', password).toUpperCase()).toSorted()
  return hashes.map((digest, index) => `${digest}:${(index % 9) + 1}${end}`).join('')
}

/** In pieces that cut lines in the middle. */
async function* pieces(text: string, length = 1_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += length) yield Buffer.from(text.slice(at, at + length))
}

async function build(text: string, options: Partial<BuildFilterOptions> = {}) {
  const target = join(await folder(), 'list', 'breached.filter')
  const built = await buildFilter(pieces(text), target, { expected: 1, atLeast: 1, ...options })
  return { target, built }
}

it.each([
  '123456',
  'password',
  'qwerty',
  'Password1',
  'iloveyou',
  '11111111',
  '5201314',
  'PASSWORD',
  'ｐａｓｓｗｏｒｄ',
])('refuses "%s" by the list that comes with the program', async (password) => {
  expect(await isBreached(password, shipped)).toBe(true)
})

it.each(['Oak stool 7 by the window', 'tr0mbone-under-9-lindens', '檸檬在窗邊的第七張凳'])(
  'takes "%s"',
  async (password) => {
    expect(await isBreached(password, shipped)).toBe(false)
  },
)

it('ships 100,000 passwords in less than 200 kB', async () => {
  const bytes = await readFile(shipped)
  expect(bytes.length).toBeLessThanOrEqual(200_000)
  expect(readHead(bytes)).toMatchObject({ bits: 12 })
  expect(readHead(bytes)!.count).toBeGreaterThan(99_000)
})

it('takes one other password in about 4,096 for a leaked one', async () => {
  const bytes = await readFile(shipped)
  const read = (position: number, length: number): Buffer => bytes.subarray(position, position + length)
  let alarms = 0
  for (let n = 0; n < 80_000; n += 1) if (await isIn(`nobody has this ${n}`, read)) alarms += 1
  // 20 are expected; 2 and 38 are four standard deviations away.
  expect(alarms).toBeGreaterThan(1)
  expect(alarms).toBeLessThan(39)
})

it('holds every password of a list, in one part or in many', async () => {
  const passwords = Array.from({ length: 5_000 }, (_, n) => `leaked ${n}`)
  // What is expected decides how many parts there are: here one, 16 and 4,096.
  for (const [expected, partBits] of [
    [1, 0],
    [2 ** 22, 4],
    [2 ** 30, 12],
  ] as const) {
    const { target, built } = await build(listOf(passwords), { expected })
    const { size } = await stat(target)
    expect(built).toEqual({ ok: true, value: { lines: 5_000, passwords: 5_000, bytes: size } })
    const bytes = await readFile(target)
    expect(readHead(bytes)).toEqual({ bits: 12, partBits, count: 5_000 })
    const read = (position: number, length: number): Buffer => bytes.subarray(position, position + length)
    for (const password of passwords) if (!(await isIn(password, read))) expect.fail(password)
    let alarms = 0
    for (let n = 0; n < 5_000; n += 1) if (await isIn(`not leaked ${n}`, read)) alarms += 1
    expect(alarms).toBeLessThan(10)
  }
})

it('reads lines with and without a count, twice the same hash, and a last line without an end', async () => {
  const [a, b] = ['one', 'two'].map((password) => hash('sha1', password)).toSorted()
  const { target, built } = await build(`${a}\n\n${a}:3\r\n${b!.toUpperCase()}:12`)
  expect(built).toMatchObject({ ok: true, value: { lines: 4, passwords: 2 } })
  expect(await isBreached('one', target)).toBe(true)
  expect(await isBreached('two', target)).toBe(true)
  expect(await isBreached('three', target)).toBe(false)
})

it('leaves out passwords that leaked too few times', async () => {
  const passwords = Array.from({ length: 90 }, (_, n) => `leaked ${n}`)
  const { built } = await build(listOf(passwords), { atLeast: 8 })
  expect(built).toMatchObject({ ok: true, value: { lines: 90, passwords: 20 } })
})

it('makes an empty filter of an empty list', async () => {
  const { target, built } = await build('')
  expect(built).toMatchObject({ ok: true, value: { lines: 0, passwords: 0 } })
  expect(await isBreached('123456', target)).toBe(false)
})

const sorted = listOf(['one', 'two', 'three'], '\n')
const [first, second] = sorted.split('\n')

it.each([
  ['a line of words', `${first}\npassword\n`, { name: 'not_a_hash', line: 2 }],
  ['a hash that is too short', `${first!.slice(1)}\n`, { name: 'not_a_hash', line: 1 }],
  ['a digit that is none', `${first!.replace(/^./, 'g')}\n`, { name: 'not_a_hash', line: 1 }],
  ['a count that is none', `${first}\n${second}x\n`, { name: 'not_a_hash', line: 2 }],
  ['no count after the colon', `${first!.slice(0, 41)}\n`, { name: 'not_a_hash', line: 1 }],
  ['a file that has no lines', 'x'.repeat(5_000), { name: 'not_a_hash', line: 1 }],
  ['another order', `${second}\n${first}\n`, { name: 'not_in_order', line: 2 }],
])('stores nothing for %s', async (_, text, problem) => {
  const { target, built } = await build(text)
  expect(built).toEqual({ ok: false, problem })
  expect(await readdir(dirname(target))).toEqual([])
})

it("uses the operator's list as soon as it is there, and says when it is damaged", async () => {
  const dataDir = await folder()
  expect(currentFilter(dataDir)).toBe(shipped)
  const target = ownFilter(dataDir)
  await buildFilter(pieces(listOf(['Oak stool 7'])), target, { expected: 1, atLeast: 1 })
  expect(currentFilter(dataDir)).toBe(target)
  expect(await isBreached('Oak stool 7', currentFilter(dataDir))).toBe(true)
  expect(await isBreached('123456', currentFilter(dataDir))).toBe(false)
  await mkdir(dirname(target), { recursive: true })
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(headLength),
    Buffer.from('not a filter of any kind at all'),
  ]) {
    await writeFile(target, bytes)
    await expect(isBreached('123456', currentFilter(dataDir))).rejects.toThrow('damaged')
  }
})
