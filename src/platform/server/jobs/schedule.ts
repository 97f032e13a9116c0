import type { Logger } from 'pino'
import { startJobs } from './jobs.ts'
import { guarded } from '../guarded.ts'

/** Work that the shop does by itself, again and again. */
export type Loop = EachNodeLoop | OneNodeLoop

interface AnyLoop {
  /** `<feature>.<verb>`: its name in logs and metrics. */
  name: string
  work: () => Promise<unknown>
}

/**
 * Runs on every node: it keeps the node's own memory true, or claims rows, so that two nodes never do the same work. It
 * is never begun again while it runs.
 */
export interface EachNodeLoop extends AnyLoop {
  on: 'each node'
  /** Milliseconds between two runs. */
  every: number
  /** Runs at once when the node starts, and is over after the first run that succeeds. */
  once?: true
}

/** Runs on one node, which pg-boss chooses each time (decision 031). */
export interface OneNodeLoop extends AnyLoop {
  on: 'one node'
  /** Cron, in UTC. */
  every: string
}

export interface LoopRuns {
  name: string
  succeeded: number
  failed: number
  /** Milliseconds since the epoch when the last run ended; null before the first. */
  endedAt: number | null
}

export interface Schedule {
  /** Runs one loop of this node out of turn, `after` milliseconds from now; several wishes become one run. */
  soon(name: string, after: number): void
  /** What the loops of this node have done so far. */
  runs(): LoopRuns[]
  /** Resolves when the runs under way have ended. */
  stop(): Promise<void>
}

export interface ScheduleOptions {
  loops: readonly Loop[]
  log: Logger
  now: () => Date
  /** The database in which pg-boss shares out the loops of one node; null: this node does none of them. */
  jobsUrl: string | null
}

/** Starts every loop. A run that fails is logged, and the loop goes on. */
export function startSchedule({ loops, log, now, jobsUrl }: ScheduleOptions): Schedule {
  const counts = new Map<string, LoopRuns>(
    loops.map(({ name }) => [name, { name, succeeded: 0, failed: 0, endedAt: null }]),
  )
  if (counts.size < loops.length) throw new Error('two loops have the same name')

  const counted = async ({ name, work }: Loop): Promise<boolean> => {
    const count = counts.get(name)!
    try {
      await work()
      count.succeeded += 1
      return true
    } catch (error) {
      count.failed += 1
      log.warn({ err: error, loop: name }, 'a loop failed; it comes again')
      return false
    } finally {
      count.endedAt = now().getTime()
    }
  }

  const own = new Map(
    loops.flatMap((loop) =>
      loop.on === 'each node' ? [[loop.name, repeat(loop, () => counted(loop), log)]] : [],
    ),
  )
  const shared = loops.flatMap((loop) =>
    loop.on === 'one node' ? [{ name: loop.name, every: loop.every, work: () => counted(loop) }] : [],
  )
  const jobs = jobsUrl === null ? null : startJobs(jobsUrl, shared, log)
  return {
    soon: (name, after) => own.get(name)!.soon(after),
    runs: () => [...counts.values()],
    async stop() {
      await Promise.all([...[...own.values()].map((loop) => loop.stop()), jobs?.stop()])
    },
  }
}

/** Milliseconds after the first failed run in a row; each further one waits twice as long, up to the loop's interval. */
const retryAfter = 500

function repeat(
  { every, once }: EachNodeLoop,
  run: () => Promise<boolean>,
  log: Logger,
): { soon: (after: number) => void; stop: () => Promise<unknown> } {
  let running: Promise<unknown> | null = null
  let waiting: NodeJS.Timeout | null = null
  let stopped = false
  let failures = 0

  const begin = (): void => {
    if (running !== null || stopped) return
    running = run().then((succeeded) => {
      running = null
      if (succeeded && once === true) return end()
      failures = succeeded ? 0 : failures + 1
      if (!succeeded) soon(Math.min(every, retryAfter * 2 ** (failures - 1)))
    })
  }
  const soon = (after: number): void => {
    if (stopped) return
    const again = (): void => {
      waiting = null
      // The run under way may have passed what is new: another one follows it.
      if (running === null) begin()
      else soon(after)
    }
    waiting ??= setTimeout(guarded(log, 'a loop that is due', again), after).unref()
  }
  const timer = setInterval(guarded(log, 'a loop that is due', begin), every).unref()
  const end = (): void => {
    stopped = true
    clearInterval(timer)
    if (waiting !== null) clearTimeout(waiting)
  }
  if (once === true) begin()
  return {
    soon,
    stop: async () => {
      end()
      await running
    },
  }
}
