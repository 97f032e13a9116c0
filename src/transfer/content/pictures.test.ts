import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { entry, exported, fileOf, scratchFolder } from '../catalog/for-tests.ts'
import { findCategory, findCollection, findProduct } from '#features/catalog/actions/browse.ts'
import { findArticle, findPage } from '#features/content/actions/browse.ts'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { contextOf } from '#test/page-visitor.ts'
import { announceTimed } from '#app/housekeeping.ts'
import {
  article,
  contentFileOf,
  counts,
  coupon,
  exportedContent,
  page,
  promotion,
  review,
  run,
  stocked,
} from './for-tests.ts'

describe('pictures of content', () => {
  it('are tiles until the real ones are there, and then stay', async () => {
    const db = await stocked((await freshDatabase()).db)
    const [media, mediaDir] = [await scratchFolder(), await scratchFolder()]
    const tint = '#c6a075'
    const picture = { src: 'oak.png', tint, alt: { en: 'An oak' } }
    const content = {
      articles: [article('oak', { picture })],
      pages: [page('about', { picture })],
      promotions: [promotion('table', { picture })],
      reviews: [review('rv-1', { pictures: [{ tint }, picture] })],
    }
    const file = await contentFileOf(content)
    const waiting = await run(db, file, { pictures: 'later', mediaDir })
    expect([waiting.problems, waiting.pictures]).toEqual([[], { fetched: 0, failed: 0, waiting: 1 }])
    expect(await shown(db)).toEqual({ tiles: 5, real: 0 })

    await writeFile(join(media, 'oak.png'), await plain())
    const last = (await db.pool.query('select max(id) as id from cache_changes')).rows[0].id
    const there = await run(db, file, { pictures: 'fetch', pictureFolder: media, mediaDir })
    expect([counts(there).articles, there.pictures]).toEqual([
      [0, 0, 1, 0],
      { fetched: 1, failed: 0, waiting: 0 },
    ])
    expect(await shown(db)).toEqual({ tiles: 1, real: 4 })
    const told = await db.pool.query('select tags, hard from cache_changes where id > $1', [last])
    expect(told.rows).toEqual([
      {
        tags: [
          expect.stringMatching(/^article:/),
          expect.stringMatching(/^page:/),
          'content',
          'promotions',
          expect.stringMatching(/^reviews:/),
          'reviews',
        ],
        hard: false,
      },
    ])

    const text = await exportedContent(db)
    expect(text.split('"src":"oak.png","alt":{"en":"An oak"}')).toHaveLength(1 + 4)
    const renamed = { ...content, articles: [article('oak', { picture, author: { name: { en: 'Bea' } } })] }
    const bare = await run(db, await contentFileOf(renamed), { pictures: 'none', mediaDir })
    expect(counts(bare).articles).toEqual([0, 1, 0, 0])
    expect(await shown(db)).toEqual({ tiles: 1, real: 4 })
    const withPictures = await run(db, await contentFileOf(renamed), { pictures: 'later', mediaDir })
    expect(counts(withPictures).articles).toEqual([0, 0, 1, 0])
    expect(await shown(db)).toEqual({ tiles: 1, real: 4 })
  })
})

describe('pictures within texts', () => {
  const prose = (src: string): string =>
    `<p>Before.</p><figure><img src="${src}" alt="An “oak” &amp; more"><figcaption>The oak</figcaption></figure><p>After.</p>`
  const view = async (db: Database): Promise<string> => (await findArticle(contextOf(db), 'oak'))!.body

  it('are fetched like all others, shown as the shop’s own copy, and exported as they were named', async () => {
    const db = await stocked((await freshDatabase()).db)
    const [media, mediaDir] = [await scratchFolder(), await scratchFolder()]
    const file = await contentFileOf({
      articles: [article('oak', { body: { en: prose('in/oak & ash.png') } })],
      pages: [page('about', { body: { en: '![An oak](<in/oak & ash.png>)' }, format: 'markdown' })],
      promotions: [promotion('table', { description: { en: prose('in/none.png') } })],
    })
    const waiting = await run(db, file, { pictures: 'none', mediaDir })
    expect(waiting.problems).toEqual([])
    // Without its picture a figure is nothing.
    expect(await view(db)).toBe('<p>Before.</p><p>After.</p>')

    await mkdir(join(media, 'in'))
    await writeFile(join(media, 'in/oak & ash.png'), await plain())
    const last = (await db.pool.query('select max(id) as id from cache_changes')).rows[0].id
    const there = await run(db, file, { pictures: 'fetch', pictureFolder: media, mediaDir })
    expect(there.pictures).toEqual({ fetched: 1, failed: 1, waiting: 0 })
    const told = await db.pool.query('select tags from cache_changes where id > $1', [last])
    expect(told.rows.flatMap(({ tags }) => tags as string[])).toEqual([
      expect.stringMatching(/^article:/),
      expect.stringMatching(/^page:/),
      'content',
    ])
    const html = await view(db)
    expect(html).toMatch(
      /^<p>Before\.<\/p><figure><picture><source type="image\/avif" srcset="\/media\/([0-9a-f]{16})\/96\.avif 96w, [^"]+" sizes="[^"]+"><img src="\/media\/\1\/800\.jpg" width="400" height="300" alt="An “oak” &amp; more" loading="lazy" decoding="async" style="background-color:#[0-9a-f]{6}"><\/picture><figcaption>The oak<\/figcaption><\/figure><p>After\.<\/p>$/,
    )
    expect((await findPage(contextOf(db), 'about'))!.body).toContain('<p><picture>')
    expect(await exportedContent(db)).toContain('<img src=\\"in/oak &amp; ash.png\\" alt=')

    const key = /media\/([0-9a-f]{16})/.exec(html)![1]!
    await run(
      db,
      await contentFileOf({ articles: [article('oak', { body: { en: prose(`/media/${key}/640.webp`) } })] }),
      { pictures: 'none', mediaDir },
    )
    expect(await view(db)).toBe(html)
    await run(
      db,
      await contentFileOf({
        articles: [article('oak', { body: { en: prose(`/media/${'0'.repeat(16)}/640.webp`) } })],
      }),
      { pictures: 'none', mediaDir },
    )
    expect(await view(db)).toBe('<p>Before.</p><p>After.</p>')
  })
})

