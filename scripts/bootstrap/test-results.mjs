import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

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
  const own = message
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at .*node_modules/.test(line))
  const lines = own.slice(0, linesOfMessage)
  // A counterexample is worth nothing without its end.
  const shown = (line) => (line.startsWith('Counterexample:') ? line : line.slice(0, lettersOfLine))
  return lines.map((line) => `    ${shown(line)}`).join('\n')
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
