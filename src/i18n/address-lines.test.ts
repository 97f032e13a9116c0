import { expect, it } from 'vitest'
import { addressLines, type AddressParts } from './address-lines.ts'
import { chineseRegions } from './chinese-regions.ts'
import { locales, textLocale, type Locale } from './locales.ts'

const nowhere: AddressParts = {
  firstName: '',
  lastName: '',
  company: '',
  country: 'HK',
  region: '',
  city: '',
  district: '',
  line1: '',
  line2: '',
  postcode: '',
}

const written: Readonly<Record<string, Partial<AddressParts>>> = {
  CN: { city: '广州市', line1: '天河路 1 号' },
  HK: { city: '中環', line1: '皇后大道中 1 號' },
  TW: { city: '大安區', line1: '信義路 1 號', postcode: '106' },
  JP: { city: '那覇市', line1: '泉崎 1-2-2', postcode: '900-8570' },
}

const shown = (country: string, region: string, locale: Locale): string =>
  addressLines({ ...nowhere, ...written[country], country, region }, locale).join('|')

const all = Object.keys(written).flatMap((country) =>
  chineseRegions[country]!.map(([code, simplified, traditional]) => ({
    country,
    code,
    simplified,
    traditional,
  })),
)

it('names each region in the characters of who reads Chinese', () => {
  for (const { country, code, simplified, traditional } of all) {
    expect(shown(country, code, 'zh')).toContain(simplified)
    for (const locale of ['zh-HK', 'zh-TW'] as const)
      expect(shown(country, code, locale)).toContain(traditional)
  }
})

it('names it in the characters of the place to everybody else, as the lines beside it are written', () => {
  const others = locales.filter((locale) => textLocale(locale) === 'en')
  expect(others).toContain('de')
  for (const locale of others) {
    for (const { country, code, simplified, traditional } of all)
      if (country !== 'JP')
        expect(shown(country, code, locale)).toContain(country === 'CN' ? simplified : traditional)
    expect(shown('HK', 'HK', locale)).toMatch(/香港島\|?中環/)
    expect(shown('JP', '47', locale)).toContain('沖縄県')
    expect(shown('JP', '46', locale)).toContain('鹿児島県')
  }
})

it('names it in the language of the page in an address in Latin letters', () => {
  const central = { ...nowhere, region: 'HK', city: 'Central', line1: '1 Queen’s Road Central' }
  expect(addressLines(central, 'en').join('|')).toContain('Hong Kong Island')
  expect(addressLines(central, 'de').join('|')).toContain('Hong Kong Island')
  expect(addressLines(central, 'zh-HK').join('|')).toContain('香港島')
})
