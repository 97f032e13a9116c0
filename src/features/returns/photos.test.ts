import { afterAll, beforeAll, expect, it } from 'vitest'
import { photograph } from '#features/media/test-pictures.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { onDelivery, parcel } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder, testMethods } from '#test/placed-orders.ts'
import { openWholeShop, type Answer, type WholeShop } from '#test/whole-shop.ts'

/* Photos that are sent with the form itself, as a browser without scripts does. */

const placed = new Date('2026-11-21T12:00:00Z')
let clock = new Date('2026-11-27T12:00:00Z')

let shop: WholeShop
let order: Sent
beforeAll(async () => {
  shop = await openWholeShop(() => clock)
  await shop.database.db.pool.query(cartCatalogue)
  await shop.configure({ sales: { payment: testMethods } })
  order = await sentOrder()
})
afterAll(() => shop.close())

async function sentOrder() {
  const { db } = shop.database
  const order = await placeTestOrder(db, { now: placed })
  const { ctx } = orderVisitor(db, order.token, { now: placed })
  await payTestOrder(ctx, order.id)
  await shipOrder(ctx, order.number, parcel, onDelivery)
  await deliverOrder(ctx, order.number, null)
  const { rows } = await db.pool.query<{ id: number }>('select id from order_lines where order_id = $1', [
    order.id,
  ])
  return { ...order, line: rows[0]!.id }
}

type Sent = Awaited<ReturnType<typeof sentOrder>>

function apply(files: readonly (readonly [name: string, bytes: Buffer | string])[]): Promise<Answer> {
  const data = new FormData()
  const fields = {
    order: order.number,
    type: 'refund_only',
    reason: 'damaged',
    description: 'A leg is off',
    total: '4850',
    'lines.0.line': String(order.line),
    'lines.0.quantity': '1',
  }
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const [name, bytes] of files)
    data.append('images', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
  return shop.post('/form/return/apply', data, {
    'sec-fetch-site': 'same-origin',
    cookie: `__Host-violet_cart=${order.token}`,
  })
}

async function count(table: string): Promise<number> {
  const { rows } = await shop.database.db.pool.query<{ count: number }>(
    `select count(*)::int as count from ${table}`,
  )
  return rows[0]!.count
}

it('become part of the return', async () => {
  const sent = await apply([
    ['one.jpg', await photograph(400, 300)],
    ['two.jpg', await photograph(300, 400)],
  ])
  expect([sent.status, sent.headers['location']]).toEqual([
    303,
    expect.stringMatching(/^\/return\/R-/) as string,
  ])
  expect(await count('return_images')).toBe(2)
})

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const webp = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([0xff, 0xff, 0xff, 0x7f]),
  Buffer.from('WEBPVP8 '),
])
const avif = Buffer.concat([Buffer.from([0, 0, 0, 0x1c]), Buffer.from('ftypavif')])
const tail = (head: Buffer, rest: string | Buffer) => Buffer.concat([head, Buffer.from(rest)])

const hostile: [string, string, Buffer | string][] = [
  [
    'a drawing with a script',
    'a.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ],
  ['the same under another name', 'a.jpg', '<svg onload="alert(1)"></svg>'],
  ['a web page', 'a.html', '<!doctype html><script>alert(1)</script>'],
  ['a web page after blanks', 'a.png', `${' '.repeat(600)}<script>alert(1)</script>`],
  ['a GIF that is a program', 'a.gif', 'GIF89a/*\x01\x00\x01\x00*/=1;alert(1)'],
  ['a PDF', 'a.pdf', '%PDF-1.7\n1 0 obj<</OpenAction 2 0 R>>'],
  ['an archive', 'a.zip', 'PK\x03\x04aaaaaaaaaaaa'],
  ['a program', 'a.exe', `MZ${'\0'.repeat(100)}`],
  ['an ELF', 'a', '\x7fELF\x02\x01\x01'],
  ['a shell script', 'a.sh', '#!/bin/sh\nrm -rf /'],
  ['a PHP page', 'a.php.jpg', '<?php system($_GET["c"]); ?>'],
  [
    'XML with an entity',
    'a.xml',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ],
  ['an MVG', 'a.mvg', "push graphic-context\nfill 'url(https://x.example/|id)'\npop graphic-context"],
  ['a bitmap', 'a.bmp', `BM${'\0'.repeat(60)}`],
  ['an icon', 'a.ico', '\0\0\x01\0\x01\0'],
  ['a TIFF', 'a.tif', 'II*\0\x08\0\0\0'],
  ['a HEIC', 'a.heic', tail(Buffer.from([0, 0, 0, 0x18]), 'ftypheicmif1')],
  ['nothing but a name', 'a.jpg', '\0'],
  ['a JPEG in name only', 'a.jpg', tail(jpeg, Buffer.alloc(500))],
  ['a JPEG with a page in it', 'a.jpg', tail(jpeg, '<script>alert(1)</script>')],
  ['a JPEG of one byte more', 'a.jpg', tail(jpeg, 'x')],
  ['a PNG in name only', 'a.png', tail(png, Buffer.alloc(500))],
  ['a PNG with a page in it', 'a.png', tail(png, '<html><script>alert(1)</script>')],
  [
    'a PNG of a size that nobody has',
    'a.png',
    tail(png, Buffer.from('0000000d49484452ffffffffffffffff08020000000', 'hex')),
  ],
  ['a WebP that says that it is long', 'a.webp', tail(webp, Buffer.alloc(40, 0xff))],
  ['a WebP in name only', 'a.webp', tail(webp, '')],
  ['an AVIF in name only', 'a.avif', tail(avif, 'avifmif1')],
  ['an AVIF of noise', 'a.avif', tail(avif, Buffer.alloc(800, 0xa5))],
  ['a picture named by a path', '../../../etc/passwd.jpg', 'not a picture'],
  ['a name with a line break', 'a\r\nset-cookie: x=1.jpg', 'not a picture'],
]

it.each(hostile)('%s is refused, and the words stay', async (_what, name, bytes) => {
  // Each in an hour of its own: how many pictures one network may send is tested with uploads.
  clock = new Date(clock.getTime() + 3_600_000)
  const [pictures, returns] = [await count('pictures'), await count('returns')]
  const answer = await apply([[name, bytes]])
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.body).toMatch(/<textarea[^>]*>A leg is off<\/textarea>/)
  expect(answer.headers['set-cookie'] ?? []).not.toContain('x=1')
  expect([await count('pictures'), await count('returns')]).toEqual([pictures, returns])
})
