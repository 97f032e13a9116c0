import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { entry, fileOf, scratchFolder, violetFile } from '#transfer/catalog/for-tests.ts'
import { violet } from '#test/cli/calls.ts'
import { freshDatabase } from '#test/database.ts'
import { exitCodes } from './terminal.ts'

beforeEach(async () => {
  const { url } = await freshDatabase()
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('DATA_DIR', await scratchFolder())
  vi.stubEnv('INIT_CWD', undefined)
})
afterEach(() => void vi.unstubAllEnvs())

it('checks a configuration against the goods of the shop, and stores nothing', async () => {
  await violet('import', await violetFile({ products: [entry('cup')] }), '--pictures', 'none')
  const refused = await fileOf('{"shop": {"baseCurrency": "GBP"}}', 'pounds.json')
  expect(await violet('config', 'set', refused, '--check')).toEqual({
    code: 1,
    out: '',
    err: `${refused} was not stored:\n  shop.baseCurrency: 1 SKUs have no price in GBP`,
  })
  const good = await fileOf('{"shop": {"name": "Mine"}}', 'name.json')
  expect((await violet('config', 'set', good, '--check')).out).toBe('It can be stored\n')
  expect((await violet('config', 'get', 'shop.name')).out).toBe('"Violet"\n')
})

it('replaces the whole configuration only after a yes', async () => {
  await violet('config', 'set', await fileOf('{"shop": {"lowStockAt": 9}}', 'low.json'))
  const whole = await fileOf('{"shop": {"name": "Mine"}}', 'whole.json')
  expect(await violet('config', 'set', whole, '--whole')).toMatchObject({
    code: exitCodes.failed,
    err: expect.stringContaining('does not name becomes the default') as string,
  })
  expect((await violet('config', 'get', 'shop.lowStockAt')).out).toBe('9\n')
  expect(await violet('config', 'set', whole, '--whole', '--yes')).toMatchObject({ code: 0 })
  expect((await violet('config', 'get', 'shop.lowStockAt')).out).toBe('5\n')
})

it('changes one setting by its name, and leaves all others', async () => {
  const set = (...args: string[]): ReturnType<typeof violet> => violet('config', 'set', ...args)
  expect(await set('shop.productsPerPage', '12')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Stored as version 1;/) as string,
  })
  expect(await set('shop.name', 'Oak & Linen')).toMatchObject({ code: 0 })
  expect(await set('shop.languages', '["en", "de"]')).toMatchObject({ code: 0 })
  expect(await set('shop.email', 'null')).toMatchObject({ code: 0 })
  expect(await set('theme.primaryColor', '#2f5d50')).toMatchObject({ code: 0 })
  // A group that the shop does not have yet.
  expect((await set('shop.delivery.cutoffHour', '9')).err).toContain('shop.delivery.zones: is missing')
  const stored = JSON.parse((await violet('config', 'show')).out) as Record<string, object>
  expect(stored).toMatchObject({
    shop: { productsPerPage: 12, name: 'Oak & Linen', languages: ['en', 'de'], email: null, lowStockAt: 5 },
    theme: { primaryColor: '#2f5d50' },
  })
  // A section keeps what is not named; no word makes one go.
  expect(await set('shop', '{"lowStockAt": 5, "productsPerPage": 24}')).toMatchObject({ code: 0 })
  expect((await violet('config', 'get', 'shop.name')).out).toBe('"Oak & Linen"\n')
  for (const nothing of ['null', '[]', 'none', '5']) expect((await set('shop', nothing)).code).not.toBe(0)
  expect((await violet('config', 'get', 'shop.name')).out).toBe('"Oak & Linen"\n')
  expect((await set('shop.lowStockAt', '6', '--check')).out).toBe('It can be stored\n')
  expect((await violet('config', 'get', 'shop.lowStockAt')).out).toBe('5\n')
})

it.each([
  [['shop.productsPerPage', '5'], 'shop.productsPerPage: should be at least 12'],
  [['shop.productPerPage', '12'], '"productPerPage" (did you mean productsPerPage?) is not known here'],
  [['productsPerPage', '12'], 'there is no setting productsPerPage (did you mean shop.productsPerPage?)'],
  [['__proto__.name', '12'], 'there is no setting __proto__.name'],
  [['shop.languages.0', 'de'], 'shop.languages.0 is inside of a list or of one value'],
  [['shop.name.first', 'Oak'], 'shop.name.first is inside of a list or of one value'],
  [['shop.name', 'Oak', '--whole'], '--whole is for a file'],
  [['shop.lowStockAt'], 'one setting is changed by: violet config set shop.lowStockAt VALUE'],
  [['shop.lowStockAt=3'], 'one setting is changed by: violet config set shop.lowStockAt 3'],
  [
    ['mine.json'],
    'mine.json cannot be read: it is not there; one setting is changed by: violet config set shop.productsPerPage 12',
  ],
])('refuses `config set %j`, and changes nothing', async (args, reason) => {
  await violet('config', 'set', await fileOf('{"shop": {"lowStockAt": 9}}', 'low.json'))
  const before = (await violet('config', 'get')).out
  const refused = await violet('config', 'set', ...args)
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain(reason)
  expect((await violet('config', 'get')).out).toBe(before)
})

it('names the setting that was probably meant by one that there is not', async () => {
  await violet('config', 'set', 'shop.lowStockAt', '9')
  expect((await violet('config', 'get', 'lowStockAt')).err).toContain('did you mean shop.lowStockAt?')
  expect((await violet('config', 'get', 'shop.lowstockat')).err).toContain('did you mean shop.lowStockAt?')
  expect((await violet('config', 'get', 'weather')).err).toContain('there is no setting weather')
})
