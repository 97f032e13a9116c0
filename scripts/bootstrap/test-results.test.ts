import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  checkResult,
  lastLine,
  playwrightResult,
  playwrightTimes,
  slowest,
  stageLine,
  timesOf,
  vitestResult,
} from './test-results.mjs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'violet-results-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a stage of npm test', () => {
  const fine = { code: 0, failure: '' }
  const vitest = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [],
  }

  test('that passed', async () => {
    expect(vitestResult(fine, await report(vitest))).toEqual({
      passed: 3,
      failed: 0,
      skipped: 1,
      trouble: '',
      notes: [],
    })
    expect(checkResult(fine, await report({ passed: 9, failed: 0, skipped: 0 }))).toMatchObject({
      passed: 9,
      failed: 0,
    })
  })

  test('with failures has as many', async () => {
    const file = await report({ ...vitest, numFailedTests: 2 })
    expect(vitestResult({ code: 1, failure: '' }, file)).toMatchObject({ passed: 3, failed: 2 })
  })

  test('with a file that could not be loaded has one more', async () => {
    const file = await report({
      ...vitest,
      testResults: [{ name: '', status: 'failed', message: '', assertionResults: [] }],
    })
    expect(vitestResult({ code: 1, failure: '' }, file)).toMatchObject({ passed: 3, failed: 1 })
  })

  test('names what failed', async () => {
    const assertionResults = [
      { fullName: 'pay twice', status: 'failed', failureMessages: ['Error: charged twice\n    at pay.ts:1'] },
      { fullName: 'pay', status: 'passed', failureMessages: [] },
    ]
    const name = join(process.cwd(), 'src/pay.test.ts')
    const testResults = [
      { name, status: 'failed', assertionResults },
      { name, status: 'failed', assertionResults: [], message: 'no such module' },
    ]
    const file = await report({ ...vitest, numFailedTests: 1, testResults })
    expect(vitestResult({ code: 1, failure: '' }, file).notes).toEqual([
      'FAILED src/pay.test.ts > pay twice\n    Error: charged twice\n        at pay.ts:1',
      'FAILED src/pay.test.ts\n    no such module',
    ])
  })

  test.each([
    ['ended with an error though all passed', { code: 1, failure: '' }, vitest],
    ['was cut off', { code: null, failure: 'it took longer than 900 s' }, vitest],
    ['ran no test', fine, { ...vitest, numPassedTests: 0 }],
  ])('that %s has one', async (_, ended, result) => {
    expect(vitestResult(ended, await report(result))).toMatchObject({ failed: 1 })
  })

  test('that left no result has one', () => {
    expect(vitestResult(fine, join(folder, 'none'))).toMatchObject({ passed: 0, failed: 1 })
    expect(checkResult(fine, join(folder, 'none'))).toMatchObject({ passed: 0, failed: 1 })
  })

  test('names its slowest files, the slowest first', async () => {
    const times = [
      { file: 'src/pay.test.ts', ms: 950 },
      { file: 'src/cart.test.ts', ms: 12_340 },
      { file: 'src/text.test.ts', ms: 3 },
    ]
    expect(slowest(timesOf(await report(times)), 2)).toEqual([
      '  12.3 s  src/cart.test.ts',
      '   0.9 s  src/pay.test.ts',
    ])
    expect(timesOf(join(folder, 'none'))).toEqual([])
  })

  describe('in Playwright', () => {
    const spec = (title: string, ms: number, stack?: string): object => ({
      title,
      ok: stack === undefined,
      file: 'e2e/pay.spec.ts',
      tests: [{ results: [{ duration: ms, errors: stack === undefined ? [] : [{ message: '', stack }] }] }],
    })
    const journeys = {
      stats: { expected: 2, unexpected: 1, flaky: 0, skipped: 1 },
      errors: [],
      suites: [
        {
          title: 'e2e/pay.spec.ts',
          specs: [spec('pay', 1_000)],
          suites: [
            {
              title: 'the bank',
              specs: [
                spec('declines', 500, '\u001B[31mError: charged twice\u001B[39m\n    at pay.ts:1'),
                spec('pays', 20),
              ],
            },
          ],
        },
      ],
    }

    test('counts, names what failed, and how long each file took', async () => {
      const file = await report(journeys)
      expect(playwrightResult({ code: 1, failure: '' }, file)).toEqual({
        passed: 2,
        failed: 1,
        skipped: 1,
        trouble: '',
        notes: [
          'FAILED e2e/pay.spec.ts > the bank > declines\n    Error: charged twice\n        at pay.ts:1',
        ],
      })
      expect(playwrightTimes(file)).toEqual([{ file: 'e2e/pay.spec.ts', ms: 1_520 }])
    })

    test('counts a test that passed the second time only, and what failed outside of tests', async () => {
      const stats = { expected: 2, unexpected: 0, flaky: 1, skipped: 0 }
      const errors = [{ message: 'Error: no shop' }]
      const file = await report({ stats, errors, suites: [] })
      expect(playwrightResult({ code: 1, failure: '' }, file)).toEqual({
        passed: 2,
        failed: 2,
        skipped: 0,
        trouble: '1 errors outside of tests',
        notes: ['FAILED\n    Error: no shop'],
      })
    })

    test('that left no result has one failure, and so has one that ran no test', async () => {
      expect(playwrightResult(fine, join(folder, 'none'))).toMatchObject({ passed: 0, failed: 1 })
      expect(playwrightTimes(join(folder, 'none'))).toEqual([])
      const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
      const file = await report({ stats, errors: [], suites: [] })
      expect(playwrightResult(fine, file)).toMatchObject({ failed: 1, trouble: 'ran no test' })
    })
  })

  test('is told with its time, and whether that is more than it should be', () => {
    const outcome = { passed: 2, failed: 0, skipped: 1, trouble: '', notes: [] }
    expect(stageLine({ ...outcome, name: 'pure', ms: 12_340 }, 60)).toBe(
      'pure       12.3 s of 60 s  2 passed, 0 failed, 1 skipped',
    )
    expect(stageLine({ ...outcome, name: 'server', ms: 61_000, trouble: 'ran no test' }, 60)).toBe(
      'server     61.0 s of 60 s OVER  2 passed, 0 failed, 1 skipped: ran no test',
    )
  })

  test('counts into the last line', () => {
    const outcome = { passed: 2, failed: 0, skipped: 0, trouble: '', notes: [] }
    expect(lastLine([outcome, outcome])).toBe('4 passed, 0 failed')
    expect(lastLine([outcome, { ...outcome, failed: 1, skipped: 3 }])).toBe('4 passed, 1 failed, 3 skipped')
  })
})

async function report(content: object): Promise<string> {
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}
