import { describe, expect, it } from 'vitest'
import { shopConfig } from '#wire/shop-config.ts'
import { foldTerm, meaningsOf } from './meanings.ts'

const { search } = shopConfig.parse({
  search: {
    synonyms: [
      ['Pendant', 'hanging lamp', 'ペンダントライト'],
      ['lamp', 'Leuchte', '灯具'],
    ],
  },
})

describe('the merchant’s terms', () => {
  it('are one term however the segmenter takes them apart, in either Kana', () => {
    expect(foldTerm('ﾗﾝﾌﾟ')).toBe(foldTerm('らんぷ'))
    expect(foldTerm('Hanging  LAMP')).toBe('hanging lamp')
    expect(foldTerm('灯具 lamp')).toBe('灯具 lamp')
  })

  it('know what they begin with, and which of a group are one word', () => {
    const meanings = meaningsOf(search)
    expect(meanings.begins.has('hanging')).toBe(true)
    expect(meanings.begins.has('灯')).toBe(true)
    expect(meanings.begins.has('pendant')).toBe(false)
    expect(meanings.single.get('灯具')).toEqual(['lamp', 'leuchte'])
    expect(meanings.synonyms.get('pendant')).toEqual(['hanging lamp', 'ペンダントライト'])
    expect(meaningsOf(search)).toBe(meanings)
  })
})
