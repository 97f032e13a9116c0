import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const linesOfMessage = 12
const lettersOfLine = 300

/**
 * The counts of a stage: what it wrote into `file`, made worse by anything that does not fit. A stage that crashed,
 * ended with an error although all tests passed, or ran no test at all counts as one failure at least.
 */
export function checkResult(ended, file) {
  const report = read(file)
  const counts = report === null ? null : { ...report, skipped: report.skipped ?? 0, trouble: '', notes: [] }
  return judge(ended, counts)
}

/** As checkResult, for the JSON that Vitest writes. */
export function vitestResult(ended, file) {
  const report = read(file)
  if (report === null) return judge(ended, null)
  const broken = report.testResults.filter(isBroken)
  return judge(ended, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    trouble: broken.length === 0 ? '' : `${broken.length} files failed as a whole`,
    notes: report.testResults.flatMap(notesOf),
  })
}

/** As checkResult, for the JSON that Playwright writes. What went wrong outside of tests counts as one failure each. */
export function playwrightResult(ended, file) {
  const report = read(file)
  if (report === null) return judge(ended, null)
  const { expected, unexpected, flaky, skipped } = report.stats
  const { errors } = report
  return judge(ended, {
    passed: expected,
    failed: unexpected + flaky + errors.length,
    skipped,
    trouble: errors.length === 0 ? '' : `${errors.length} errors outside of tests`,
    notes: [
      ...specsOf(report).flatMap(({ where, spec }) => (spec.ok ? [] : [noteOf(where, spec)])),
      ...errors.map(({ message }) => `FAILED\n${beginning(message)}`),
    ],
  })
}

/** How long the tests of each file took, as `[{ file, ms }]`, of the JSON that Playwright writes. */
export function playwrightTimes(file) {
  const times = new Map()
  for (const { spec } of specsOf(read(file) ?? { suites: [] })) {
    const ms = spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    times.set(spec.file, (times.get(spec.file) ?? 0) + ms)
  }
  return [...times].map(([name, ms]) => ({ file: name, ms }))
}

/** Each test with the titles that lead to it; of the first the file's name is the title. */
function specsOf({ suites }, above = []) {
  return suites.flatMap((suite) => {
    const titles = [...above, suite.title]
    const own = (suite.specs ?? []).map((spec) => ({ where: [...titles, spec.title].join(' > '), spec }))
    return [...own, ...specsOf({ suites: suite.suites ?? [] }, titles)]
  })
}

function noteOf(where, { tests }) {
  const [error] = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
  return `FAILED ${where}\n${beginning(error?.stack ?? error?.message ?? '')}`
}

/** The files that took longest, of `[{ file, ms }]` as Vitest's reporter file-times.mjs writes it: a line for each. */
export function slowest(times, most = 15) {
  return times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ file, ms }) => `${`${(ms / 1000).toFixed(1)} s`.padStart(8)}  ${file}`)
}

/** What `file` says of the times of files; nothing when the run did not get as far as that. */
export function timesOf(file) {
  return read(file) ?? []
}

/** A file that could not even be loaded has no tests to fail. */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}

// Of a log that was cut, the end is what is left: it has to say which tests failed, and why.
function notesOf(file) {
  const { name, message, assertionResults } = file
  const where = relative(process.cwd(), name)
  const notes = assertionResults
    .filter(({ status }) => status === 'failed')
    .map((test) => `FAILED ${where} > ${test.fullName}\n${beginning(test.failureMessages[0] ?? '')}`)
  return isBroken(file) ? [...notes, `FAILED ${where}\n${beginning(message)}`] : notes
}

function beginning(message) {
  const own = stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at .*node_modules/.test(line))
  const lines = own.slice(0, linesOfMessage)
  // A counterexample is worth nothing without its end.
  const shown = (line) => (line.startsWith('Counterexample:') ? line : line.slice(0, lettersOfLine))
  return lines.map((line) => `    ${shown(line)}`).join('\n')
}

/** What the summary says of a stage. `budget`: the seconds that it should take at the most. */
export function stageLine({ name, ms, passed, failed, skipped, trouble }, budget) {
  const time = `${(ms / 1000).toFixed(1)} s`.padStart(8)
  const over = ms > budget * 1000 ? ' OVER' : ''
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`
  return `${name.padEnd(8)} ${time} of ${budget} s${over}  ${counts}${trouble === '' ? '' : `: ${trouble}`}`
}

/** The line that a run ends with. */
export function lastLine(outcomes) {
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

function judge({ code, failure }, counts) {
  if (counts === null) {
    const trouble = `left no result (${failure || `code ${code}`})`
    return { passed: 0, failed: 1, skipped: 0, trouble, notes: [] }
  }
  const { passed, failed, skipped, trouble, notes } = counts
  const fault = passed + failed === 0 ? 'ran no test' : code === 0 ? '' : failure || `ended with code ${code}`
  return {
    passed,
    failed: failed === 0 && fault !== '' ? 1 : failed,
    skipped,
    trouble: [trouble, failed === 0 ? fault : ''].filter((part) => part !== '').join(', '),
    notes,
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
