import { copyFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMedia } from '#features/media/rules/open-media.ts'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { exportCatalog, pictureFile } from './export.ts'
import {
  counts,
  entry,
  expectConsistent,
  exported,
  fileOf,
  run,
  scratchFolder,
  violetFile,
} from './for-tests.ts'

/** A shop's pictures somewhere else: what it serves can be changed, and whether it serves at all. */
let server: Server
let base: string
const served = new Map<string, Buffer>()
let asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const picture = served.get(request.url ?? '')
    response.writeHead(picture === undefined ? 404 : 200, { 'content-type': 'image/png' }).end(picture)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

function picture(color: string): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer()
}

/** What each product shows, by position: a picture's size, or the tint of a tile. */
async function shows(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.pool.query<{ slug: string; pictures: string }>(`
    select p.slug, string_agg(case when i.made is null then i.width || 'x' || i.height else coalesce(i.made ->> 'tint', 'tile') end, ' ' order by x.position) as pictures
    from products p join product_pictures x on x.product_id = p.id join pictures i on i.id = x.picture_id group by 1`)
  return Object.fromEntries(rows.map(({ slug, pictures }) => [slug, pictures]))
}

it('fetches pictures after the entries are in, shows a tile for what fails, and tries that again', async () => {
  const { db } = await freshDatabase()
  const mediaDir = await scratchFolder()
  served.clear()
  asked = []
  served.set('/a.png', await picture('#a3b096'))
  const file = await violetFile({
    categories: [{ slug: 'mugs', name: { en: 'Mugs' }, picture: { src: `${base}/b.png` } }],
    products: [
      entry('mug', {
        categories: ['mugs'],
        pictures: [{ src: `${base}/a.png`, alt: { en: 'Front' } }, { src: `${base}/b.png` }],
      }),
      entry('lamp'),
      entry('cup', { pictures: [{ src: `${base}/a.png` }] }),
    ],
  })
  const options = { pictures: 'fetch', mediaDir, privatePictures: true } as const
  const first = await run(db, file, options)
  expect(first.pictures).toEqual({ fetched: 1, failed: 1, waiting: 0 })
  expect(first.notes).toEqual([
    { note: `the picture ${base}/b.png could not be had: the host answered 404`, count: 1 },
  ])
  expect(await shows(db)).toEqual({ mug: '40x30 tile', lamp: 'tile', cup: '40x30' })
  await expectConsistent(db)
  // One picture for two products was fetched once.
  expect(asked.toSorted()).toEqual(['/a.png', '/b.png'])

  served.set('/b.png', await picture('#bc6f52'))
  await db.pool.query('delete from cache_changes')
  const versions = async () =>
    (await db.pool.query(`select slug, version from products order by 1`)).rows as unknown
  expect(await versions()).toEqual([
    { slug: 'cup', version: 2 },
    { slug: 'lamp', version: 1 },
    { slug: 'mug', version: 2 },
  ])
  const second = await run(db, file, options)
  expect([counts(second), second.pictures]).toEqual([[0, 0, 3, 0], { fetched: 1, failed: 0, waiting: 0 }])
  expect(await shows(db)).toEqual({ mug: '40x30 40x30', lamp: 'tile', cup: '40x30' })
  expect(await versions()).toEqual([
    { slug: 'cup', version: 2 },
    { slug: 'lamp', version: 1 },
    { slug: 'mug', version: 3 },
  ])
  const { rows } = await db.pool.query<{ tags: string[] }>('select tags from cache_changes order by id')
  expect(rows.flatMap(({ tags }) => tags)).toEqual([
    expect.stringMatching(/^product:/),
    'list',
    'catalog',
    expect.stringMatching(/^category:/),
  ])

  const third = await run(db, file, options)
  expect([counts(third), third.categories.same, third.pictures]).toEqual([
    [0, 0, 3, 0],
    1,
    { fetched: 0, failed: 0, waiting: 0 },
  ])
  expect(asked.filter((path) => path === '/a.png')).toHaveLength(1)
  // A change of a product keeps the pictures that it has.
  await run(
    db,
    await violetFile({ products: [entry('cup', { brand: 'x', pictures: [{ src: `${base}/a.png` }] })] }),
    { ...options, pictures: 'later' },
  )
  expect((await shows(db))['cup']).toBe('40x30')
})

