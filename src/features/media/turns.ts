/** A fair semaphore: work starts in the order of arrival, while there are places. */
export interface Turns {
  /** Runs the work when that many places are free; at most all there are. */
  take<T>(places: number, work: () => Promise<T>): Promise<T>
  waiting(): number
  /** True while nothing runs. */
  isIdle(): boolean
}

export function openTurns(places: number): Turns {
  const queue: { wanted: number; start: () => void }[] = []
  let taken = 0

  function startNext(): void {
    for (let next = queue[0]; next !== undefined && taken + next.wanted <= places; next = queue[0]) {
      queue.shift()
      taken += next.wanted
      next.start()
    }
  }

  return {
    async take(wanted, work) {
      if (taken + wanted <= places && queue.length === 0) taken += wanted
      else await new Promise<void>((resolve) => queue.push({ wanted, start: resolve }))
      try {
        return await work()
      } finally {
        taken -= wanted
        startNext()
      }
    },
    waiting: () => queue.length,
    isIdle: () => taken === 0,
  }
}
