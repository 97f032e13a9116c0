import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pageOf, runAll, type Result } from './all.ts'
import { plantsNothing, proofs } from './proofs.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'violet-proofs-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const described = {
  first: { proves: 'The first holds.', figures: 1 },
  second: { proves: 'The second holds.', figures: /\d+ faults/ },
  third: { proves: 'The third holds.', figures: 2 },
}

/** Runs them as programs; each run of one adds its name to the file `ran`. */
async function run(programs: Record<keyof typeof described, string>): Promise<Result[]> {
  const note = `require('fs').appendFileSync(process.argv[1], process.argv[2] + ' ');`
  return runAll({
    proofs: described,
    commit: 'c0ffee',
    seed: 7,
    folder: join(folder, 'kept'),
    command: (name) => [
      process.execPath,
      '-e',
      `${note}${programs[name as keyof typeof described]}`,
      join(folder, 'ran'),
      name,
    ],
    say: () => {},
  })
}

const fine = `console.log('trying'); console.log('all is well')`
const faulty = `console.log('it has 3 faults'); process.exitCode = 1`
const crashing = `console.log('half way'); process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 60_000)`

function verdicts(results: readonly Result[]): Record<string, boolean> {
  return Object.fromEntries(results.map(({ name, held }) => [name, held]))
}

it('runs every proof, also after one that fails and one that crashes', async () => {
  const results = await run({ first: crashing, second: faulty, third: fine })
  expect(verdicts(results)).toEqual({ first: false, second: false, third: true })
  expect(results.map(({ figures }) => figures)).toEqual([
    ['half way'],
    ['3 faults'],
    ['trying', 'all is well'],
  ])
  expect(results[0]).toMatchObject({ commit: 'c0ffee', seed: 7 })
})

it('goes on where it was interrupted, and keeps a failure as one', async () => {
  await run({ first: fine, second: faulty, third: fine })
  // As it would be had the run been ended while the third was running.
  await rm(join(folder, 'kept', 'third.json'))
  await writeFile(join(folder, 'kept', 'third.json.new'), '{"name": "th')
  const results = await run({ first: faulty, second: fine, third: faulty })
  expect(verdicts(results)).toEqual({ first: true, second: false, third: false })
  expect(await readFile(join(folder, 'ran'), 'utf8')).toBe('first second third third ')
})

it('writes a page of date, commit, seed, figures, result and duration', async () => {
  const result = { held: true, commit: 'c0ffee'.repeat(7), seed: 7, at: '2026-11-22T10:00:00.000Z' }
  const page = pageOf(described, [
    { ...result, name: 'first', seconds: 61, figures: ['9 carts, 0 mismatches'] },
    { ...result, name: 'second', held: false, seconds: 3, figures: [] },
  ])
  expect(page).toContain('| `first` | held | 2026-11-22 | c0ffeec0ff | 7 | 61 s |')
  expect(page).toContain('| `second` | **did not hold** | 2026-11-22 | c0ffeec0ff | 7 | 3 s |')
  expect(page).toContain('## first\n\nThe first holds.\n\n```text\n9 carts, 0 mismatches\n```')
  expect(page).toMatch(/## second\n\nThe second holds\.\n$/)
})

it('leaves on the page what was not run now', () => {
  const result = {
    held: true,
    commit: 'c0ffee'.repeat(7),
    seed: 7,
    at: '2026-11-22T10:00:00.000Z',
    seconds: 61,
  }
  const figures = ['9 carts']
  const before = pageOf(described, [
    { ...result, name: 'first', figures },
    { ...result, name: 'third', held: false, figures: [] },
  ])
  const later = { ...result, commit: 'beefed'.repeat(7) }
  const page = pageOf(described, [{ ...later, name: 'second', figures: ['none'] }], before)
  expect(page).toContain('| `first` | held | 2026-11-22 | c0ffeec0ff | 7 | 61 s |\n| `second` | held')
  expect(page).toContain('beefedbeef | 7 | 61 s |\n| `third` | **did not hold**')
  expect(page.match(/^## \w+$/gm)).toEqual(['## first', '## second', '## third'])
  const again = pageOf(described, [{ ...later, name: 'third', figures: [] }], page)
  expect(again).not.toContain('did not hold')
})

it('says of every proof what it proves and how long it takes', () => {
  for (const [name, { proves, takes }] of Object.entries(proofs))
    expect([name, proves, takes]).toEqual([
      name,
      expect.stringMatching(/^[A-Z].+\.$/),
      expect.stringMatching(/^\d+ min$/),
    ])
})

it('takes every browser test whole that npm test takes a sample of', () => {
  const specs = Object.values(proofs).flatMap((proof) => proof.specs ?? [])
  const sampled = globSync('e2e/**/*.spec.ts').filter((file) =>
    /\bwhole\.ts'/.test(readFileSync(file, 'utf8')),
  )
  expect(sampled.length).toBeGreaterThan(20)
  expect(sampled.filter((file) => !specs.some((spec) => file.startsWith(spec)))).toEqual([])
})

it('takes every other test whole that npm test takes a sample of', () => {
  const tests = Object.values(proofs).flatMap((proof) => proof.tests ?? [])
  const sampled = globSync('{src,cli,demo,test,e2e}/**/*.test.{ts,tsx}').filter((file) =>
    /\bwhole\.ts'|\bprocess\.env\['VIOLET_PROVE'\]/.test(readFileSync(file, 'utf8')),
  )
  expect(sampled.length).toBeGreaterThan(8)
  expect(sampled.filter((file) => !tests.some((one) => file.startsWith(one)))).toEqual([])
})

it('refuses to plant a bug where it would plant none', () => {
  expect(plantsNothing(['oversell', 'conserve', 'identical', 'coupons'], false)).toBeNull()
  for (const [names, write] of [
    [['stalled'], false],
    [['oversell', 'soak'], false],
    [['oversell'], true],
    [['all'], false],
    [[], false],
  ] as const)
    expect(plantsNothing(names, write)).toMatch(/^--planted is for /)
})
