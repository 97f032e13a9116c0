import { expect, it } from 'vitest'
import { once } from '../../scripts/check/once.ts'
import { runGuard } from '../../scripts/check/run.ts'
import { plant } from './plant.ts'

it('names a second spelling of what can be bought, wherever its lines break', async () => {
  const { findings, seen } = await once.look(await plant('once'))
  expect(findings.map(({ file, line, rule }) => `${rule} ${file}:${line}`)).toEqual([
    'second-spelling src/features/cart/queries/lines.ts:4',
    'second-spelling src/features/cart/queries/lines.ts:8',
    'second-spelling src/features/cart/queries/lines.ts:4',
    'second-spelling src/features/cart/queries/lines.ts:7',
  ])
  expect(seen).toBe(2)
})

it('does not take a project without queries for one in order', async () => {
  expect((await runGuard(once, await plant(null))).ok).toBe(false)
})
