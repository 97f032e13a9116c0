import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import config from '../../vitest.config.ts'
import { runTool } from '../../scripts/check/guard.ts'
import { plant, projectRoot } from './plant.ts'

it('fails the tests that print an unexpected complaint', async () => {
  const setup = await readFile(join(projectRoot, 'test/setup.ts'), 'utf8')
  expect(await outcomes(setup)).toEqual({
    complains: 'failed',
    'complains in another file of the same process': 'failed',
    warns: 'failed',
    'expects its complaint': 'passed',
    'is quiet': 'passed',
  })
})

it('would let them pass without its setup file', async () => {
  expect(new Set(Object.values(await outcomes('export {}\n')))).toEqual(new Set(['passed']))
})

it('has its setup file in every project', () => {
  const projects = config.test?.projects ?? []
  const setups = projects.map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.setupFiles : null,
  )
  expect(setups.length).toBeGreaterThan(1)
  for (const setup of setups) expect(setup).toEqual(['test/setup.ts'])
})

/** Title → outcome of the tests of the canary. */
async function outcomes(setup: string): Promise<Record<string, string>> {
  const root = await plant('console', { 'test/setup.ts': setup })
  await runTool(root, 'node_modules/vitest/vitest.mjs', [
    'run',
    '--reporter',
    'json',
    '--outputFile',
    'report.json',
  ])
  const report = JSON.parse(await readFile(join(root, 'report.json'), 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string }[] }[]
  }
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  return Object.fromEntries(results.map(({ title, status }) => [title, status]))
}
