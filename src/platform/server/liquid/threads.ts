import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { guarded } from '../guarded.ts'
import { shippedFile } from '../shipped-file.ts'
import {
  safeHtmlKey,
  type LiquidFault,
  type LiquidResult,
  type PartRequest,
  type ThreadAnswer,
  type ThreadResult,
  type ThreadTask,
} from './work.ts'

/* The shop's end of liquid-worker.ts: a thread that may be ended in the midst of a template. */

export interface Outcome {
  result:
    | LiquidResult
    | { kind: 'checked'; faults: LiquidFault[] }
    /** The thread is no more. */
    | { kind: 'lost'; cause: 'killed' | 'memory' }
  /** Milliseconds of processor time; all that there was for one that was lost. */
  cpu: number
  /** Characters that what was rendered has in memory. */
  size: number
}

export interface LiquidThread {
  /** Settles when it can be given something; rejects when it ended before. */
  ready: Promise<void>
  isReady(): boolean
  hasEnded(): boolean
  /**
   * One task at a time. Ends the thread when the answer takes more than so many milliseconds of processor time, which a
   * busy machine does not lengthen, or many times as long by the clock.
   */
  run(ask: ThreadTask['ask'], needs: Needs, milliseconds: number): Promise<Outcome>
  end(): Promise<void>
}

/** What a task is about, with all its texts: a thread keeps what it had before. */
export interface Needs {
  theme: { hash: string; texts: ReadonlyMap<string, string> }
  words: { hash: string; texts: WordTexts } | null
}
type WordTexts = NonNullable<Extract<ThreadTask['ask'], { kind: 'render' }>['words']>['texts']

/** Themes and languages that a thread keeps, and characters of them. */
const mostKept = { count: 6, size: 3_000_000 }

/** By so many times may a machine that is busy with other things lengthen what a template may take. */
const longest = 8

/** Megabytes. What a template makes is counted as well: these are for what the count does not see. */
const memory = { maxOldGenerationSizeMb: 20, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 }

/** @param nicer by how much it stands back behind the rest of the program, as far as the system can do that; 0 to 19 */
export function startThread(log: Pick<Logger, 'error'>, nicer: number): LiquidThread {
  const worker = begin(nicer)
  const kept = new Map<string, number>()
  let isReady = false
  let hasEnded = false
  let last = 0
  let task: { id: number; settle(outcome: Outcome): void } | null = null
  let wasMemory = false
  let thread: string | null = null

  const ready = new Promise<void>((resolve, reject) => {
    const take = (answer: ThreadAnswer): void => {
      if (answer.kind === 'ready') {
        isReady = true
        thread = answer.thread
        worker.unref()
        resolve()
      } else if (task?.id === answer.id) task.settle(outcomeOf(answer))
    }
    worker.on('message', guarded(log, 'an answer of a template', take))
    const note = (error: Error & { code?: string }): void => {
      wasMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (!wasMemory) log.error({ err: error }, 'a thread for templates failed')
    }
    worker.on('error', guarded(log, 'the end of a template', note as (error: unknown) => void))
    const leave = (code: number): void => {
      hasEnded = true
      task?.settle(lost(wasMemory ? 'memory' : 'killed'))
      reject(new Error(`a thread for templates ended (${code})`))
    }
    worker.once('exit', guarded(log, 'the end of a thread for templates', leave))
  })
  // Who waits for it hears of it; nobody need.
  ready.catch(() => {})

  /** Whether it has to be sent; what is older than the last few goes. */
  function keep(hash: string, size: () => number, drop: string[]): boolean {
    const known = kept.get(hash)
    kept.delete(hash)
    kept.set(hash, known ?? size())
    let total = kept.values().reduce((sum, one) => sum + one, 0)
    for (const [oldest, itsSize] of kept) {
      if (oldest === hash || (kept.size <= mostKept.count && total <= mostKept.size)) break
      kept.delete(oldest)
      drop.push(oldest)
      total -= itsSize
    }
    return known === undefined
  }

  return {
    ready,
    isReady: () => isReady && !hasEnded,
    hasEnded: () => hasEnded,
    async run(ask, { theme, words }, milliseconds) {
      const id = (last += 1)
      const drop: string[] = []
      const texts = keep(`theme ${theme.hash}`, () => sizeOf(theme.texts), drop) ? theme.texts : null
      const sent = { ...ask }
      if (sent.kind === 'render' && words !== null) {
        const hash = `words ${words.hash}`
        sent.words = {
          hash,
          texts: keep(hash, () => JSON.stringify(words.texts).length, drop) ? words.texts : null,
        }
      }
      worker.ref()
      const message: ThreadTask = { id, drop, theme: { hash: `theme ${theme.hash}`, texts }, ask: sent }
      const outcome = await new Promise<Outcome>((resolve) => {
        const began = performance.now()
        const used = processorTime(thread)
        let timer = later(milliseconds)
        function later(wait: number): NodeJS.Timeout {
          // An answer that has come in meanwhile is taken before it: the shop may have been busy itself.
          const check = (): void => void setImmediate(guarded(log, 'the deadline of a template', late))
          return setTimeout(guarded(log, 'the deadline of a template', check), wait)
        }
        function late(): void {
          if (task?.id !== id) return
          const spent = thread === null ? Infinity : processorTime(thread) - used
          const isStarved = spent < 0.8 * milliseconds && performance.now() - began < longest * milliseconds
          if (isStarved) {
            timer = later(Math.max(milliseconds - spent, 20))
            return
          }
          void worker.terminate()
          settle(lost('killed'))
        }
        function settle(outcome: Outcome): void {
          clearTimeout(timer)
          task = null
          if (outcome.result.kind === 'lost') hasEnded = true
          resolve(outcome)
        }
        task = { id, settle }
        worker.postMessage(message)
      })
      worker.unref()
      return outcome
    },
    async end() {
      await worker.terminate()
    },
  }
}

function lost(cause: 'killed' | 'memory'): Outcome {
  return { result: { kind: 'lost', cause }, cpu: Infinity, size: 0 }
}

function outcomeOf({ result, cpu }: { result: ThreadResult; cpu: number }): Outcome {
  if (result.kind !== 'rendered') return { result, cpu, size: 0 }
  const { html, inners } = result
  const parts = JSON.parse(result.parts) as PartRequest[]
  for (const [at, part] of parts.entries()) part.inner = inners[at] ?? null
  const within = inners.reduce((sum, inner) => sum + (inner?.length ?? 0), 0)
  // Objects take more memory than the text that they were.
  const size = html.length + within + 4 * result.parts.length
  return { result: { kind: 'rendered', html, parts }, cpu, size }
}

/** Characters of a theme. */
export function sizeOf(texts: ReadonlyMap<string, string>): number {
  return texts.values().reduce((sum, text) => sum + text.length, 0)
}

function begin(nicer: number): Worker {
  const file = shippedFile(import.meta.url, './liquid-worker.ts', 'liquid-worker.js')
  if (file === null) throw new Error('the worker for templates is not there; build again')
  // None of the shop's secrets, and none of its flags.
  return new Worker(file, {
    workerData: { safeHtmlKey, nicer },
    env: {},
    execArgv: [],
    resourceLimits: memory,
  })
}

/** Milliseconds of processor time that a thread has had; 0 where the system does not tell. */
function processorTime(thread: string | null): number {
  if (thread === null) return 0
  try {
    return Number.parseInt(readFileSync(`/proc/${thread}/schedstat`, 'latin1'), 10) / 1e6
  } catch {
    return 0
  }
}
