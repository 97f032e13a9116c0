import { expect, it } from 'vitest'
import { asserts, pageIn, type Step } from './progress.ts'

const step = (category: string, ...steps: readonly Step[]): Step => ({ category, steps })

it('a test asserts something when one of its own steps does, however deep', () => {
  expect(asserts([])).toBe(false)
  expect(asserts([step('hook', step('expect')), step('pw:api')])).toBe(false)
  expect(asserts([step('hook'), step('expect')])).toBe(true)
  expect(asserts([step('test.step', step('expect'))])).toBe(true)
})

it('prints of a failure the main part of the page, and nothing where there was no page', () => {
  const notes = (page: string): string => `# Error details\n\n\`\`\`yaml\n${page}\n\`\`\`\n\n# Test source\n`
  expect(pageIn(notes('- banner\n- main:\n  - alert: Not saved'))).toBe('- main:\n  - alert: Not saved')
  expect(pageIn(notes('- paragraph: alone'))).toBe('- paragraph: alone')
  expect(pageIn('# Error details')).toBe('')
  expect(pageIn(notes('a'.repeat(10_000)))).toHaveLength(8_000)
})
