import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { entry, fileOf, scratchFolder, violetFile } from '#transfer/catalog/for-tests.ts'
import { freshDatabase } from '#test/database.ts'
import type { Database } from '#platform/server/db/db.ts'
import { createProgram } from './program.ts'

/* What an import says before it takes something away. */

let db: Database
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DATA_DIR', await scratchFolder())
})
afterEach(() => {
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

async function violet(...args: string[]): Promise<{ out: string; err: string; code: number }> {
  const said = { out: '', err: '' }
  const listen = (stream: NodeJS.WriteStream, name: 'out' | 'err') =>
    vi.spyOn(stream, 'write').mockImplementation((text: string | Uint8Array) => {
      said[name] += text.toString()
      return true
    })
  const spies = [listen(process.stdout, 'out'), listen(process.stderr, 'err')]
  process.exitCode = undefined
  try {
    await createProgram('1.2.3').parseAsync(args, { from: 'user' })
    return { ...said, code: Number(process.exitCode ?? 0) }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

it('tells twenty problems, and how many more there are', async () => {
  const bad = Array.from({ length: 294 }, () => ({ ...entry('x'), slug: '' }))
  const { err, code } = await violet('import', await violetFile({ products: bad }), '--pictures', 'none')
  const lines = err.split('\n').filter((line) => line !== '')
  expect(code).toBe(2)
  expect(lines.slice(19, 21)).toEqual([
    expect.stringMatching(/:\d+: products\[19\]: slug: is empty$/),
    'and 274 more of the same kind (--json lists them)',
  ])
})

it('takes nothing away without a yes, and says before what that would be', async () => {
  const cup = entry('cup', { brand: 'Kiln', description: { en: '<p>Long.</p>' } })
  await violet('import', await violetFile({ products: [cup, entry('mug')] }), '--pictures', 'none')
  const file = await violetFile({ products: [entry('cup'), entry('mug')] })
  const brands = async () => (await db.pool.query('select brand from products order by slug')).rows
  const kept = await violet('import', file, '--pictures', 'none')
  expect([kept.code, await brands()]).toEqual([0, [{ brand: 'Kiln' }, { brand: null }]])
  expect(kept.out).not.toContain('lost')

  const held = await violet('import', file, '--replace', '--pictures', 'none')
  expect([held.code, await brands()]).toEqual([2, [{ brand: 'Kiln' }, { brand: null }]])
  expect(held.out).toContain(
    'held back, since 1 entry would lose this (--yes imports it):\n  1 × description in en, in 1 entry (cup)\n  1 × brand, in 1 entry (cup)\n',
  )
  expect(held.err).toContain('cup: would lose description in en, brand: --yes imports it all the same')
  const dry = await violet('import', file, '--replace', '--dry-run', '--pictures', 'none')
  expect([dry.code, await brands()]).toEqual([0, [{ brand: 'Kiln' }, { brand: null }]])
  expect(dry.out).toContain('would be lost:\n  1 × description in en, in 1 entry (cup)\n')

  const done = await violet('import', file, '--replace', '--yes', '--pictures', 'none')
  expect([done.code, await brands()]).toEqual([0, [{ brand: null }, { brand: null }]])
  expect(done.out).toContain('lost, since the file has it no longer:\n')
})

it('names the place of an entry in a file that is one line, of catalogue and of content', async () => {
  const products = [entry('cup'), { ...entry('mug'), colour: 'red' }, { slug: '' }, entry('cup')]
  const file = await fileOf(JSON.stringify({ format: 'violet-catalog', version: 1, products }))
  const { err } = await violet('import', file, '--pictures', 'none')
  const lines = err.split('\n').filter((line) => line.startsWith(file))
  expect(lines).toEqual([
    `${file}: products[2]: slug: is empty`,
    `${file}: products[2]: title: is missing`,
    `${file}: products[2]: skus: is missing`,
    `${file}: products[3]: cup: the address "cup" was there before, in products[0]`,
    `${file}: products[1]: mug: "colour" is not known here`,
  ])
  const content = await fileOf(
    JSON.stringify({ format: 'violet-content', version: 1, pages: [{ slug: 'a' }, { title: { en: 'B' } }] }),
  )
  const said = (await violet('import', content, '--pictures', 'none')).err
  expect(said).toContain(`${content}: pages[0]: a: title: is missing\n`)
  expect(said).toContain(`${content}: pages[1]: slug: is missing\n`)
})

it('tells all faults of an entry at once, and of each kind of fault the first entries', async () => {
  const members = Object.fromEntries(
    ['brand', 'type', 'visible', 'rating', 'tags', 'options'].map((name) => [name, 5]),
  )
  const whole = await violet('import', await violetFile({ products: [{ ...entry('x'), ...members }] }))
  expect(whole.err.split('\n').filter((line) => / should be /.test(line))).toHaveLength(6)

  const bad = Array.from({ length: 60 }, (_, n) => ({
    ...entry(`cup-${n}`),
    [n < 50 ? 'colour' : 'size']: n,
  }))
  const { err } = await violet(
    'import',
    await violetFile({ products: [...bad, { ...entry('last'), title: undefined }] }),
    '--pictures',
    'none',
  )
  const lines = err.split('\n').filter((line) => line !== '')
  expect(lines.filter((line) => line.includes('is not known here'))).toHaveLength(10)
  expect(lines).toContain('and 50 more of the same kind (--json lists them)')
  expect(lines.some((line) => line.endsWith('last: title: is missing'))).toBe(true)
})
