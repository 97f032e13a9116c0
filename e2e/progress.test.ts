import { expect, it } from 'vitest'
import { asserts, type Step } from './progress.ts'

const step = (category: string, ...steps: readonly Step[]): Step => ({ category, steps })

it('a test asserts something when one of its own steps does, however deep', () => {
  expect(asserts([])).toBe(false)
  expect(asserts([step('hook', step('expect')), step('pw:api')])).toBe(false)
  expect(asserts([step('hook'), step('expect')])).toBe(true)
  expect(asserts([step('test.step', step('expect'))])).toBe(true)
})
