import { Worker } from 'node:worker_threads'
import { shippedFile } from '../shipped-file.ts'
import type { Argon2Task } from './argon2.ts'
import type { ForeignHash } from './foreign-hash.ts'

/*
 * The shop's end of hash-worker.ts: threads that compute hashes. A thread begins with the first task that finds none
 * idle, and stays for the next ones. Idle threads do not keep a program open.
 */

interface Tasks {
  /** The digest of a message. */
  argon2: {
    ask: Argon2Task
    answer: Uint8Array
  }
  /** Whether any of the inputs is what was hashed. */
  foreign: { ask: { inputs: readonly string[]; hash: ForeignHash }; answer: boolean }
}
type Kind = keyof Tasks

export type HashTask = { [K in Kind]: { kind: K; ask: Tasks[K]['ask'] } }[Kind]

export interface HashThreads {
  /**
   * Computes in a thread of its own: the caller limits how many run at once. Throws what the thread failed with; it is
   * replaced by the next task.
   * @param moved buffers of `ask` that belong to the thread afterwards, and are empty here
   */
  run<K extends Kind>(
    kind: K,
    ask: Tasks[K]['ask'],
    moved?: readonly ArrayBuffer[],
  ): Promise<Tasks[K]['answer']>
}

interface Thread {
  worker: Worker
  /** The task that it computes; null while it is idle. */
  task: { resolve(answer: unknown): void; reject(error: Error): void } | null
  hasEnded: boolean
}

export function openThreads(start: () => Worker): HashThreads {
  const idle: Thread[] = []

  return {
    async run<K extends Kind>(kind: K, ask: Tasks[K]['ask'], moved: readonly ArrayBuffer[] = []) {
      // The last one used: it may still be in the processor's cache.
      const thread = idle.pop() ?? begin(start(), idle)
      const { worker } = thread
      worker.ref()
      const answer = await new Promise<unknown>((resolve, reject) => {
        thread.task = { resolve, reject }
        worker.postMessage({ kind, ask } as HashTask, [...moved])
      })
      thread.task = null
      worker.unref()
      // It may have ended with its answer.
      if (!thread.hasEnded) idle.push(thread)
      return answer as Tasks[K]['answer']
    },
  }
}

function begin(worker: Worker, idle: Thread[]): Thread {
  const thread: Thread = { worker, task: null, hasEnded: false }
  // oxlint-disable-next-line house/guarded-listener -- settles the promise of a task, and no more
  worker.on('message', (answer) => thread.task?.resolve(answer))
  // oxlint-disable-next-line house/guarded-listener -- settles the promise of a task; without one nothing is left undone
  worker.on('error', (error) => thread.task?.reject(error as Error))
  // oxlint-disable-next-line house/guarded-listener -- settles, and takes an item out of a list, which throws nothing
  worker.once('exit', (code) => {
    thread.hasEnded = true
    const at = idle.indexOf(thread)
    if (at !== -1) idle.splice(at, 1)
    thread.task?.reject(new Error(`a thread for passwords ended (${code})`))
  })
  return thread
}

/** @param nicer by how much it stands back behind the rest of the program, as far as the system can do that; 0 to 19 */
export function startThread(nicer: number): Worker {
  const file = shippedFile(import.meta.url, './hash-worker.ts', 'password-worker.js')
  if (file === null) throw new Error('the worker for passwords is not there; build again')
  return new Worker(file, {
    workerData: nicer,
    // None of the shop's secrets, and none of its flags.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
}
