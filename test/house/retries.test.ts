import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { projectFiles } from '../../scripts/check/files.ts'
import vitest from '../../vitest.config.ts'
import { projectRoot } from './plant.ts'

/* A test that passes the second time only is a fault of the test or of the shop, and a retry hides it. */

/** Has examples of what it refuses. */
const own = 'test/house/retries.test.ts'

it('retries no test, in Vitest and in a browser', async () => {
  // The settings name a Chromium; none is started here.
  vi.stubEnv('CHROMIUM_PATH', '/usr/bin/chromium')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { default: playwright } = await import('../../playwright.config.ts')
  const runs = [playwright, ...(playwright.projects ?? [])].map(({ retries }) => retries ?? 0)
  expect(runs).toEqual([0, 0, 0])
  const projects = (vitest.test?.projects ?? []).map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.retry : 'unknown',
  )
  expect([vitest.test?.retry, ...projects]).toEqual([undefined, undefined, undefined, undefined])
})

it('lets no test, script or command ask for a retry of its own', async () => {
  const wanted = /\.(?:test|spec)\.tsx?$|^(?:e2e|test|scripts)\/|^package\.json$/
  const files = (await projectFiles(projectRoot, wanted)).filter((file) => file !== own)
  expect(files.length).toBeGreaterThan(200)
  const asking = files.filter((file) => asksForRetry(readFileSync(join(projectRoot, file), 'utf8')))
  expect(asking).toEqual([])
  for (const text of ["it('x', { retry: 1 }, run)", 'configure({ retries: 2 })', '"test --retries=2"'])
    expect(asksForRetry(text)).toBe(true)
  expect(asksForRetry('retries: 0')).toBe(false)
})

function asksForRetry(text: string): boolean {
  return /\bretr(?:y|ies): *[1-9]|--retr(?:y|ies)\b/.test(text)
}
