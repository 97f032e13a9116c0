import { describe, type Guard } from './guard.ts'

export interface Outcome {
  name: string
  ok: boolean
  ms: number
  /** What to print below the guard's line. */
  details: string
}

/** Runs the guards over `root`, `width` at a time; each outcome is told as soon as it is known. */
export async function runGuards(
  guards: readonly Guard[],
  root: string,
  width: number,
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const waiting = [...guards]
  const outcomes: Outcome[] = []
  const work = async (): Promise<void> => {
    for (let guard = waiting.shift(); guard !== undefined; guard = waiting.shift()) {
      const outcome = await runGuard(guard, root)
      outcomes.push(outcome)
      tell(outcome)
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return outcomes
}

/** A guard fails when it finds something, when it sees less than its floor, and when it cannot look. */
export async function runGuard(guard: Guard, root: string): Promise<Outcome> {
  const start = performance.now()
  const outcome = (ok: boolean, details: string): Outcome => ({
    name: guard.name,
    ok,
    ms: Math.round(performance.now() - start),
    details,
  })
  try {
    const { seen, findings, table = '' } = await guard.look(root)
    if (findings.length > 0)
      return outcome(false, [...findings.map(describe), table].filter(Boolean).join('\n'))
    if (seen < guard.floor)
      return outcome(
        false,
        `saw ${seen} things, and there must be at least ${guard.floor}: is it looking in the right place?`,
      )
    return outcome(true, table)
  } catch (error) {
    return outcome(false, error instanceof Error ? error.message : String(error))
  }
}
