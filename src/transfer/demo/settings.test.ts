import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { configure } from '#app/configure.ts'
import { loadConfig, mergeConfig } from '#features/shop/actions.ts'
import { demoFolders, emptyShop, type Shop } from '#test/small-demo.ts'
import { entry, fileOf, noon } from '../catalog/for-tests.ts'
import { run } from '../content/for-tests.ts'
import { loadDemo } from './demo.ts'
import { removeDemo } from './remove.ts'
import { demoLeftovers } from './settings.ts'

const transfer = {
  code: 'transfer',
  provider: 'manual',
  name: { en: 'Bank transfer' },
  instructions: { en: 'To Violet Demo Ltd, account 012-345' },
}
const demoSettings = {
  shop: { name: 'Demo', email: 'hello@violet.example', announcement: { en: 'Wrapped in paper' } },
  theme: { primaryColor: '#5b3df5' },
  sales: {
    markets: [{ countries: ['DE'], tax: { mode: 'included', rates: { standard: '19' } } }],
    payment: [{ code: 'card', provider: 'demo', name: { en: 'Card' } }, transfer],
  },
}

/** A shop that had a name of its own before it got the demo. */
async function shopWithDemo(): Promise<{ shop: Shop; settings: string }> {
  const shop = await emptyShop()
  expect((await configure(shop.db, { shop: { name: 'Oak', lowStockAt: 9 } }, noon)).ok).toBe(true)
  const from = await demoFolders()
  await writeFile(from!.settings, JSON.stringify(demoSettings))
  await loadDemo(shop, from)
  return { shop, settings: from!.settings }
}

async function change({ db }: Shop, settings: object): Promise<void> {
  const { document } = await loadConfig(db)
  expect(await configure(db, mergeConfig(document, settings), noon)).toMatchObject({ ok: true })
}

it('goes setting by setting: what the merchant changed stays, and the invented account goes', async () => {
  const { shop } = await shopWithDemo()
  await change(shop, { theme: { primaryColor: '#2f5d50' }, shop: { maxCartLines: 7 } })
  const removed = await removeDemo(shop)
  expect(removed).toMatchObject({
    ok: true,
    value: {
      settings: {
        restored: [
          'shop.name',
          'shop.email',
          'shop.announcement',
          'shop.lowStockAt',
          'sales.markets',
          'sales.payment',
        ],
        kept: ['theme.primaryColor'],
        demos: [],
      },
    },
  })
  const { document } = await loadConfig(shop.db)
  expect(document.shop).toMatchObject({
    name: 'Oak',
    email: null,
    announcement: null,
    lowStockAt: 9,
    maxCartLines: 7,
  })
  expect(document.theme).toEqual({ primaryColor: '#2f5d50' })
  expect(document.sales).toMatchObject({ markets: [], payment: [] })
})

it('names the demo’s values in settings that stay', async () => {
  const { shop, settings } = await shopWithDemo()
  await change(shop, {
    shop: { email: 'mine@oak.example', announcement: { en: 'Wrapped in paper', zh: '纸' } },
    sales: {
      payment: [
        { ...transfer, holdHours: 48 },
        { code: 'cod', provider: 'cod', name: { en: 'Cash' } },
      ],
    },
  })
  const demos = ['shop.announcement: en', 'sales.payment: transfer.instructions']
  const removed = await removeDemo(shop)
  expect(removed).toMatchObject({
    value: { settings: { kept: ['shop.email', 'shop.announcement', 'sales.payment'], demos } },
  })
  const { document } = await loadConfig(shop.db)
  expect(await demoLeftovers(shop.db, document, settings)).toEqual(demos)
  await change(shop, { sales: { payment: [transfer] } })
  expect(await demoLeftovers(shop.db, (await loadConfig(shop.db)).document, settings)).toEqual([
    'shop.announcement: en',
    'sales.payment: transfer',
  ])
})

it('keeps a setting that the merchant’s goods need', async () => {
  const shop = await emptyShop()
  expect((await configure(shop.db, { shop: { baseCurrency: 'EUR' } }, noon)).ok).toBe(true)
  await loadDemo(shop, await demoFolders())
  const mine = {
    format: 'violet-catalog',
    version: 1,
    products: [entry('vase', { categories: [], tags: [] })],
  }
  const inDollars = { shop: { baseCurrency: 'USD', currencies: [] } }
  expect((await run(shop.db, await fileOf(JSON.stringify(mine)), inDollars)).problems).toEqual([])
  expect(await removeDemo(shop)).toMatchObject({
    ok: true,
    value: { settings: { restored: ['shop.name'], kept: ['shop.baseCurrency'] } },
  })
  expect((await loadConfig(shop.db)).document.shop).toMatchObject({ name: 'Violet', baseCurrency: 'USD' })
})

it('is no news in the demo shop itself, and is in a shop with goods of its own', async () => {
  const { shop, settings } = await shopWithDemo()
  const leftovers = async () => demoLeftovers(shop.db, (await loadConfig(shop.db)).document, settings)
  expect(await leftovers()).toEqual([])
  const mine = {
    format: 'violet-catalog',
    version: 1,
    products: [entry('vase', { categories: [], tags: [] })],
  }
  expect((await run(shop.db, await fileOf(JSON.stringify(mine)))).problems).toEqual([])
  expect(await leftovers()).toEqual([
    'shop.name',
    'shop.email',
    'shop.announcement',
    'theme.primaryColor',
    'sales.markets',
    'sales.payment',
  ])
})

it('takes what every shop has, and what the merchant chose, for nothing of the demo', async () => {
  const { shop, settings } = await shopWithDemo()
  const returns = { address: { consignee: 'Demo Ltd', lines: ['1 Demo Street'] } }
  await writeFile(settings, JSON.stringify({ ...demoSettings, sales: { returns } }))
  await change(shop, { shop: { name: 'Mine', email: null, announcement: null } })
  await change(shop, { theme: { primaryColor: '#2f5d50' }, sales: { markets: [], payment: [] } })
  await change(shop, { sales: { returns: { address: { consignee: 'Oak', lines: ['2 Oak Street'] } } } })
  const mine = {
    format: 'violet-catalog',
    version: 1,
    products: [entry('vase', { categories: [], tags: [] })],
  }
  expect((await run(shop.db, await fileOf(JSON.stringify(mine)))).problems).toEqual([])
  expect(await demoLeftovers(shop.db, (await loadConfig(shop.db)).document, settings)).toEqual([])
})