it('tries only the pictures that the file names, and counts those of others', async () => {
  const { db } = await freshDatabase()
  const mediaDir = await scratchFolder()
  served.clear()
  asked = []
  const options = { pictures: 'fetch', mediaDir, privatePictures: true } as const
  const mug = await violetFile({ products: [entry('mug', { pictures: [{ src: `${base}/a.png` }] })] })
  expect((await run(db, mug, options)).pictures).toEqual({ fetched: 0, failed: 1, waiting: 0 })
  served.set('/a.png', await picture('#a3b096'))
  served.set('/c.png', await picture('#bc6f52'))
  const other = await run(
    db,
    await violetFile({ products: [entry('cup', { pictures: [{ src: `${base}/c.png` }] })] }),
    options,
  )
  expect([other.pictures, other.picturesElsewhere, other.notes]).toEqual([
    { fetched: 1, failed: 0, waiting: 0 },
    1,
    [],
  ])
  expect(asked).toEqual(['/a.png', '/c.png'])
  // The file that names it brings it, though nothing else in it has changed.
  const again = await run(db, mug, options)
  expect([counts(again), again.pictures, again.picturesElsewhere]).toEqual([
    [0, 0, 1, 0],
    { fetched: 1, failed: 0, waiting: 0 },
    0,
  ])
  // A part that does not name the pictures leaves them.
  await run(db, await violetFile({ products: [{ slug: 'mug', brand: 'Kiln' }] }), options)
  expect(await shows(db)).toEqual({ mug: '40x30', cup: '40x30' })
})

it('takes pictures from a folder, and nothing from outside of it', async () => {
  const { db } = await freshDatabase()
  const mediaDir = await scratchFolder()
  const folder = await scratchFolder()
  await mkdir(join(folder, 'mugs'))
  await writeFile(join(folder, 'mugs', 'front.png'), await picture('#8268b0'))
  await writeFile(join(folder, 'notes.txt'), 'not a picture')
  const outside = await fileOf(await picture('#000000'), 'secret.png')
  await symlink(outside, join(folder, 'link.png'))
  const file = await violetFile({
    products: [
      entry('mug', { pictures: [{ src: 'mugs/front.png' }] }),
      entry('cup', { pictures: [{ src: 'link.png' }] }),
      entry('jar', { pictures: [{ src: 'notes.txt' }] }),
      entry('bowl', { pictures: [{ src: 'none.png' }] }),
    ],
  })

  expect((await run(db, file, { pictures: 'fetch', mediaDir })).pictures).toEqual({
    fetched: 0,
    failed: 0,
    waiting: 4,
  })
  const report = await run(db, file, { pictures: 'fetch', mediaDir, pictureFolder: folder })
  expect([counts(report), report.pictures]).toEqual([[0, 0, 4, 0], { fetched: 1, failed: 3, waiting: 0 }])
  expect(report.notes.map(({ note }) => note).toSorted()).toEqual([
    'the picture link.png could not be had: it leads out of the media folder',
    'the picture none.png could not be had: the file is not there',
    'the picture notes.txt could not be had: it is not a JPEG, PNG, WebP or AVIF picture',
  ])
  expect(await shows(db)).toEqual({ mug: '40x30', cup: 'tile', jar: 'tile', bowl: 'tile' })
})

it('shows many at once: a product of several pictures changes once', async () => {
  const { db } = await freshDatabase()
  const folder = await scratchFolder()
  const names = Array.from({ length: 60 }, (_, n) => `${n}.png`)
  for (const [n, name] of names.entries())
    await writeFile(join(folder, name), await picture(`#${(0x304050 + n * 0x30201).toString(16)}`))
  const pictures = names.map((src) => ({ src }))
  const report = await run(
    db,
    await violetFile({
      products: [
        entry('mug', { pictures: pictures.slice(0, 3) }),
        ...Array.from({ length: 20 }, (_, n) =>
          entry(`cup-${n}`, { pictures: pictures.slice(n * 3, n * 3 + 3) }),
        ),
      ],
    }),
    { pictures: 'fetch', mediaDir: await scratchFolder(), pictureFolder: folder },
  )
  expect(report.pictures).toEqual({ fetched: 60, failed: 0, waiting: 0 })
  const shown = await shows(db)
  expect(Object.keys(shown)).toHaveLength(21)
  expect(new Set(Object.values(shown))).toEqual(new Set(['40x30 40x30 40x30']))
  const { rows } = await db.pool.query<{ kinds: number; versions: number }>(`
    select count(distinct x.picture_id)::int as kinds, (select sum(version - 1)::int from products) as versions
    from product_pictures x join products p on p.id = x.product_id where p.slug <> 'mug'`)
  expect(rows[0]?.kinds).toBe(60)
  // Each once, but for those of which a picture came with the next ones.
  expect(rows[0]?.versions).toBeGreaterThanOrEqual(21)
  expect(rows[0]?.versions).toBeLessThan(63)
  await expectConsistent(db)
})

