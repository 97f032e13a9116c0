import { it } from 'vitest'

it('complains in another file of the same process', () => {
  console.error('each child should have a key')
})
