import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { saveConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { dollars, entry, scratchFolder } from '#transfer/catalog/for-tests.ts'
import { fillShop } from '#transfer/content/for-tests.ts'
import { violet } from './for-tests.ts'

let db: Database
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DATA_DIR', await scratchFolder())
  vi.stubEnv('INIT_CWD', undefined)
  expect((await saveConfig(db, { shop: dollars }, { now: new Date() })).ok).toBe(true)
  const tiers = [
    { from: 4, amount: '18.50' },
    { from: 10, amount: '15' },
  ]
  await fillShop(
    db,
    {
      format: 'violet-catalog',
      version: 1,
      products: [
        entry('cup', { description: { en: '<p>Clay.</p>' } }),
        entry('pot', {
          skus: [{ sku: 'pot', prices: { USD: { price: '20', linePrice: '30', tiers } }, stock: 5 }],
        }),
      ],
    },
    {},
  )
})
afterEach(() => {
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

/** SKU, currency and minor units, of the prices that were not converted or of all. */
async function prices(where = 'not c.converted'): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select concat_ws(' ', s.sku, c.currency, c.amount, c.line_amount, c.tiers) as text
     from sku_prices c join skus s on s.id = c.sku_id where ${where} order by 1`,
  )
  return rows.map(({ text }) => text)
}

it('sets one price, and a sale, and leaves all else', async () => {
  expect((await violet('price', 'set', 'cup', '17.5')).out).toBe('cup: 17.50 USD\n')
  expect(await prices(`s.sku = 'cup'`)).toEqual(['cup EUR 1610', 'cup JPY 2650', 'cup USD 1750'])
  expect((await violet('price', 'set', 'cup', '15', '--was', '17.50')).out).toBe(
    'cup: 15.00 USD, was 17.50\n',
  )
  expect(JSON.parse((await violet('price', 'set', 'cup', '16', '--json')).out)).toEqual({
    sku: 'cup',
    currency: 'USD',
    price: '16.00',
    was: '17.50',
    tiers: [],
    applied: true,
  })
  expect((await violet('price', 'set', 'cup', '18')).failure).toBe(
    'cup: the price before, 17.50 USD, is not above 18.00: --was says another, --no-was (an empty cell) ends the sale',
  )
  expect((await violet('price', 'set', 'cup', '18', '--no-was')).out).toBe('cup: 18.00 USD\n')
  expect((await violet('price', 'set', 'cup', '16', '--currency', 'eur')).out).toBe('cup: 16.00 EUR\n')
  expect(await prices(`s.sku = 'cup'`)).toEqual(['cup EUR 1600', 'cup JPY 2720', 'cup USD 1800'])
  expect(await violet('price', 'set', 'cup', '17')).toMatchObject({
    out: 'cup: 17.00 USD\n',
    err: 'it has prices of its own in EUR, which stay as they are (--currency sets them)\n',
  })
  const { rows } = await db.pool.query(`select description from product_texts where title = 'cup'`)
  expect(rows).toEqual([{ description: '<p>Clay.</p>' }])
})

it('says which price for larger quantities is in the way, and changes it in the same command', async () => {
  const before = await prices()
  expect((await violet('price', 'set', 'pot', '18.50')).failure).toBe(
    'pot: from 4 on each costs 18.50 USD, which is not less than 18.50: --tier 4=… sets it anew, --no-tiers takes all such prices away',
  )
  expect(await prices()).toEqual(before)
  expect((await violet('price', 'set', 'pot', '18.50', '--tier', '4=17', '10=14.90', '--dry-run')).out).toBe(
    'a dry run: pot: 18.50 USD, was 30.00, 17 from 4, 14.90 from 10\n',
  )
  expect(await prices()).toEqual(before)
  expect((await violet('price', 'set', 'pot', '18.50', '--tier', '4=17', '10=14.90')).out).toBe(
    'pot: 18.50 USD, was 30.00, 17.00 from 4, 14.90 from 10\n',
  )
  expect((await violet('price', 'set', 'pot', '12', '--no-tiers')).out).toBe('pot: 12.00 USD, was 30.00\n')
  expect(await prices(`s.sku = 'pot' and not c.converted`)).toEqual(['pot USD 1200 3000'])
})

it.each([
  [['nothing', '5'], 'the shop has no SKU "nothing"'],
  [['cup', '5,90'], 'cup: "5,90" is not a price such as 19.90'],
  [['cup', '5.999'], 'cup: "5.999" is more exact than USD can be'],
  [['cup', '5', '--currency', 'GBP'], 'the shop does not sell in "GBP": add it to shop.currencies first'],
])('refuses %j, and nothing moves', async (args, failure) => {
  const before = await prices('true')
  expect(await violet('price', 'set', ...args)).toMatchObject({ out: '', failure })
  expect(await prices('true')).toEqual(before)
})

it('sets many prices by a file, and names the rows that are refused', async () => {
  const folder = await scratchFolder()
  const file = join(folder, 'prices.csv')
  await writeFile(file, '\ufeffSKU,price,was\r\ncup,10,12\r\npot,19,\r\nno,3,\r\ncup,9,\r\n,4,\r\n')
  const loaded = await violet('price', 'load', file)
  expect(loaded.out).toBe('2 prices of 5 rows set\n')
  expect(loaded.err).toBe(
    `${file}:4: the shop has no SKU "no"\n${file}:5: cup was there before, in line 2\n${file}:6: the row has no SKU\n`,
  )
  expect(process.exitCode).toBe(2)
  expect(await prices()).toEqual(['cup USD 1000 1200', expect.stringMatching(/^pot USD 1900 \[\{/)])
  await writeFile(file, 'sku,price\npot,18\n')
  expect((await violet('price', 'load', file)).err).toContain(
    `${file}:2: pot: from 4 on each costs 18.50 USD`,
  )
  expect((await violet('price', 'load', file, '--no-tiers', '--json')).out).toBe(
    '{"changed":1,"applied":true,"problems":[]}\n',
  )
  await writeFile(file, 'sku;price\npot;18\n')
  expect((await violet('price', 'load', file)).failure).toBe(
    `${file}: the first line must have the columns SKU and price, and may have was (its columns are separated by ; and not by a comma)`,
  )
})

it('takes no row whose cells do not fit the first line, nor one that may have been cut', async () => {
  const file = join(await scratchFolder(), 'prices.csv')
  const before = await prices()
  await writeFile(file, 'SKU,price,was\ncup,19,90,29,90\npot,19\ncup,1,2')
  const loaded = await violet('price', 'load', file)
  expect(loaded.out).toBe('0 prices of 3 rows set\n')
  expect(loaded.err.split('\n')).toEqual([
    `${file}:2: the row has 5 columns where the first line has 3: a price has a point and no comma, as 19.90`,
    `${file}:3: the row has 2 columns where the first line has 3`,
    `${file}:4: the file ends in was without a line break: it may have been cut`,
    '',
  ])
  expect(process.exitCode).toBe(2)
  await writeFile(file, 'SKU,price,price\ncup,1,2\n')
  expect((await violet('price', 'load', file)).failure).toBe(
    `${file}: the column price is there more than once`,
  )
  expect(await prices()).toEqual(before)
})

it('says of what is no file of prices why it cannot be read', async () => {
  const folder = await scratchFolder()
  expect((await violet('price', 'load', folder)).failure).toBe(`${folder} is not a file`)
  expect((await violet('price', 'load', join(folder, 'none.csv'))).failure).toBe(
    `${join(folder, 'none.csv')} cannot be read: it is not there`,
  )
})
