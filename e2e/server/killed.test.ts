import { expect, it } from 'vitest'
import { endAll } from '../../bench/cleanup.ts'
import { proveKilled } from '#test/prove/killed.ts'
import { freePort } from '#test/running-shop.ts'

/*
 * A few deaths of those that `npm run prove -- killed` has more than a hundred of.
 */

it(
  'loses no order and charges nobody twice when the server and its PostgreSQL are killed under shoppers',
  { timeout: 400_000 },
  async () => {
    const lines: string[] = []
    try {
      const holds = await proveKilled({
        kills: 1,
        databaseKills: 1,
        seed: 1,
        build: 'build',
        port: await freePort(),
        say: (line) => void lines.push(line),
      })
      expect([lines.join('\n'), holds]).toEqual([expect.stringMatching(/: 0 violations.*\n0 faults$/s), true])
    } finally {
      await endAll()
    }
  },
)
