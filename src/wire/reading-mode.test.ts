import { describe, expect, it } from 'vitest'
import { isLowData, modeWords, readingMode } from './reading-mode.ts'

describe('a reading mode', () => {
  it.each([
    [undefined, ''],
    ['', ''],
    ['auto', ''],
    ['dark', 'dark'],
    ['low-data.dark', 'dark.low-data'],
    ['dark.light', 'light'],
    ['reduced-motion.large-text.high-contrast.low-data', 'high-contrast.large-text.reduced-motion.low-data'],
    ['dark.dark.dark', 'dark'],
    ['"><script>', ''],
    ['dark;path=/', ''],
  ])('is read from %o as %o: equal wishes are one page', (cookie, mode) => {
    expect(readingMode(cookie)).toBe(mode)
  })

  it('has less data when the browser asks for it', () => {
    expect(readingMode('dark', 'on')).toBe('dark.low-data')
    expect(readingMode(undefined, 'on')).toBe('low-data')
    expect(readingMode(undefined, 'off')).toBe('')
  })

  it('stands in the document as words', () => {
    expect(modeWords(readingMode('low-data.dark'))).toBe('dark low-data')
    expect(isLowData('dark.low-data')).toBe(true)
    expect(isLowData('dark')).toBe(false)
  })

  it('has few values, for each is a page of its own in the cache', () => {
    const words = ['light', 'dark', 'high-contrast', 'large-text', 'reduced-motion', 'low-data', 'nonsense']
    const all = new Set<string>()
    for (let bits = 0; bits < 2 ** words.length; bits += 1)
      all.add(readingMode(words.filter((_, index) => bits & (1 << index)).join('.')))
    expect(all.size).toBe(48)
  })
})
