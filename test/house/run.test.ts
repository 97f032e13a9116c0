import { expect, it } from 'vitest'
import { sourceHash } from '../../scripts/bootstrap/build.mjs'
import { build } from '../../scripts/check/build.ts'
import { generated } from '../../scripts/check/generated.ts'
import { runTool, type Guard } from '../../scripts/check/guard.ts'
import { guards } from '../../scripts/check/guards.ts'
import { runGuard, runGuards } from '../../scripts/check/run.ts'
import { plant } from './plant.ts'

const finding = { rule: 'rule', file: 'src/a.ts', line: 3, text: 'why' }

function guard(name: string, look: Guard['look']): Guard {
  return { name, floor: 10, look }
}

it('passes a guard that saw enough and found nothing', async () => {
  const { ok, details } = await runGuard(
    guard('fine', async () => ({ seen: 10, findings: [], table: 'sizes' })),
    '',
  )
  expect({ ok, details }).toEqual({ ok: true, details: 'sizes' })
})

it('fails a guard that found something, and says where', async () => {
  const { ok, details } = await runGuard(
    guard('strict', async () => ({ seen: 10, findings: [finding] })),
    '',
  )
  expect({ ok, details }).toEqual({ ok: false, details: 'src/a.ts:3 rule: why' })
})

it('fails a guard that saw too little to find anything', async () => {
  const { ok, details } = await runGuard(
    guard('blind', async () => ({ seen: 9, findings: [] })),
    '',
  )
  expect(ok).toBe(false)
  expect(details).toContain('saw 9 things')
})

it('fails a guard that could not look', async () => {
  const { ok, details } = await runGuard(
    guard('broken', () => Promise.reject(new Error('no such tool'))),
    '',
  )
  expect({ ok, details }).toEqual({ ok: false, details: 'no such tool' })
})

it('runs every guard once, no more than asked at a time', async () => {
  let running = 0
  let most = 0
  const told: string[] = []
  const slow = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    guard(name, async () => {
      most = Math.max(most, (running += 1))
      await new Promise((resolve) => setTimeout(resolve, 2))
      running -= 1
      return { seen: 10, findings: [] }
    }),
  )
  const outcomes = await runGuards(slow, '', 2, ({ name }) => told.push(name))
  expect(outcomes.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(told).toHaveLength(5)
  expect(most).toBe(2)
})

it('gives every guard a floor and a name of its own', () => {
  expect(guards.filter(({ floor }) => floor < 1)).toEqual([])
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length)
})

it('fails on an empty project with every guard', async () => {
  const root = await plant(null, { 'package.json': '{"name":"empty","type":"module","imports":{}}' })
  const outcomes = await runGuards(guards, root, 2, () => {})
  expect(outcomes.filter(({ ok }) => ok)).toEqual([])
})

it('refuses the name of a guard that does not exist', async () => {
  const run = await runTool(import.meta.dirname.replace(/test.house$/, ''), 'scripts/check.ts', ['nonsense'])
  expect(run.exitCode).toBe(1)
  expect(run.stderr).toContain('no guard named nonsense')
})

it('names each generated file that differs, and takes no crash for "unchanged"', async () => {
  const differs = `console.error('src/a.gen.ts is not what \`npm run gen\` makes')\nprocess.exitCode = 1\n`
  const { findings } = await generated.look(
    await plant(null, { 'scripts/gen.ts': differs, 'src/a.gen.ts': '' }),
  )
  expect(findings).toMatchObject([{ rule: 'generated', file: 'src/a.gen.ts' }])
  const crashes = await plant(null, {
    'scripts/gen.ts': `throw new Error('no database')\n`,
    'src/a.gen.ts': '',
  })
  await expect(generated.look(crashes)).rejects.toThrow('no database')
})

it('builds what is stale, leaves what is fresh, and names a build that fails', async () => {
  const marks = `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('build/client', { recursive: true })
writeFileSync('build/client/made.js', '')
`
  const stale = { 'scripts/build.ts': marks, 'build/.stamp': 'of yesterday' }
  expect((await build.look(await plant(null, stale))).seen).toBe(1)
  const fresh = {
    'scripts/build.ts': marks,
    'build/.stamp': sourceHash(),
    'build/client/a.js': '',
    'build/client/b.js': '',
  }
  expect((await build.look(await plant(null, fresh))).seen).toBe(2)
  const broken = { 'scripts/build.ts': `throw new Error('no vite')`, 'build/.stamp': 'of yesterday' }
  await expect(build.look(await plant(null, broken))).rejects.toThrow('no vite')
})
