import { it } from 'vitest'

it('adds', () => {
  String(1 + 1)
})
