import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'

/**
 * One line for each file when its last test has ended, and at once what a test failed of. A run with a test that passes
 * without having asserted anything fails.
 */
export default class Progress implements Reporter {
  readonly #files = new Map<string, { left: number; failed: number; tests: number; ms: number }>()
  #ended = 0
  #idle = 0

  onBegin(_: FullConfig, suite: Suite): void {
    for (const { location } of suite.allTests()) {
      const file = this.#files.get(location.file) ?? { left: 0, failed: 0, tests: 0, ms: 0 }
      this.#files.set(location.file, { ...file, left: file.left + 1, tests: file.tests + 1 })
    }
    say(`${suite.allTests().length} tests in ${this.#files.size} files`)
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = this.#files.get(test.location.file)!
    file.left -= 1
    file.ms += result.duration
    const where = `${relative(process.cwd(), test.location.file)}:${test.location.line}`
    const title = `${where} > ${test.titlePath().slice(3).join(' > ')}`
    if (!test.ok()) {
      file.failed += 1
      say(`FAILED ${title}`)
      for (const { message, stack } of result.errors) say(indented(stack ?? message ?? ''))
      const context = result.attachments.find(({ name }) => name === 'error-context')
      if (context?.path !== undefined) say(indented(pageIn(readFileSync(context.path, 'utf8'))))
    } else if (result.status === 'passed' && !asserts(result.steps)) {
      this.#idle += 1
      say(`ASSERTS NOTHING ${title}`)
    }
    if (file.left > 0) return
    this.#ended += 1
    const name = relative(process.cwd(), test.location.file)
    const verdict = file.failed === 0 ? `${file.tests} passed` : `${file.failed} of ${file.tests} FAILED`
    say(`[${this.#ended}/${this.#files.size}] ${name}: ${verdict}, ${(file.ms / 1000).toFixed(1)} s`)
  }

  onError({ message, stack }: { message?: string; stack?: string }): void {
    say(indented(stack ?? message ?? ''))
  }

  onEnd({ status, duration }: FullResult): Promise<{ status: FullResult['status'] }> {
    const verdict = status === 'passed' && this.#idle > 0 ? 'failed' : status
    say(`${verdict} in ${(duration / 1000).toFixed(0)} s`)
    return Promise.resolve({ status: verdict })
  }

  printsToStdio(): boolean {
    return true
  }
}

export interface Step {
  category: string
  steps: readonly Step[]
}

/** What every test does before and after it is not counted. */
export function asserts(steps: readonly Step[]): boolean {
  return steps.some(
    ({ category, steps: inner }) => category === 'expect' || (category !== 'hook' && asserts(inner)),
  )
}

/** Characters of a page that are printed: enough for its main part. */
const mostPage = 8_000

/** The page as the failed test left it, out of the notes that Playwright takes of a failure; empty where there was none. */
export function pageIn(notes: string): string {
  const page = /```yaml\n(.*?)\n```/s.exec(notes)?.[1] ?? ''
  // What failed is seldom in the header.
  const main = page.indexOf('- main')
  return page.slice(Math.max(0, main)).slice(0, mostPage)
}

function indented(text: string): string {
  const plain = process.stdout.isTTY ? text : stripVTControlCharacters(text)
  return plain.replaceAll(/^/gm, '    ')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
