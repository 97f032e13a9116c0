/*
 * The limit of signing in by password: how many passwords a second this machine can verify where nothing else is done.
 * Runs as a process of its own, on all cores.
 */
import { hashPassword, verifyPassword } from '#platform/server/passwords/passwords.ts'

export interface HashJob {
  /** How many are asked for at the same time. */
  clients: number
  /** Milliseconds. */
  warmUp: number
  window: number
}

export interface Hashes {
  /** Per second. */
  rate: number
}

process.once('disconnect', () => process.exit())

process.on('message', (job: HashJob) => {
  drive(job).then(
    (hashes) => process.send!(hashes),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.message : String(error) }),
  )
})

async function drive({ clients, warmUp, window }: HashJob): Promise<Hashes> {
  const password = 'a-tall-ship-and-9-stars'
  const stored = await hashPassword(password)
  const begins = performance.now() + warmUp
  const ends = begins + window
  let verified = 0
  const client = async (): Promise<void> => {
    while (performance.now() < ends) {
      const { ok } = await verifyPassword(password, stored)
      if (!ok) throw new Error('the right password is not taken')
      const now = performance.now()
      if (now >= begins && now < ends) verified += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { rate: (verified * 1_000) / window }
}
