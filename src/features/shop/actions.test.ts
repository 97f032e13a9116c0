import { describe, expect, it } from 'vitest'
import { readChanges } from '#platform/server/db/queries-changes.ts'
import { freshDatabase } from '#test/database.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { checkConfig, loadConfig, mergeConfig, saveConfig } from './actions.ts'

const now = new Date('2026-11-21T09:00:00Z')

it('has defaults before anything is stored, and then versions', async () => {
  const { db } = await freshDatabase()
  expect(await loadConfig(db)).toMatchObject({
    version: 0,
    document: { shop: { name: 'Violet', baseCurrency: 'USD' } },
  })
  const { horizon } = await readChanges(db, null)
  expect(await saveConfig(db, { shop: { name: 'Oak' } }, { now })).toMatchObject({
    ok: true,
    value: { version: 1 },
  })
  expect(await saveConfig(db, { shop: { name: 'Linen' } }, { now })).toMatchObject({
    ok: true,
    value: { version: 2 },
  })
  expect(await loadConfig(db)).toMatchObject({ version: 2, document: { shop: { name: 'Linen' } } })
  const { changes } = await readChanges(db, horizon)
  expect(changes.map(({ tags }) => tags)).toEqual([['config'], ['config']])
})

it('stores nothing when an effect finds a fault', async () => {
  const { db } = await freshDatabase()
  const refused = await saveConfig(
    db,
    {},
    { now, effects: [async () => [{ path: 'shop.baseCurrency', reason: 'no prices' }]] },
  )
  expect(refused).toEqual({ ok: false, problem: [{ path: 'shop.baseCurrency', reason: 'no prices' }] })
  expect((await loadConfig(db)).version).toBe(0)
})

describe('a document is refused', () => {
  it.each([
    ['with an unknown setting', { shop: { nmae: 'x' } }, 'shop'],
    ['with a script in a colour', { theme: { primaryColor: 'red;}</style><script>' } }, 'theme.primaryColor'],
    [
      'with a url in a colour',
      { theme: { primaryColor: 'url(https://evil.example)' } },
      'theme.primaryColor',
    ],
    ['with an endless font name', { theme: { fontFamily: 'x'.repeat(1_000_000) } }, 'theme.fontFamily'],
    [
      'with a font that closes the rule',
      { theme: { fontFamily: 'Arial;}body{display:none' } },
      'theme.fontFamily',
    ],
    [
      'with a currency twice',
      {
        shop: {
          currencies: [
            { code: 'EUR', rate: '1' },
            { code: 'EUR', rate: '2' },
          ],
        },
      },
      'shop.currencies',
    ],
    [
      'with the base currency converted',
      { shop: { currencies: [{ code: 'USD', rate: '1' }] } },
      'shop.currencies',
    ],
    [
      'with a rate that is no number',
      { shop: { currencies: [{ code: 'EUR', rate: '1e3' }] } },
      'shop.currencies.0.rate',
    ],
    [
      'with a rate that gives everything away',
      { shop: { currencies: [{ code: 'EUR', rate: '0.000' }] } },
      'shop.currencies.0.rate',
    ],
    [
      'with a rate too low for any currency',
      { shop: { currencies: [{ code: 'EUR', rate: '0.00000001' }] } },
      'shop.currencies.0.rate',
    ],
    [
      'with a rate too high for any currency',
      { shop: { currencies: [{ code: 'EUR', rate: '10000001' }] } },
      'shop.currencies.0.rate',
    ],
    [
      'with a code that is no currency',
      { shop: { currencies: [{ code: 'XXX', rate: '1' }] } },
      'shop.currencies.0.code',
    ],
    ['with no currency to sell in', { shop: { baseCurrency: 'ABC' } }, 'shop.baseCurrency'],
    ['with an amount in no currency', { sales: { minimumOrder: { XTS: 100 } } }, 'sales.minimumOrder.XTS'],
    [
      'with an amount that nobody pays',
      { sales: { minimumOrder: { USD: 1_000_000_000_001 } } },
      'sales.minimumOrder.USD',
    ],
    ['with a language that has no address', { shop: { languages: ['en', 'xx'] } }, 'shop.languages'],
    ['without English', { shop: { languages: ['zh'] } }, 'shop.languages'],
  ])('%s', (_, document, path) => {
    const checked = checkConfig(document)
    expect(checked.ok ? [] : checked.problem.map((fault) => fault.path)).toContain(path)
  })
})

it('changes only the settings that a partial document names', () => {
  const base = shopConfig.parse({ shop: { name: 'Oak' }, theme: { primaryColor: '#123456' } })
  const merged = checkConfig(
    mergeConfig(base, { theme: { borderRadius: '2px' }, shop: { languages: ['en'] } }),
  )
  expect(merged).toMatchObject({
    ok: true,
    value: {
      shop: { name: 'Oak', languages: ['en'] },
      theme: { primaryColor: '#123456', borderRadius: '2px' },
    },
  })
})

it.each([
  [{ shop: { nmae: 'Oak' } }, 'shop', '"nmae" (did you mean name?)'],
  [{ shpo: {} }, '', '"shpo" (did you mean shop?)'],
  [
    { sales: { payment: [{ code: 'card', provider: 'cod', name: {}, instrutcions: {} }] } },
    'sales.payment.0',
    '"instrutcions" (did you mean instructions?)',
  ],
  [{ router: { productsRule: '/p/:slug' } }, 'router', '"productsRule" (did you mean productRule?)'],
  [{ shop: { freeShippingOver: 5 } }, 'shop', '"freeShippingOver"'],
])('names the setting that was meant: %j', (document, path, said) => {
  const checked = checkConfig(document)
  expect(checked.ok).toBe(false)
  if (!checked.ok) expect(checked.problem).toEqual([{ path, reason: `${said} is not known here` }])
})

it('finds what else is wrong beside a setting that nobody knows, and nothing that follows from it', () => {
  const faultsOf = (document: object): string[] => {
    const checked = checkConfig(document)
    return checked.ok ? [] : checked.problem.map(({ path }) => path)
  }
  expect(
    faultsOf({
      shop: { currencies: [{ code: 'USD', rate: '1' }] },
      search: { redirects: { delivery: 'shipping' } },
    }),
  ).toEqual(['search.redirects.delivery', 'shop.currencies'])
  // The base currency may well have been meant to be another than the default one.
  expect(faultsOf({ shop: { baseCurrency: 'euro', currencies: [{ code: 'USD', rate: '1' }] } })).toEqual([
    'shop.baseCurrency',
  ])
})
