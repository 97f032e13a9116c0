interface Ended {
  code: number | null
  failure: string
}

interface Outcome {
  passed: number
  failed: number
  skipped: number
  trouble: string
}

export function checkResult(ended: Ended, file: string): Outcome
export function vitestResult(ended: Ended, file: string): Outcome
export function lastLine(outcomes: Outcome[]): string
