import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../threads/lower-priority.ts'
import { openArgon2 } from './argon2.ts'
import { matchesForeign } from './foreign-match.ts'
import type { HashTask } from './hash-threads.ts'

/* Computes hashes, one after the other, in a thread of its own. */

lowerPriority(workerData as number)
const argon2 = await openArgon2()
// oxlint-disable-next-line house/guarded-listener -- a throw ends this thread alone, and is what its task fails with
parentPort!.on('message', (task: HashTask) => parentPort!.postMessage(answerTo(task)))

function answerTo(task: HashTask): boolean | Uint8Array {
  if (task.kind === 'foreign') return matchesForeign(task.ask.inputs, task.ask.hash)
  try {
    return argon2(task.ask)
  } finally {
    // A password in memory is not to be found longer than it is of use.
    task.ask.message.fill(0)
  }
}
