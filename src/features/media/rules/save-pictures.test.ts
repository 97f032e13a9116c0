import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { picturesByKeys } from '../queries.ts'
import { keyOf } from '../store.ts'
import { halves, photograph, temporaryFolder } from '../test-pictures.ts'
import { openMedia, type Media } from './open-media.ts'
import {
  ensureTiles,
  importPicture,
  listPictures,
  storePicture,
  type StoredPicture,
} from './save-pictures.ts'
import { tileGround, tileKey, tileSize } from '../rules/tile.ts'

async function shop(): Promise<{ db: Database; media: Media; count: () => Promise<number> }> {
  const { db } = await freshDatabase()
  const media = openMedia(await temporaryFolder())
  onTestFinished(() => media.close())
  const count = async (): Promise<number> => {
    const { rows } = await db.pool.query<{ n: number }>('select count(*) as n from pictures')
    return rows[0]?.n ?? -1
  }
  return { db, media, count }
}

const tile = { tint: '#6d4c37', icon: 'product' } as const

describe('a tile', () => {
  it('is listed without being drawn, once', async () => {
    const { db, media, count } = await shop()
    const [row] = await ensureTiles(db, [tile])
    expect(row).toMatchObject({
      key: tileKey(tile),
      source: null,
      made: tile,
      width: tileSize,
      height: tileSize,
      bytes: 0,
      preview: '',
      averageColor: tileGround(tile),
    })
    expect(await ensureTiles(db, [{ ...tile }])).toEqual([row])
    expect(await count()).toBe(1)
    expect(await media.store.derived(row!.key, '480.avif')).toBeNull()
  })

  it('comes in the given order, doubles included', async () => {
    const { db, count } = await shop()
    const other = { ...tile, icon: 'page' } as const
    await ensureTiles(db, [other])
    const rows = await ensureTiles(db, [tile, other, tile])
    expect(rows.map(({ key }) => key)).toEqual([tile, other, tile].map(tileKey))
    expect(rows[0]?.id).toBe(rows[2]?.id)
    expect(await ensureTiles(db, [])).toEqual([])
    expect(await count()).toBe(2)
  })

  it('may be added by two at the same time', async () => {
    const { db, count } = await shop()
    const rows = (await Promise.all(Array.from({ length: 8 }, () => ensureTiles(db, [tile])))).flat()
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    expect(await count()).toBe(1)
  })

  it('goes with its transaction', async () => {
    const { db, count } = await shop()
    const withdrawn = db.transact(async (tx) => {
      await ensureTiles(tx, [tile])
      throw new Error('withdrawn')
    })
    await expect(withdrawn).rejects.toThrow('withdrawn')
    expect(await count()).toBe(0)
  })
})

describe('a picture from outside', () => {
  it('is stored anew and listed', async () => {
    const { db, media, count } = await shop()
    const given = await photograph(320, 240)
    const result = await importPicture(db, media, given, 'https://example.com/a.jpg')
    if (!result.ok) throw new Error(result.problem.name)
    const row = result.value
    expect(row).toMatchObject({ source: 'https://example.com/a.jpg', made: null, width: 320, height: 240 })
    const stored = await readFile((await media.store.original(row.key)) ?? '')
    expect(keyOf(stored)).toBe(row.key)
    expect(stored.byteLength).toBe(row.bytes)
    expect((await sharp(stored).metadata()).format).toBe('jpeg')
    expect(await picturesByKeys(db, [row.key])).toEqual([row])
    expect(await count()).toBe(1)
  })

  it('is one picture however often it comes', async () => {
    const { db, media, count } = await shop()
    const given = await photograph(200, 200)
    const rows = [
      await importPicture(db, media, given, 'https://example.com/a.jpg'),
      await importPicture(db, media, given, 'https://example.com/a.jpg'),
      await importPicture(db, media, given, 'https://example.com/b.jpg'),
      await importPicture(db, media, given, null),
    ]
    expect(new Set(rows.map((row) => row.ok && row.value.id)).size).toBe(1)
    expect(rows[2]?.ok && rows[2].value.source).toBe('https://example.com/a.jpg')
    expect(await count()).toBe(1)
  })

  it('from a file is known by its bytes, and decoded again only when its original was lost', async () => {
    const { db, media } = await shop()
    const given = await photograph(200, 200)
    let decoded = 0
    const watched: Media = {
      ...media,
      imaging: {
        ...media.imaging,
        takeIn: (bytes, square) => (decoded++, media.imaging.takeIn(bytes, square)),
      },
    }
    const first = await importPicture(db, watched, given, null)
    const second = await importPicture(db, watched, given, null)
    expect(second).toEqual(first)
    expect(decoded).toBe(1)
    const elsewhere = openMedia(await temporaryFolder())
    onTestFinished(() => elsewhere.close())
    const third = await importPicture(db, elsewhere, given, null)
    expect(third).toEqual(first)
    expect(await elsewhere.store.original(first.ok ? first.value.key : '')).not.toBeNull()
  })

  it('takes its address with it when the picture there has changed', async () => {
    const { db, media, count } = await shop()
    const address = 'https://example.com/a.png'
    const before = await importPicture(db, media, await halves(20, 20).png().toBuffer(), address)
    const after = await importPicture(db, media, await halves(20, 20, '#00ff00').png().toBuffer(), address)
    if (!before.ok || !after.ok) throw new Error('refused')
    expect(after.value.id).not.toBe(before.value.id)
    expect(after.value.source).toBe(address)
    const [old] = await picturesByKeys(db, [before.value.key])
    expect(old?.source).toBeNull()
    expect(await count()).toBe(2)
  })

  it('is listed with others by a few statements, each in its place', async () => {
    const { db, media, count } = await shop()
    const given = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((color) => halves(20, 20, color).png().toBuffer()),
    )
    const [red, green, blue] = given as [Buffer, Buffer, Buffer]
    const known = await importPicture(db, media, green, null)
    const address = 'https://example.com/moved.png'
    const moved = await importPicture(db, media, await halves(20, 20, '#111111').png().toBuffer(), address)
    if (!known.ok || !moved.ok) throw new Error('refused')

    const stored: StoredPicture[] = []
    for (const [bytes, source] of [
      [red, 'https://example.com/red.png'],
      [green, null],
      [red, 'https://example.com/red-too.png'],
      [blue, address],
    ] as const) {
      const one = await storePicture(db, media, bytes, source)
      if (!one.ok) throw new Error(one.problem.name)
      stored.push(one.value)
    }
    expect(await count()).toBe(2)
    const listed = await db.transact((tx) => listPictures(tx, stored))
    expect(listed[1]).toEqual(known.value)
    expect(listed[2]?.id).toBe(listed[0]?.id)
    expect(await count()).toBe(4)
    const keys = [...new Set([...listed.map(({ key }) => key), moved.value.key])]
    const sources = new Map((await picturesByKeys(db, keys)).map(({ key, source }) => [key, source]))
    expect(listed.map(({ key }) => sources.get(key))).toEqual([
      'https://example.com/red.png',
      known.value.source,
      'https://example.com/red.png',
      address,
    ])
    expect(sources.get(moved.value.key)).toBeNull()
    expect(await listPictures(db, [])).toEqual([])
  })

  it('that is none leaves nothing behind', async () => {
    const { db, media, count } = await shop()
    expect(
      await importPicture(db, media, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), null),
    ).toEqual({
      ok: false,
      problem: { name: 'not_a_picture' },
    })
    expect(await count()).toBe(0)
  })
})
