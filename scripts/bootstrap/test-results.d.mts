interface Ended {
  code: number | null
  failure: string
}

interface Outcome {
  passed: number
  failed: number
  skipped: number
  trouble: string
  /** Each test that failed, with the beginning of what it said. */
  notes: string[]
}

export function checkResult(ended: Ended, file: string): Outcome
export function vitestResult(ended: Ended, file: string): Outcome
export function playwrightResult(ended: Ended, file: string): Outcome
export function stageLine(outcome: Outcome & { name: string; ms: number }, budget: number): string
export function lastLine(outcomes: Outcome[]): string

interface FileTime {
  file: string
  ms: number
}

export function slowest(times: FileTime[], most?: number): string[]
export function timesOf(file: string): FileTime[]
export function playwrightTimes(file: string): FileTime[]
