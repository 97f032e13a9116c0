import { fork, type ChildProcess } from 'node:child_process'
import type { Result } from '#domain/result.ts'
import { shippedFile } from '#platform/server/shipped-file.ts'
import type { ShareCard } from './card.ts'
import type { Intake, IntakeFault } from './intake.ts'
import type { Origin, Rendition } from './renditions.ts'
import type { Square } from './rules/square.ts'
import { openTurns } from './turns.ts'

/*
 * The shop's end of worker.ts. The worker starts with the first job and ends when it has been idle for a while.
 */

interface Jobs {
  render: { ask: { origin: Origin; rendition: Rendition }; value: Uint8Array }
  takeIn: { ask: { bytes: Uint8Array; square: Square | null }; value: Result<Intake, IntakeFault> }
  card: { ask: { card: ShareCard; origin: Origin | null }; value: Uint8Array | null }
}
type Kind = keyof Jobs

export type Job = { [K in Kind]: { id: number; kind: K; ask: Jobs[K]['ask'] } }[Kind]
export type Answer = { id: number; value: unknown } | { id: number; failure: string }

export interface Imaging {
  /** Throws `ImagingBusy` when too much waits already, `ImagingFailed` when the worker could not do it. */
  render(origin: Origin, rendition: Rendition): Promise<Buffer>
  /** @param square all that is wanted of it; null for the whole picture */
  takeIn(bytes: Uint8Array, square: Square | null): Promise<Result<Intake, IntakeFault>>
  /** Null where the machine has no letters for it. Throws as `render` does. */
  card(card: ShareCard, origin: Origin | null): Promise<Buffer | null>
  /** The process id of the worker; null while there is none. */
  workerPid(): number | null
  close(): void
}

/** More is asked for than can be made in good time. */
export class ImagingBusy extends Error {}
/** The worker refused, broke or took too long; it may be asked again. */
export class ImagingFailed extends Error {}

interface ImagingOptions {
  /** Milliseconds without work after which the worker ends. */
  idleAfter?: number
  /** Milliseconds that one job may take before the worker is ended by force. */
  patience?: number
  /** Renderings that may wait. */
  mostWaiting?: number
}

/** Bytes. */
const threshold = '4194304'

/** Bytes. */
const largeFile = 8_000_000

/** Jobs at a time; a large file or rendition counts for two, for its memory. */
const places = 2

export function openImaging(options: ImagingOptions = {}): Imaging {
  const { idleAfter = 15_000, patience = 40_000, mostWaiting = 200 } = options
  const turns = openTurns(places)
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | null = null

  async function run<K extends Kind>(
    kind: K,
    ask: Jobs[K]['ask'],
    weight: number,
  ): Promise<Jobs[K]['value']> {
    try {
      return await turns.take(weight, async () => {
        stopIdling()
        if (worker === null || worker.ended()) worker = startWorker(patience)
        return (await worker.run(kind, ask)) as Jobs[K]['value']
      })
    } finally {
      // Two that end in the same tick both come here: one timer, or the other would end the worker in its next job.
      stopIdling()
      // oxlint-disable-next-line house/guarded-listener -- ends a child, which throws nothing
      if (turns.isIdle()) idle = setTimeout(end, idleAfter).unref()
    }
  }

  function stopIdling(): void {
    if (idle !== null) clearTimeout(idle)
    idle = null
  }

  function end(): void {
    worker?.end()
    worker = null
  }

  return {
    async render(origin, rendition) {
      if (turns.waiting() >= mostWaiting) throw new ImagingBusy('too many pictures wait to be rendered')
      const large = rendition === 'share' || rendition.width > 1080
      return asBuffer(await run('render', { origin, rendition }, large ? places : 1))
    },
    async takeIn(bytes, square) {
      // How large the picture is, only a decoder can tell: the worker itself lets large ones wait for each other.
      const taken = await run('takeIn', { bytes, square }, bytes.byteLength > largeFile ? places : 1)
      return taken.ok ? { ...taken, value: { ...taken.value, bytes: asBuffer(taken.value.bytes) } } : taken
    },
    async card(card, origin) {
      if (turns.waiting() >= mostWaiting) throw new ImagingBusy('too many pictures wait to be rendered')
      const made = await run('card', { card, origin }, places)
      return made === null ? null : asBuffer(made)
    },
    workerPid: () => (worker === null || worker.ended() ? null : worker.pid),
    close() {
      stopIdling()
      end()
    },
  }
}

interface Worker {
  pid: number | null
  run(kind: Kind, ask: object): Promise<unknown>
  ended(): boolean
  end(): void
}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

function startWorker(patience: number): Worker {
  const child = forkWorker()
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let over = false

  const finish = (id: number): Waiting | undefined => {
    const one = waiting.get(id)
    if (one !== undefined) clearTimeout(one.timer)
    waiting.delete(id)
    return one
  }
  const fail = (why: string): void => {
    over = true
    for (const id of waiting.keys()) finish(id)?.reject(new ImagingFailed(why))
  }

  // oxlint-disable-next-line house/guarded-listener -- settles the promise of a job, and no more
  child.on('message', (answer: Answer) => {
    const one = finish(answer.id)
    if ('failure' in answer) one?.reject(new ImagingFailed(answer.failure))
    else one?.resolve(answer.value)
  })
  // oxlint-disable-next-line house/guarded-listener -- rejects the promises of the jobs under way
  child.on('exit', (code, signal) => fail(`the picture worker ended (${signal ?? code})`))
  // oxlint-disable-next-line house/guarded-listener -- as above
  child.on('error', (error) => fail(`the picture worker could not be reached: ${error.message}`))
  // Waiting jobs hold the program open by their timers; an idle worker must not.
  child.unref()
  child.channel?.unref()

  return {
    pid: child.pid ?? null,
    ended: () => over,
    run(kind, ask) {
      const id = ++lastId
      return new Promise((resolve, reject) => {
        // oxlint-disable-next-line house/guarded-listener -- ends a child, which throws nothing
        const timer = setTimeout(() => child.kill('SIGKILL'), patience)
        waiting.set(id, { resolve, reject, timer })
        child.send({ id, kind, ask }, (error) => {
          if (error !== null)
            finish(id)?.reject(new ImagingFailed(`the picture worker could not be reached: ${error.message}`))
        })
      })
    },
    end() {
      over = true
      if (child.connected) child.disconnect()
    },
  }
}

function forkWorker(): ChildProcess {
  return fork(workerFile(), [], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128'],
    // None of the shop's secrets. Two arenas and these thresholds keep glibc from hoarding the memory of a large
    // picture; lower ones would return and request memory for every usual one, at a third of the whole time.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: threshold, MALLOC_MMAP_THRESHOLD_: threshold },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

function workerFile(): URL {
  const found = shippedFile(import.meta.url, './worker.ts', 'media-worker.js')
  if (found === null) throw new ImagingFailed('the picture worker is not there; build again')
  return found
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
