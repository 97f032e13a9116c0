import { expect, it } from 'vitest'
import { endAll } from '../../bench/cleanup.ts'
import { proveStalled } from '#test/prove/stalled.ts'
import { freePort } from '#test/running-shop.ts'

/*
 * A short form of `npm run prove -- stalled`: long enough that every deadline passes.
 */

it(
  'answers within six seconds while PostgreSQL stands still, and is well again a second after',
  { timeout: 200_000 },
  async () => {
    const lines: string[] = []
    try {
      const holds = await proveStalled({
        seconds: 8,
        build: 'build',
        port: await freePort(),
        say: (line) => void lines.push(line),
      })
      expect(lines.join('\n')).toMatch(/\n0 faults$/)
      expect(holds).toBe(true)
    } finally {
      await endAll()
    }
  },
)
