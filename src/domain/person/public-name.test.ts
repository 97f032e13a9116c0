import { expect, it } from 'vitest'
import { publicName } from './public-name.ts'

it.each([
  [' Countess ', 'Ada', 'Lovelace', 'Countess'],
  ['', 'Ada', 'Lovelace', 'Ada L.'],
  ['', 'Émile', 'ørsted', 'Émile Ø.'],
  ['', 'Ada', '', 'Ada'],
  ['', '', 'Lovelace', 'L.'],
  ['', 'Ada Augusta Lovelace', '', 'Ada L.'],
  ['', '小明', '王', '王**'],
  ['', '明', '王', '王*'],
  ['', '小明', '歐陽', '歐**'],
  ['', '王小明', '', '王**'],
  ['', '', '陈', '陈*'],
  ['', '太郎', '山田', '山**'],
  ['', '민수', '김', '김**'],
  ['', 'ジョン スミス', '', 'ジ**'],
  ['', '𠮷𠮷', '', '𠮷*'],
  ['', 'Siu Ming', '陳', 'Siu M.'],
  ['', '小明', 'Wang', '小*'],
  ['', ' ', ' ', ''],
])('shows strangers no whole name: %j, %j %j is %j', (nickname, firstName, lastName, shown) =>
  expect(publicName({ nickname, firstName, lastName })).toBe(shown),
)
