import { setPriority } from 'node:os'
import type { Answer, Job } from './imaging.ts'
import { takeIn } from './intake.ts'
import { render, renderCard } from './render.ts'

/*
 * The program that decodes and encodes, in a process of its own: a hostile file that breaks a decoder breaks this and
 * not the shop, its memory goes back to the system when it ends, and it stands back when pages need the processor.
 */

try {
  setPriority(5)
} catch {
  // Not allowed here; then it competes as an equal.
}

// oxlint-disable-next-line house/guarded-listener -- a process of its own, which is meant to end by what breaks a decoder
process.on('message', (job: Job) => {
  void answer(job).then((reply) => process.send?.(reply))
})
// The shop has gone, or has nothing more to do.
// oxlint-disable-next-line house/guarded-listener -- ends the process by intent
process.on('disconnect', () => process.exit(0))

async function answer(job: Job): Promise<Answer> {
  try {
    return { id: job.id, value: await work(job) }
  } catch (error) {
    return { id: job.id, failure: error instanceof Error ? error.message : String(error) }
  }
}

function work(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'render':
      return render(job.ask.origin, job.ask.rendition)
    case 'takeIn':
      return takeIn(job.ask.bytes, job.ask.square)
    case 'card':
      return renderCard(job.ask.card, job.ask.origin)
  }
}