describe('pictures within descriptions of the catalogue', () => {
  it('are fetched, shown as the shop’s own copy, and no heading stands over nothing before', async () => {
    const { db } = await freshDatabase()
    const [media, mediaDir] = [await scratchFolder(), await scratchFolder()]
    const described = `<p><img src="in/oak.png" alt="The grain"><br></p><p><img src="data:image/png;base64,AA"></p>`
    const file = await fileOf(
      JSON.stringify({
        format: 'violet-catalog',
        version: 1,
        categories: [{ slug: 'wood', name: { en: 'Wood' }, description: { en: described } }],
        products: [entry('stool', { description: { en: described } })],
        collections: [
          { slug: 'set', name: { en: 'Set' }, description: { en: described }, products: ['stool'] },
        ],
      }),
    )
    const waiting = await run(db, file, { pictures: 'later', mediaDir })
    expect([waiting.problems, waiting.pictures, waiting.notes]).toEqual([
      [],
      { fetched: 0, failed: 0, waiting: 1 },
      [
        {
          note: 'a picture in a description is left out: it is at no web address, and at no path of the media folder',
          count: 3,
        },
      ],
    ])
    const ctx = contextOf(db)
    const shownTexts = async () => [
      (await findProduct(contextOf(db), 'stool'))!.product.description,
      (await findCategory(contextOf(db), 'wood'))!.description,
      (await findCollection(contextOf(db), 'set'))!.description,
    ]
    expect(ctx.locale).toBe('en')
    expect(await shownTexts()).toEqual(['', '', ''])

    await mkdir(join(media, 'in'))
    await writeFile(join(media, 'in/oak.png'), await plain())
    const last = (await db.pool.query('select max(id) as id from cache_changes')).rows[0].id
    const there = await run(db, file, { pictures: 'fetch', pictureFolder: media, mediaDir })
    expect([there.products.same, there.pictures]).toEqual([1, { fetched: 1, failed: 0, waiting: 0 }])
    const told = await db.pool.query('select tags from cache_changes where id > $1', [last])
    expect(told.rows.flatMap(({ tags }) => tags as string[])).toEqual([
      expect.stringMatching(/^product:/),
      expect.stringMatching(/^category:/),
      expect.stringMatching(/^collection:/),
      'catalog',
    ])
    for (const html of await shownTexts())
      expect(html).toMatch(
        /^<p><picture>.*<img src="\/media\/[0-9a-f]{16}\/800\.jpg" width="400" height="300" alt="The grain" loading="lazy" decoding="async" style="[^"]*"><\/picture><br \/><\/p>$/,
      )
    const text = await exported(db)
    expect(text).toContain('<p><img src=\\"in/oak.png\\" alt=\\"The grain\\" /><br /></p>')
    expect((await run(db, await fileOf(text), { pictures: 'later', mediaDir })).products.same).toBe(1)
  })
})

describe('what time changes', () => {
  it('is told to the page caches: an article that comes, an offer that begins or ends', async () => {
    const db = await stocked((await freshDatabase()).db)
    await run(
      db,
      await contentFileOf({
        articles: [article('later', { publishedAt: '2026-12-01T08:00:00Z' })],
        promotions: [promotion('week', { startsAt: '2026-12-02T00:00:00Z', endsAt: '2026-12-09T00:00:00Z' })],
        coupons: [coupon('ten', { endsAt: '2026-12-24T00:00:00Z' })],
      }),
    )
    await db.pool.query('delete from cache_changes')
    const told = async (after: string, until: string): Promise<unknown> => {
      await announceTimed(db, new Date(after), new Date(until))
      return (await db.pool.query('delete from cache_changes returning tags, hard')).rows
    }
    expect(await told('2026-12-01T07:59:00Z', '2026-12-01T08:00:00Z')).toEqual([
      { tags: ['content'], hard: false },
    ])
    expect(await told('2026-12-01T08:00:00Z', '2026-12-01T08:01:00Z')).toEqual([])
    for (const moment of ['2026-12-02', '2026-12-09', '2026-12-24'])
      expect(await told('2026-12-01T12:00:00Z', `${moment}T00:00:00Z`)).toEqual([
        { tags: ['promotions'], hard: true },
      ])
  })
})

/** How many places show a tile and how many a picture. */
async function shown(db: Database): Promise<unknown> {
  const { rows } = await db.pool.query(`
    select count(*) filter (where i.made is not null)::int as tiles, count(*) filter (where i.made is null)::int as real
    from (select picture_id from articles union all select picture_id from pages union all select picture_id from promotions
      union all select picture_id from review_pictures) w join pictures i on i.id = w.picture_id`)
  return rows[0]
}

function plain(): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#8268b0' } })
    .png()
    .toBuffer()
}
