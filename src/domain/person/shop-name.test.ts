import { expect, it } from 'vitest'
import { claimsToBeShop } from './shop-name.ts'

it.each([
  'Violet',
  'VIOLET · the shop',
  'Ｖｉｏｌｅｔ',
  'Vi\u200bolet team',
  'Víolet!',
  'Oak Staff',
  'Support',
  'customer-service',
  'Admin',
  '官方客服',
  'Violet 客服小王',
  '店长',
  '管理員',
  '客戶服務',
  '網店職員',
  // In letters and signs that look like those of the shop's name.
  'Violеt',
  'Vıolet',
  'Vіоlet',
  'Vio1et',
  'V!olet',
  'V10let',
  'VioIet',
  'Supp0rt',
  '0fficial',
  'He1p Desk',
  'V1o1et',
  'V1olet!',
  'V!0|et',
  'Viol3t',
  '$upport',
  'Officia!',
  'Vio１et',
  'Vi０let',
  'Vi\u200b0\u200blet',
  'Vi\u3164olet',
  'VΙOLET',
  'VIOLΕT',
  'Vιolet',
  'SUΡΡORT',
  'ADΜIN',
  'ADМIΝ',
  // Of the languages of the packs.
  'Kundenservice',
  'Anna (Kundenbetreuung)',
  'Service client',
  'Atención al cliente',
  'Assistenza',
  'Atendimento',
  'サポート',
  '公式サポート',
  '고객센터',
  '공식 고객 센터',
  '公式スタッフ',
  'ｽﾀｯﾌの山田',
  'サポートセンター',
])('a name that claims to be the shop’s: %s', (name) => expect(claimsToBeShop(name, 'Violet')).toBe(true))

it.each([
  'Ada L.',
  '小明',
  '陳大文',
  'Violetta',
  'Ultraviolet',
  'Stafford',
  'Supporter',
  'Adminah',
  'Viola',
  'Vio 1',
  'Violet1ne',
  'Officina',
  '山田太郎',
  '김민준',
  'スタッフォード',
  'ジョン・スタッフォード',
  'Νίκος',
  'Михаил',
  'Надя',
  'Violet1',
  'Ada 1990',
  '',
])('a person’s name: %s', (name) => expect(claimsToBeShop(name, 'Violet')).toBe(false))

it('knows a shop of several words, of Chinese letters, and of none', () => {
  expect(claimsToBeShop('Oak & Ash', 'Oak & Ash')).toBe(true)
  expect(claimsToBeShop('oakash', 'Oak & Ash')).toBe(true)
  expect(claimsToBeShop('Oak', 'Oak & Ash')).toBe(false)
  expect(claimsToBeShop('紫罗兰的朋友', '紫罗兰')).toBe(true)
  expect(claimsToBeShop('Ada', '')).toBe(false)
})

it('compares what the shop’s own name looks like, in capitals and small', () => {
  // The capital of ν looks like N.
  expect(claimsToBeShop('ΝΑΝΑ', 'Νανά')).toBe(true)
  expect(claimsToBeShop('Νανά', 'ΝΑΝΑ')).toBe(true)
  expect(claimsToBeShop('НОВА', 'Нова')).toBe(true)
  expect(claimsToBeShop('Sh0p 24', 'Shop 24')).toBe(true)
  expect(claimsToBeShop('4y0u', '4you')).toBe(true)
  expect(claimsToBeShop('Yahoo', 'Yahoo!')).toBe(true)
  expect(claimsToBeShop('24', 'Shop 24')).toBe(false)
})
