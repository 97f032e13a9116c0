/*
 * `npm test`: every check and test there is, on a clean clone too. Its last line is `N passed, N failed`, with
 * `, N skipped` where some were; the exit code is 1 when one failed or a stage did not run.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main, say, since } from './bootstrap/base.mjs'
import { ensureBuilt } from './bootstrap/build.mjs'
import { ensureChromium } from './bootstrap/chromium.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { pinnedEnvironment, run } from './bootstrap/process.mjs'
import {
  checkResult,
  lastLine,
  playwrightResult,
  playwrightTimes,
  slowest,
  stageLine,
  timesOf,
  vitestResult,
} from './bootstrap/test-results.mjs'
import { temporaryFolder } from './bootstrap/temporary.mjs'

const minutes = 60_000

/** Seconds that each stage should take at the most on two cores: together twelve minutes. */
const budgets = { check: 60, pure: 90, database: 150, server: 240, e2e: 420 }

await main(async () => {
  const begun = Date.now()
  const node = await ensureInstalled({ development: true })
  const chromium = await ensureChromium()
  await ensureBuilt()
  const results = mkdtempSync(join(tmpdir(), 'violet-test-'))
  const env = testEnvironment(chromium)
  const vitest =
    (project, { show = true } = {}) =>
    async () => {
      const file = join(results, `${project}.json`)
      const reporters = [
        '--reporter=default',
        '--reporter=json',
        '--reporter=./scripts/bootstrap/file-times.mjs',
        `--outputFile.json=${file}`,
      ]
      const times = join(results, `${project}-times.json`)
      const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters]
      const ended = await run(node, args, {
        env: { ...env, VIOLET_FILE_TIMES: times },
        show,
        limit: 40 * minutes,
      })
      if (!show) process.stdout.write(ended.output)
      return { ...vitestResult(ended, file), times: timesOf(times) }
    }
  const playwright = async () => {
    const file = join(results, 'playwright.json')
    const ended = await run(
      node,
      ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', '--reporter=./e2e/progress.ts,json'],
      { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }, show: true, limit: 40 * minutes },
    )
    return { ...playwrightResult(ended, file), times: playwrightTimes(file) }
  }
  const check = async () => {
    const file = join(results, 'check.json')
    const args = ['scripts/check.ts', '--json', file]
    return checkResult(await run(node, args, { env, show: true, limit: 5 * minutes }), file)
  }
  const outcomes = []
  const stage = async (name, work) => {
    const stageBegun = Date.now()
    const outcome = await work()
    outcomes.push({ name, ms: Date.now() - stageBegun, ...outcome })
  }
  // Shops that were killed are mostly waited for: the others have the cores meanwhile. What it prints comes at its end.
  const server = stage('server', vitest('server', { show: false }))
  await stage('check', check)
  await stage('pure', vitest('pure'))
  await stage('database', vitest('database'))
  await server
  await stage('e2e', playwright)
  rmSync(results, { recursive: true, force: true })

  say('')
  for (const { notes } of outcomes) for (const note of notes) say(note)
  for (const outcome of outcomes) say(stageLine(outcome, budgets[outcome.name]))
  say(`${'all'.padEnd(8)} ${since(begun).padStart(8)}`)
  say('\nThe slowest files, with all that they load:')
  for (const line of slowest(outcomes.flatMap(({ times }) => times ?? []))) say(line)
  process.stdout.write(`${lastLine(outcomes)}\n`)
  if (outcomes.some(({ failed }) => failed > 0)) process.exitCode = 1
})

// Tests bring their own shop: what the operator's shell says of the real one (its database!) is not for them.
function testEnvironment(chromium) {
  const env = { ...pinnedEnvironment(), CHROMIUM_PATH: chromium, TMPDIR: temporaryFolder() }
  for (const name of [
    'DATABASE_URL',
    'DATA_DIR',
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'LOG_LEVEL',
    'DEMO',
    'NODE_ENV',
    'VIOLET_PROVE',
  ])
    delete env[name]
  if (process.stdout.isTTY) env.FORCE_COLOR = '1'
  return env
}
