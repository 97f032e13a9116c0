/*
 * Whatever a run starts or makes is undone at its end, in reverse order, also when it fails or is interrupted.
 */

const tasks: (() => void | Promise<void>)[] = []
let ending: Promise<void> | null = null

/** Remembers how to undo something. */
export function atEnd(task: () => void | Promise<void>): void {
  tasks.push(task)
}

/** Undoes everything, newest first. A task that fails is told of and does not stop the others. */
export function endAll(): Promise<void> {
  ending ??= (async () => {
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
      try {
        await task()
      } catch (error) {
        console.error('Something could not be cleaned up:', error)
      }
    }
  })()
  return ending
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void endAll().finally(() => process.exit(1)))
}
