import { Worker } from 'node:worker_threads'
import { shippedFile } from '../shipped-file.ts'
import { foreignInputs, type ForeignHash } from './foreign-hash.ts'
import type { ForeignTask } from './foreign-worker.ts'

/** Whether this was typed where the hash was made. Off the main thread; throws when the worker cannot be had. */
export async function matchesForeign(typed: string, hash: ForeignHash): Promise<boolean> {
  const file = shippedFile(import.meta.url, './foreign-worker.ts', 'password-worker.js')
  if (file === null) throw new Error('the worker for hashes from elsewhere is not there; build again')
  const task: ForeignTask = { inputs: foreignInputs(typed, hash), hash }
  const worker = new Worker(file, {
    workerData: task,
    // None of the shop's secrets, and none of its flags.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
  try {
    return await new Promise<boolean>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`the worker for hashes from elsewhere ended (${code})`)))
    })
  } finally {
    await worker.terminate()
  }
}
