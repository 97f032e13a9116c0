import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runGuard } from '../../scripts/check/run.ts'
import { format, unused } from '../../scripts/check/tools.ts'
import { named, plant, projectRoot } from './plant.ts'

it('names the file that is not formatted', async () => {
  const { findings, seen } = await format.look(await plant('format'))
  expect(named(findings).filter(ofTheCanary)).toEqual(['format src/app/crowded.ts'])
  expect(seen).toBeGreaterThan(5)
})

it('would accept it under other settings', async () => {
  const loose = JSON.stringify({
    ...(await settings('.oxfmtrc.json')),
    ignorePatterns: ['src/app/crowded.ts'],
  })
  const { findings } = await format.look(await plant('format', { '.oxfmtrc.json': loose }))
  expect(named(findings).filter(ofTheCanary)).toEqual([])
})

it('does not take a formatter that skips everything for a tidy house', async () => {
  const blind = JSON.stringify({ ...(await settings('.oxfmtrc.json')), ignorePatterns: ['**'] })
  expect((await runGuard(format, await plant('format', { '.oxfmtrc.json': blind }))).ok).toBe(false)
})

const leftovers = [
  'dependencies package.json',
  'exports src/app/parts.ts',
  'files src/app/orphan.ts',
  'types src/app/parts.ts',
  'unlisted src/app/server.ts',
  'unresolved src/app/browser.ts',
]

it('names each leftover, and what is used but not there', async () => {
  const { findings, seen } = await unused.look(await plant('unused'))
  expect(named(findings).filter(ofTheCode)).toEqual(leftovers)
  expect(seen).toBe(4)
})

it('misses a leftover whose rule is off', async () => {
  const kinds = Object.fromEntries(leftovers.map((leftover) => [leftover.split(' ')[0], 'off']))
  const off = JSON.stringify({ ...(await settings('knip.json')), rules: kinds })
  const { findings } = await unused.look(await plant('unused', { 'knip.json': off }))
  expect(named(findings).filter(ofTheCode)).toEqual([])
})

it('does not take a search of no files for a tree without leftovers', async () => {
  const blind = JSON.stringify({ entry: [], project: ['nowhere/**/*.ts'] })
  expect((await runGuard(unused, await plant('unused', { 'knip.json': blind }))).ok).toBe(false)
})

// The planted settings files are the project's own, and judged with the project.
function ofTheCanary(finding: string): boolean {
  return finding.includes(' src/')
}

// The canary has few of the files that knip.json speaks of, and knip says so.
function ofTheCode(finding: string): boolean {
  return !finding.startsWith('config-hint')
}

async function settings(file: string): Promise<object> {
  return JSON.parse(await readFile(join(projectRoot, file), 'utf8')) as object
}
