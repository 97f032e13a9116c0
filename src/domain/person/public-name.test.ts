import { expect, it } from 'vitest'
import { publicName } from './public-name.ts'

it.each([
  [{ nickname: ' Countess ', firstName: 'Ada', lastName: 'Lovelace' }, 'Countess'],
  [{ nickname: '', firstName: 'Ada', lastName: 'Lovelace' }, 'Ada L.'],
  [{ nickname: '', firstName: '小明', lastName: '王' }, '小明'],
  [{ nickname: '', firstName: 'Siu Ming', lastName: '陳' }, 'Siu Ming'],
  [{ nickname: '', firstName: 'Ada', lastName: '' }, 'Ada'],
  [{ nickname: '', firstName: '', lastName: 'Lovelace' }, 'L.'],
  [{ nickname: '', firstName: ' ', lastName: ' ' }, ''],
])('shows strangers no whole name: %o → %s', (name, shown) => expect(publicName(name)).toBe(shown))
