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
  timesOf,
  vitestResult,
} from './bootstrap/test-results.mjs'

const minutes = 60_000

await main(async () => {
  const begun = Date.now()
  const node = await ensureInstalled({ development: true })
  const chromium = await ensureChromium()
  await ensureBuilt()
  const results = mkdtempSync(join(tmpdir(), 'violet-test-'))
  const env = testEnvironment(chromium)
  const vitest = (project) => async () => {
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
      show: true,
      limit: 40 * minutes,
    })
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
  const stages = [
    [
      'check',
      async () => {
        const file = join(results, 'check.json')
        return checkResult(
          await run(node, ['scripts/check.ts', '--json', file], { env, show: true, limit: 5 * minutes }),
          file,
        )
      },
    ],
    ['pure', vitest('pure')],
    ['database', vitest('database')],
    ['server', vitest('server')],
    ['e2e', playwright],
  ]
  const outcomes = []
  for (const [name, work] of stages) {
    const stageBegun = Date.now()
    const outcome = await work()
    outcomes.push({ name, time: since(stageBegun), ...outcome })
  }
  rmSync(results, { recursive: true, force: true })

  say('')
  for (const { notes } of outcomes) for (const note of notes) say(note)
  for (const { name, time, passed, failed, skipped, trouble } of outcomes) {
    const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`
    say(`${name.padEnd(6)} ${time.padStart(8)}  ${counts}${trouble === '' ? '' : `: ${trouble}`}`)
  }
  say(`${'all'.padEnd(6)} ${since(begun).padStart(8)}`)
  say('\nThe slowest files, with all that they load:')
  for (const line of slowest(outcomes.flatMap(({ times }) => times ?? []))) say(line)
  process.stdout.write(`${lastLine(outcomes)}\n`)
  if (outcomes.some(({ failed }) => failed > 0)) process.exitCode = 1
})

// Tests bring their own shop: what the operator's shell says of the real one (its database!) is not for them.
function testEnvironment(chromium) {
  const env = { ...pinnedEnvironment(), CHROMIUM_PATH: chromium }
  for (const name of [
    'DATABASE_URL',
    'DATA_DIR',
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'LOG_LEVEL',
    'DEMO',
    'NODE_ENV',
  ])
    delete env[name]
  if (process.stdout.isTTY) env.FORCE_COLOR = '1'
  return env
}
