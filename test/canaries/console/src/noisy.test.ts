import { expect, it, vi } from 'vitest'

it('complains', () => {
  console.error('each child should have a key')
})

it('warns', () => {
  console.warn('this is deprecated')
})

it('expects its complaint', () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  console.error('refused')
  expect(complaint).toHaveBeenCalledWith('refused')
  complaint.mockRestore()
})

it('is quiet', () => {
  console.log('fine')
})
