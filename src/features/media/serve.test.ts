import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { openMedia, type Media } from './rules/open-media.ts'
import { ensureTiles, importPicture } from './rules/save-pictures.ts'
import { formats, widths } from './contract.ts'
import { ImagingBusy } from './imaging.ts'
import type { PictureRow } from './queries.ts'
import { answerMedia, mediaRoutes } from './serve.ts'
import { photograph } from './test-pictures.ts'

let database: TestDatabase
let app: FastifyInstance
let media: Media
let folder: string
let tile: PictureRow
let stored: PictureRow

beforeAll(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'violet-media-'))
  media = openMedia(folder)
  tile = (await ensureTiles(database.db, [{ tint: '#a3b096', icon: 'product' }]))[0]!
  const taken = await importPicture(database.db, media, await photograph(700, 500), null)
  if (!taken.ok) throw new Error(taken.problem.name)
  stored = taken.value
  app = Fastify()
  await app.register(mediaRoutes({ db: database.db, media }))
})

afterAll(async () => {
  await app.close()
  media.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }
const kinds = { avif: 'heif', webp: 'webp', jpg: 'jpeg' }

describe('GET /media', () => {
  it.each(formats)('serves a tile and a stored picture as %s', async (format) => {
    for (const row of [tile, stored]) {
      const response = await app.inject(`/media/${row.key}/480.${format}`)
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': types[format],
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-length': String(response.rawPayload.length),
      })
      const found = await sharp(response.rawPayload).metadata()
      expect([found.format, found.width]).toEqual([kinds[format], 480])
    }
  })

  it('keeps a card picture under 14 kB', async () => {
    for (const row of [tile, stored]) {
      const response = await app.inject(`/media/${row.key}/480.avif`)
      expect(response.rawPayload.length).toBeLessThan(14_000)
      expect(response.rawPayload.length).toBeGreaterThan(500)
    }
  })

  it('serves every width on the list, none larger than the picture is', async () => {
    for (const width of widths) {
      const response = await app.inject(`/media/${stored.key}/${width}.webp`)
      expect(response.statusCode).toBe(200)
      const found = await sharp(response.rawPayload).metadata()
      expect([found.width, found.height]).toEqual([
        Math.min(width, 700),
        Math.round((Math.min(width, 700) * 500) / 700),
      ])
    }
    const largest = await sharp((await app.inject(`/media/${tile.key}/1920.jpg`)).rawPayload).metadata()
    expect([largest.width, largest.height]).toEqual([1600, 1600])
  })

  it('draws the card for other sites', async () => {
    for (const row of [tile, stored]) {
      const response = await app.inject(`/media/${row.key}/og.jpg`)
      const found = await sharp(response.rawPayload).metadata()
      expect([response.headers['content-type'], found.width, found.height]).toEqual(['image/jpeg', 1200, 630])
    }
  })

  it('shows transparency as white in a JPEG, and keeps it elsewhere', async () => {
    const clear = await sharp({
      create: { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const taken = await importPicture(database.db, media, clear, null)
    const key = taken.ok ? taken.value.key : ''
    const jpg = await sharp((await app.inject(`/media/${key}/96.jpg`)).rawPayload).stats()
    expect(jpg.channels.map(({ min }) => min)).toEqual([255, 255, 255])
    expect((await sharp((await app.inject(`/media/${key}/96.webp`)).rawPayload).metadata()).hasAlpha).toBe(
      true,
    )
    expect((await sharp((await app.inject(`/media/${key}/96.avif`)).rawPayload).metadata()).hasAlpha).toBe(
      true,
    )
  })

  it('is not sent again to who has it', async () => {
    const url = `/media/${tile.key}/240.avif`
    const first = await app.inject(url)
    const etag = String(first.headers.etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await app.inject({ url, headers: { 'if-none-match': known } })
      expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag])
    }
    const stale = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
    expect([stale.statusCode, stale.rawPayload.length]).toEqual([200, first.rawPayload.length])
  })

  it('answers HEAD with the length and no body', async () => {
    const get = await app.inject(`/media/${tile.key}/240.avif`)
    const head = await app.inject({ method: 'HEAD', url: `/media/${tile.key}/240.avif` })
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })

  it('needs neither database nor original for what was made before', async () => {
    const url = `/media/${tile.key}/320.webp`
    const first = await app.inject(url)
    const away = { db: null as never, media }
    const answer = await answerMedia(away, `${tile.key}/320.webp`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(first.rawPayload)
  })

  it.each([
    ['an unknown key', `/media/${'0'.repeat(16)}/480.avif`],
    ['a width that is not on the list', '/media/KEY/481.avif'],
    ['a format that is not on the list', '/media/KEY/480.png'],
    ['a picture language', '/media/KEY/480.svg'],
    ['no file', '/media/KEY/'],
    ['a step up', '/media/KEY/..%2f480.avif'],
    ['a step up in the key', '/media/..%2f..%2foriginals/480.avif'],
    ['a long key', '/media/KEY0/480.avif'],
    ['a key in capitals', '/media/ABCDEF0123456789/480.avif'],
    ['a zero byte', '/media/KEY/480.avif%00'],
    ['the original', '/media/originals/KEY'],
    ['dots in code', '/media/%2e%2e%2f%2e%2e%2fpackage.json/480.avif'],
    ['a prototype', '/media/__proto__/constructor'],
  ])('answers 404 to %s, and does no work for it', async (_name, path) => {
    const before = await readdir(join(folder, 'derived'), { recursive: true })
    const response = await app.inject(path.replace('KEY', tile.key))
    expect(response.statusCode).toBe(404)
    expect(response.body).not.toContain('480')
    expect(await readdir(join(folder, 'derived'), { recursive: true })).toEqual(before)
  })

  it('says so when an original is lost', async () => {
    const taken = await importPicture(database.db, media, await photograph(90, 90), null)
    const key = taken.ok ? taken.value.key : ''
    await rm((await media.store.original(key)) ?? '')
    const lost: string[] = []
    const answer = await answerMedia(
      { db: database.db, media, onMissing: (one) => lost.push(one) },
      `${key}/96.avif`,
    )
    expect([answer.status, lost]).toEqual([404, [key]])
  })

  it('draws of a row from elsewhere nothing but a tile', async () => {
    const values = ['f'.repeat(16), JSON.stringify({ motif: 'mug', color: '#fff"/><script>', seed: 0 })]
    await database.db.pool.query(
      `insert into pictures (key, made, width, height, preview, average_color) values ($1, $2, 1, 1, '', '#ffffff')`,
      values,
    )
    const [neutral] = await ensureTiles(database.db, [{ tint: null, icon: 'product' }])
    const [shown, expected] = await Promise.all(
      [values[0], neutral!.key].map((key) => app.inject(`/media/${key}/96.webp`)),
    )
    expect(shown!.statusCode).toBe(200)
    expect(shown!.rawPayload.equals(expected!.rawPayload)).toBe(true)
  })

  it('asks for patience when too much waits', async () => {
    const busy: Media = { ...media, file: () => Promise.reject(new ImagingBusy('full')) }
    const answer = await answerMedia({ db: database.db, media: busy }, `${tile.key}/96.avif`)
    expect(answer).toEqual({
      status: 503,
      headers: { 'cache-control': 'no-store', 'retry-after': '2' },
      body: null,
    })
  })
})
