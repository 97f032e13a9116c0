import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { ordersJson, violet } from '#test/cli/violet-orders.ts'
import { freshDatabase } from '#test/database.ts'
import { placeTestOrder, testMethods } from '#test/placed-orders.ts'
import { saveConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'

let db: Database
let folder: string
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  await db.pool.query(cartCatalogue)
  const sender = {
    consignee: 'Violet 仓库',
    phone: '+852 2345 6789',
    lines: ['1 Queen’s Road Central', 'Hong Kong'],
  }
  await saveConfig(db, { sales: { payment: testMethods, sender } }, { now: new Date() })
  vi.stubEnv('DATABASE_URL', made.url)
  folder = process.env['LOOK_AT_PAPERS'] ?? (await mkdtemp(join(tmpdir(), 'violet-papers-')))
})
afterEach(() => void vi.unstubAllEnvs())

const orders = (...args: string[]): Promise<string> => violet('orders', ...args)

/** Sizes of the pages in points, and how many black rectangles each file draws. */
async function pdfOf(path: string): Promise<{ pages: string[]; bars: number }> {
  const bytes = await readFile(path)
  const text = bytes.toString('latin1')
  const pages = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => `${w} × ${h}`)
  let bars = 0
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    const from = index + text.slice(index).indexOf('\n') + 1
    try {
      const content = inflateSync(bytes.subarray(from, text.indexOf('endstream', from))).toString('latin1')
      if (content.includes(' re')) bars += [...content.matchAll(/ re\s+f/g)].length
    } catch {
      // A font or a picture: no page.
    }
  }
  return { pages, bars }
}

const chinese = {
  firstName: '小明',
  lastName: '王',
  company: '上海紫罗兰贸易有限公司',
  country: 'CN',
  region: '上海市',
  city: '上海市',
  district: '浦东新区',
  line1: '世纪大道 100 号环球金融中心 38 楼',
  line2: '',
  postcode: '200120',
  countryCode: '+86',
  phone: '13800138000',
}

it('makes a packing slip for each order, of what has not left, or of one parcel', async () => {
  const one = await placeTestOrder(db, {
    method: 'transfer',
    units: { 'stool-sage': 2, 'vase-ink': 1 },
    note: 'A gift: please no prices.',
  })
  const two = await placeTestOrder(db, { method: 'transfer', locale: 'zh' })
  await db.pool.query('update orders set address = $2 where id = $1', [two.id, JSON.stringify(chinese)])
  await orders('pay', one.number, two.number)
  const out = join(folder, 'slips.pdf')
  const made = await ordersJson('packing', one.number, two.number, '--out', out, '--force')
  expect(made).toMatchObject({ orders: [one.number, two.number], file: out })
  // Two barcodes of an order number: 43 bars each.
  expect(await pdfOf(out)).toEqual({ pages: ['595.28 × 841.89', '595.28 × 841.89'], bars: 86 })
  await expect(orders('packing', one.number, '--out', out)).rejects.toThrow('is there already; say --force')
  await orders('ship', one.number, '--carrier', 'DHL', '--unit', 'stool-sage=2')
  const { parcels } = (await ordersJson('show', one.number)) as { parcels: { id: number }[] }
  const parcel = join(folder, 'parcel.pdf')
  await orders(
    'packing',
    one.number,
    '--parcel',
    String(parcels[0]!.id),
    '--prices',
    '--out',
    parcel,
    '--force',
  )
  expect((await pdfOf(parcel)).pages).toHaveLength(1)
  await expect(orders('packing', one.number, '--parcel', '999', '--out', 'x.pdf')).rejects.toThrow(
    'has no parcel 999',
  )
  await orders('ship', one.number, '--carrier', 'DHL')
  await expect(orders('packing', one.number, '--out', 'x.pdf')).rejects.toThrow(
    'has been sent; name a parcel',
  )
  await expect(orders('packing', '--out', 'x.pdf')).rejects.toThrow('name orders, or a file')
  await expect(orders('packing', 'NOBODY', '--out', 'x.pdf')).rejects.toThrow(
    'the shop has no order "NOBODY"',
  )
})

it('makes labels of 100 × 150 mm, whatever script the address is written in', async () => {
  const one = await placeTestOrder(db)
  const two = await placeTestOrder(db, { locale: 'zh' })
  await db.pool.query('update orders set address = $2 where id = $1', [two.id, JSON.stringify(chinese)])
  const list = join(folder, 'numbers.txt')
  await writeFile(list, `${one.number}\n${two.number}\n`)
  const out = join(folder, 'labels.pdf')
  await orders('label', '--file', list, '--out', out, '--force')
  expect(await pdfOf(out)).toEqual({ pages: ['283.46 × 425.2', '283.46 × 425.2'], bars: 86 })
  expect((await readFile(out, 'latin1')).match(/NotoSansHans|CJK/)).not.toBeNull()
  await orders('cancel', one.number, '--yes')
  await expect(orders('label', one.number, '--out', join(folder, 'x.pdf'))).rejects.toThrow('is cancelled')
})
