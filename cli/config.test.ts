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
