import { describe, expect, it } from 'vitest'
import { dialChoices, dialCode, dialCodes, dialRegions } from './dial-codes.ts'

describe('dial codes', () => {
  it('are those of the regions', () => {
    expect(['HK', 'CN', 'US', 'CA', 'GB', 'JP', 'TW', 'DE', 'VA', 'KZ'].map(dialCode)).toEqual([
      '+852',
      '+86',
      '+1',
      '+1',
      '+44',
      '+81',
      '+886',
      '+49',
      '+39',
      '+7',
    ])
    expect(dialCode('ZZ')).toBeNull()
    expect(dialCode('hk')).toBeNull()
  })

  it('are listed once for each region, in the order of the language and in its words', () => {
    const english = dialRegions('en')
    expect(english).toHaveLength(245)
    expect(new Set(english.map(({ region }) => region)).size).toBe(245)
    expect(english[0]).toEqual({ region: 'AF', name: 'Afghanistan', code: '+93' })
    expect(english.every(({ code }) => /^\+[1-9]\d{0,2}$/.test(code))).toBe(true)
    const chinese = dialRegions('zh-Hans').filter(({ region }) => ['US', 'HK', 'CN'].includes(region))
    expect(chinese.map(({ name, code }) => `${name} ${code}`)).toEqual(['美国 +1', '香港 +852', '中国 +86'])
  })

  it('can be listed once each, by a name that everybody looks for', () => {
    const choices = dialChoices('en')
    expect(new Set(choices.map(({ code }) => code))).toEqual(dialCodes)
    expect(choices).toHaveLength(dialCodes.size)
    const named = (code: string): string | undefined => choices.find((choice) => choice.code === code)?.name
    expect(['+1', '+7', '+44', '+852'].map(named)).toEqual([
      'US, Canada',
      'Russia, Kazakhstan',
      'UK',
      'Hong Kong',
    ])
    // Which of several regions names a code does not depend on the language.
    expect(dialChoices('zh-Hans').find(({ code }) => code === '+262')?.name).toBe('留尼汪')
  })

  it('leave out what has none', () => {
    expect(dialRegions('en').find(({ region }) => region === 'AQ')).toBeUndefined()
  })

  it('are sorted once for each language', () => {
    expect(dialChoices('en')).toBe(dialChoices('en'))
    expect(dialRegions('zh-Hans')).toBe(dialRegions('zh-Hans'))
    expect(dialRegions('zh-Hans')).not.toBe(dialRegions('en'))
  })
})