it('leaves pictures alone when it is told to, and brings them later', async () => {
  const { db } = await freshDatabase()
  const mediaDir = await scratchFolder()
  const file = await violetFile({
    products: [entry('mug')],
    collections: [
      {
        slug: 'set',
        name: { en: 'Set' },
        picture: { tint: '#a3b096' },
        products: ['mug'],
      },
    ],
  })
  await run(db, file, { mediaDir })
  expect(await shows(db)).toEqual({})
  const report = await run(db, file, { mediaDir, pictures: 'later' })
  expect([counts(report), report.collections.changed]).toEqual([[0, 1, 0, 0], 1])
  expect(await shows(db)).toEqual({ mug: 'tile' })
  const again = await run(db, file, { mediaDir })
  expect([counts(again), again.collections.same]).toEqual([[0, 0, 1, 0], 1])
  expect(await shows(db)).toEqual({ mug: 'tile' })
})

it('gives a tile the colour of the option that it is for', async () => {
  const { db } = await freshDatabase()
  const colour = {
    code: 'color',
    name: { en: 'Colour' },
    values: [
      { code: 'red', name: { en: 'Red' } },
      { code: 'own', name: { en: 'Own' }, swatch: '#123456' },
    ],
  }
  const skus = ['red', 'own'].map((color) => ({
    sku: color,
    options: { color },
    prices: { USD: { price: '1' } },
  }))
  await run(
    db,
    await violetFile({
      products: [
        entry('cup', {
          options: [colour],
          skus,
          pictures: [{ for: { color: 'red' } }, { for: { color: 'own' } }],
        }),
      ],
    }),
    { pictures: 'later', mediaDir: await scratchFolder() },
  )
  const { rows } = await db.pool.query(
    `select i.made ->> 'tint' as tint, x.options from product_pictures x join pictures i on i.id = x.picture_id order by position`,
  )
  expect(rows).toEqual([
    { tint: '#ff0000', options: { color: 'red' } },
    { tint: '#123456', options: { color: 'own' } },
  ])
})

it('reads of a file that describes drawings only their colours', async () => {
  const { db } = await freshDatabase()
  const drawing = (motif: string, color: string) => ({ made: { motif, color, seed: 4 } })
  const file = await violetFile({
    categories: [{ slug: 'mugs', name: { en: 'Mugs' }, picture: drawing('mug', '#b98468') }],
    products: [
      entry('mug', {
        pictures: [drawing('mug', '#A3B096'), drawing('dragon', 'tan'), drawing('mug', 'oat')],
      }),
    ],
  })
  const report = await run(db, file, { pictures: 'later', mediaDir: await scratchFolder() })
  expect(report.problems).toEqual([])
  expect(await shows(db)).toEqual({ mug: '#a3b096 #d2b48c tile' })
  const { categories, products } = JSON.parse(await exported(db)) as {
    categories: { picture: unknown }[]
    products: { pictures: unknown }[]
  }
  expect(categories[0]!.picture).toEqual({ tint: '#b98468' })
  expect(products[0]!.pictures).toEqual([{ tint: '#a3b096' }, { tint: '#d2b48c' }, {}])
})

it('exports its pictures so that a shop without a network gets them all', async () => {
  const { db } = await freshDatabase()
  const [mediaDir, folder, copies, otherMedia] = await Promise.all([
    scratchFolder(),
    scratchFolder(),
    scratchFolder(),
    scratchFolder(),
  ])
  served.set('/web.png', await picture('#5b7ea6'))
  await writeFile(join(folder, 'own.png'), await picture('#dfb94e'))
  await run(
    db,
    await violetFile({
      products: [entry('mug', { pictures: [{ src: `${base}/web.png` }, { src: 'own.png' }, {}] })],
    }),
    { pictures: 'fetch', mediaDir, pictureFolder: folder, privatePictures: true },
  )
  expect(await shows(db)).toEqual({ mug: '40x30 40x30 tile' })

  const { store } = openMedia(mediaDir)
  let text = ''
  await exportCatalog(db, {
    write: async (piece) => void (text += piece),
    picture: async (found) => {
      const original = (await store.original(found.key))!
      const target = join(copies, await pictureFile(found, original))
      await mkdir(dirname(target), { recursive: true })
      await copyFile(original, target)
    },
  })
  expect((await readdir(copies)).toSorted()).toEqual(['by-url', 'own.png'])
  served.clear()
  asked = []
  const other = await freshDatabase()
  const report = await run(other.db, await fileOf(text), {
    pictures: 'fetch',
    mediaDir: otherMedia,
    pictureFolder: copies,
  })
  expect(report.pictures).toEqual({ fetched: 2, failed: 0, waiting: 0 })
  expect(asked).toEqual([])
  expect(await shows(other.db)).toEqual({ mug: '40x30 40x30 tile' })
  expect(await exported(other.db)).toBe(text)
  expect(
    counts(
      await run(other.db, await fileOf(text), {
        pictures: 'fetch',
        mediaDir: otherMedia,
        pictureFolder: copies,
      }),
    ),
  ).toEqual([0, 0, 1, 0])
})
