import { expect, it } from 'vitest'
import { limits } from '../../scripts/check/budgets.ts'
import { brotliSize, bundle, eager } from './build.ts'

it(`loads at most ${limits.runtime} bytes before anything is touched, and no React, validator or store in it`, async () => {
  const chunks = await bundle(new URL('./plain.ts', import.meta.url))
  const early = eager(chunks)
  const code = early.map((chunk) => chunk.code).join('\n')
  const bytes = early.reduce((sum, chunk) => sum + brotliSize(chunk.code), 0)
  expect(bytes).toBeLessThanOrEqual(limits.runtime)
  // It is the runtime that was weighed: the whole of it, and nothing instead.
  expect(code).toContain('x-island')
  expect(code).toContain('popstate')
  expect(code).not.toMatch(/react|nanostores|ZodError|IntlMessageFormat/i)
  // What is not in it exists, and comes later.
  for (const late of ['mount-', 'arrival-', 'actions-', 'toast-']) {
    expect(chunks.filter((chunk) => chunk.file.includes(late) && !early.includes(chunk))).toHaveLength(1)
  }
})
