import type { Logger } from 'pino'
import { guarded } from '../guarded.ts'
import { startThread, type LiquidThread, type Needs, type Outcome } from './threads.ts'
import type { ThreadTask } from './work.ts'

/*
 * Threads for templates, one task each at a time. What has proven itself quick may have any of them; what nobody has
 * seen yet, and what was slow, has the first one alone: a template that has to be ended takes no other's turn but of
 * those that are as new as it is. One more thread stands ready to take the place of the next that is ended.
 */

export type PoolOutcome = Outcome | { result: { kind: 'busy' }; cpu: number; size: number }

const busy: PoolOutcome = { result: { kind: 'busy' }, cpu: 0, size: 0 }

export interface Pool {
  run(ask: ThreadTask['ask'], needs: Needs, turn: Turn): Promise<PoolOutcome>
  /** Starts the threads before anybody needs them; settles when they are ready. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface Turn {
  /** It has any thread, and not the first alone. */
  isProven: boolean
  /** When nobody waits for it any more: by `performance.now`. */
  until: number
}

export interface PoolLimits {
  threads: number
  /** Milliseconds of processor time that a template may take. */
  runs: number
}

interface Waiting {
  ask: ThreadTask['ask']
  needs: Needs
  timer: NodeJS.Timeout
  resolve(outcome: PoolOutcome): void
}

/** A thread's place, whichever thread has it. */
interface Place {
  thread: LiquidThread | null
  isBusy: boolean
}

/** By how much the thread of untried templates stands back behind pages and the other threads. */
const untriedNicer = 5
const mostWaiting = 200
/** Milliseconds: with less left of its time, a template is not begun. */
const leastLeft = 60
/** Milliseconds in which threads start, however busy the machine is. */
const mostStarting = 10_000

export function openPool(log: Pick<Logger, 'error'>, { threads, runs }: PoolLimits): Pool {
  const places: Place[] = Array.from({ length: Math.max(threads, 1) }, () => ({
    thread: null,
    isBusy: false,
  }))
  const [first] = places as [Place]
  const untried: Waiting[] = []
  const proven: Waiting[] = []
  let spare: LiquidThread | null = null
  let isClosed = false

  function begin(): LiquidThread[] {
    for (const place of places) place.thread ??= started(place === first ? untriedNicer : 0)
    spare ??= started(untriedNicer)
    return [...places.map(({ thread }) => thread!), spare]
  }

  /** Resolves when something could be run; false: it cannot be, or not within so many milliseconds. */
  async function begun(milliseconds: number): Promise<boolean> {
    try {
      begin()
    } catch (error) {
      log.error({ err: error }, 'no thread for templates could be started')
      return false
    }
    const tooLong = new Promise<false>((resolve) => setTimeout(resolve, milliseconds, false).unref())
    const ready = first.thread!.ready.then(
      () => true,
      () => false,
    )
    return Promise.race([ready, tooLong])
  }

  function started(nicer: number): LiquidThread {
    const thread = startThread(log, nicer)
    thread.ready.then(guarded(log, 'giving out templates', next)).catch(() => {})
    return thread
  }

  function next(): void {
    if (isClosed) return
    for (const place of places) {
      if (place.thread?.hasEnded() === true && !place.isBusy) replace(place)
      if (place.isBusy || place.thread?.isReady() !== true) continue
      const job = (place === first ? untried.shift() : undefined) ?? proven.shift()
      if (job !== undefined) void give(place, place.thread, job)
    }
  }

  function replace(place: Place): void {
    if (place !== first) place.thread = started(0)
    else {
      place.thread = spare !== null && !spare.hasEnded() ? spare : started(untriedNicer)
      spare = started(untriedNicer)
    }
  }

  async function give(
    place: Place,
    thread: LiquidThread,
    { ask, needs, timer, resolve }: Waiting,
  ): Promise<void> {
    clearTimeout(timer)
    place.isBusy = true
    const outcome = await thread.run(ask, needs, runs)
    place.isBusy = false
    resolve(outcome)
    next()
  }

  return {
    async run(ask, needs, { isProven, until }) {
      if (isClosed || untried.length + proven.length >= mostWaiting) return busy
      if (first.thread?.isReady() !== true && !(await begun(until - performance.now()))) return busy
      return new Promise((resolve) => {
        const queue = isProven ? proven : untried
        const tooLate = (): void => {
          const at = queue.indexOf(waiting)
          if (at === -1) return
          queue.splice(at, 1)
          resolve(busy)
        }
        const last = Math.max(until - leastLeft - performance.now(), 0)
        const timer = setTimeout(guarded(log, 'a template that waits', tooLate), last)
        const waiting: Waiting = { ask, needs, timer, resolve }
        queue.push(waiting)
        next()
      })
    },
    async start() {
      if (!isClosed && (await begun(mostStarting)))
        await Promise.allSettled(begin().map(({ ready }) => ready))
    },
    async close() {
      isClosed = true
      for (const { timer, resolve } of [...untried.splice(0), ...proven.splice(0)]) {
        clearTimeout(timer)
        resolve(busy)
      }
      const all = [...places.map(({ thread }) => thread), spare].filter((thread) => thread !== null)
      await Promise.all(all.map((thread) => thread.end()))
    },
  }
}
