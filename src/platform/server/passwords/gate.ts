import { Refusal } from '../answers.ts'

/** Too many passwords wait to be hashed: the visitor is asked to come back in a moment (503). */
export class HashingBusy extends Refusal {
  constructor() {
    super('unavailable')
  }
}

export interface Gate {
  /** Runs the work when there is room for it. Throws `HashingBusy` when too much waits already. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Lets `atOnce` works run at a time and `mostWaiting` wait for them, first come, first served. */
export function openGate(atOnce: number, mostWaiting: number): Gate {
  let running = 0
  const waiting: (() => void)[] = []

  const enter = (): Promise<void> | null => {
    if (running < atOnce) {
      running += 1
      return null
    }
    if (waiting.length >= mostWaiting) throw new HashingBusy()
    return new Promise((resolve) => waiting.push(resolve))
  }

  // The room passes to the next in line: nobody who comes meanwhile can take it.
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
