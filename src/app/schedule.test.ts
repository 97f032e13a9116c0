import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { DemoGateway } from '#features/payments/demo/gateway.ts'
import { loopsOf, type ScheduledParts } from './schedule.ts'

/** The list is only read here: no loop runs. */
const parts = {
  gateway: {} as DemoGateway,
  now: () => new Date('2026-11-22T12:00:00Z'),
} as ScheduledParts

it('is shown whole in the README', async () => {
  const readme = await readFile('README.md', 'utf8')
  const rows = [
    ...readme.matchAll(/^\| `([a-z-]+\.[a-z]+)` \| ([^|]+) \| (each node|one node) \| [^|]+ \|$/gm),
  ]
  expect(rows.map(([, name, often, where]) => `${name}: ${often}, ${where}`)).toEqual(
    loopsOf(parts).map(
      (loop) => `${loop.name}: ${inWords(loop.every)}${'once' in loop ? ' until done' : ''}, ${loop.on}`,
    ),
  )
})

function inWords(every: number | string): string {
  if (typeof every === 'string')
    return every === '* * * * *' ? '1 min' : `${every.split(' ')[0]} past each hour`
  if (every % 3_600_000 === 0) return `${every / 3_600_000} h`
  return every % 60_000 === 0 ? `${every / 60_000} min` : `${every / 1_000} s`
}
