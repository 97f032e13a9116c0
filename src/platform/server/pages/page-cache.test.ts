import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { toCachedPage, type RenderedPage } from './cached-page.ts'
import { createPageCache, freeWords } from './page-cache.ts'

function page(text: string, tags: string[] = ['a'], status = 200): RenderedPage {
  return {
    status,
    main: text,
    around: () => ({ before: '<!doctype html><main>', after: '</main>', styleSource: null }),
    visit: ['{"code":0,"data":{"html":', '}}'],
    tags,
    langPath: '',
  }
}

function cacheAt(start = 0): { cache: ReturnType<typeof createPageCache>; later: (ms: number) => void } {
  let time = start
  return { cache: createPageCache({ maxBytes: 1_000_000, now: () => time }), later: (ms) => (time += ms) }
}

describe('the bodies of a page', () => {
  it('are one rendering in two forms and three encodings, each with an ETag of its own', () => {
    const made = toCachedPage(page('Grüße <b>你好</b>'), 0)
    const document = '<!doctype html><main>Grüße <b>你好</b></main>'
    const visit = '{"code":0,"data":{"html":"Grüße <b>你好</b>"}}'
    expect(brotliDecompressSync(made.body('document', 'br').bytes).toString()).toBe(document)
    expect(gunzipSync(made.body('document', 'gzip').bytes).toString()).toBe(document)
    expect(made.body('document', null).bytes.toString()).toBe(document)
    expect(brotliDecompressSync(made.body('visit', 'br').bytes).toString()).toBe(visit)
    const etags = (['document', 'visit'] as const).flatMap((form) =>
      (['br', 'gzip', null] as const).map((encoding) => made.body(form, encoding).etag),
    )
    expect(new Set(etags).size).toBe(6)
  })

  it('for clients that cannot decompress are there once, however many answers wait', () => {
    const made = toCachedPage(page('Grüße <b>你好</b>'), 0)
    for (const form of ['document', 'visit'] as const)
      expect(made.body(form, null).bytes).toBe(made.body(form, null).bytes)
  })
})

describe('the page cache', () => {
  it('does not give the room of pages to those whose words anybody can make up', async () => {
    const { cache } = cacheAt()
    await cache.get('/', async () => page('home'))
    for (let count = 0; count < 400; count++)
      await cache.get(`${freeWords}/search?q=${count}`, async () => page(`${count} `.repeat(500)))
    expect(cache.fresh('/')).not.toBeNull()
    expect(cache.fresh(`${freeWords}/search?q=399`)).not.toBeNull()
    expect(cache.fresh(`${freeWords}/search?q=0`)).toBeNull()
    expect(cache.stats().bytes).toBeLessThan(200_000)
    cache.change(['a'], true)
    expect(cache.stats()).toMatchObject({ pages: 0, bytes: 0 })
  })

  it('counts the bodies that are made after the page was kept, and goes on following its tags', async () => {
    const { cache } = cacheAt()
    const made = await cache.get('/', async () => page('home'))
    const before = cache.stats().bytes
    const more = [made.body('visit', 'br'), made.body('visit', 'gzip')]
    const dictionary = { hash: Buffer.alloc(32, 1), content: Buffer.from('<main>'), langPath: '' }
    more.push(made.visitBy(dictionary))
    expect(cache.stats().bytes - before).toBe(more.reduce((sum, { bytes }) => sum + bytes.length, 0))
    // A slice of a pool would keep all of the pool.
    expect(more.map(({ bytes }) => bytes.buffer.byteLength)).toEqual(more.map(({ bytes }) => bytes.length))
    expect(cache.fresh('/')).toBe(made)
    cache.change(['a'], true)
    expect(cache.fresh('/')).toBeNull()
  })

  it('makes a page once for all who ask at the same time', async () => {
    const { cache } = cacheAt()
    let renderings = 0
    const render = async (): Promise<RenderedPage> => {
      renderings += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      return page('x')
    }
    await Promise.all([cache.get('/', render), cache.get('/', render), cache.get('/', render)])
    expect(renderings).toBe(1)
    expect(cache.fresh('/')?.status).toBe(200)
  })

  it('forgets at once what a hard change names, and keeps the rest', async () => {
    const { cache } = cacheAt()
    await cache.get('/a', async () => page('a', ['product:1']))
    await cache.get('/b', async () => page('b', ['product:2']))
    cache.change(['product:1'], true)
    expect(cache.fresh('/a')).toBeNull()
    expect(cache.fresh('/b')).not.toBeNull()
  })

  it('shows the old page for ten seconds after a soft change, while one rendering runs', async () => {
    const { cache, later } = cacheAt()
    const old = await cache.get('/a', async () => page('old', ['texts']))
    cache.change(['texts'], false)
    expect(cache.fresh('/a')).toBeNull()
    expect(await cache.get('/a', async () => page('new', ['texts']))).toBe(old)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(cache.fresh('/a')).not.toBe(old)

    cache.change(['texts'], false)
    later(10_001)
    const again = await cache.get('/a', async () => page('newest', ['texts']))
    expect(again.body('document', null).bytes.toString()).toContain('newest')
  })

  it('does not keep a page whose facts changed while it was made', async () => {
    const { cache } = cacheAt()
    await cache.get('/a', async () => {
      cache.change(['product:1'], true)
      return page('old price', ['product:1'])
    })
    expect(cache.fresh('/a')).toBeNull()
  })

  it('keeps no failures and nothing older than its age', async () => {
    const { cache, later } = cacheAt()
    await cache.get('/missing', async () => page('?', [], 404))
    expect(cache.fresh('/missing')).toBeNull()
    await cache.get('/a', async () => page('a'))
    later(600_000)
    expect(cache.fresh('/a')).toBeNull()
  })

  it('serves the old page while what it needs is away, and a new one as soon as that is back', async () => {
    const away = new Error('away')
    let time = 0
    const cache = createPageCache({
      maxBytes: 1_000_000,
      now: () => time,
      mayServeOld: (error) => error === away,
    })
    const fails = () => Promise.reject(away)
    const old = await cache.get('/a', async () => page('old'))
    expect(cache.overdue(old)).toBeNull()
    await expect(cache.get('/new', fails)).rejects.toBe(away)

    time = 660_000
    expect(cache.overdue(old)).toBe(60_000)
    expect(await cache.get('/a', fails)).toBe(old)
    // Nobody waits for the next attempt, which is made all the same.
    let attempts = 0
    let goOn: (page: RenderedPage) => void = () => {}
    const slow = (): Promise<RenderedPage> => {
      attempts += 1
      return new Promise((resolve) => (goOn = resolve))
    }
    expect(await cache.get('/a', slow)).toBe(old)
    expect(await cache.get('/a', slow)).toBe(old)
    expect(attempts).toBe(1)
    goOn(page('new'))
    await new Promise(setImmediate)
    expect(cache.fresh('/a')?.body('document', null).bytes.toString()).toContain('new')

    // Back: the next overdue page is waited for.
    time += 600_000
    const newest = await cache.get('/a', async () => page('newest'))
    expect(newest.body('document', null).bytes.toString()).toContain('newest')
  })

  it('serves no old page for a fault that stays, none that a change has dropped, and none of yesterday', async () => {
    const away = new Error('away')
    let time = 0
    const cache = createPageCache({
      maxBytes: 1_000_000,
      now: () => time,
      mayServeOld: (error) => error === away,
    })
    const old = await cache.get('/a', async () => page('a', ['product:1']))
    time = 600_000
    const broken = new Error('broken')
    await expect(cache.get('/a', () => Promise.reject(broken))).rejects.toBe(broken)
    expect(await cache.get('/a', () => Promise.reject(away))).toBe(old)
    // Dropped while its rendering fails, and before.
    time += 5_000
    const dropped = cache.get('/a', () => {
      cache.change(['product:1'], true)
      return Promise.reject(away)
    })
    await expect(dropped).rejects.toBe(away)
    await expect(cache.get('/a', () => Promise.reject(away))).rejects.toBe(away)

    await cache.get('/b', async () => page('b'))
    time += 24 * 3_600_000
    await expect(cache.get('/b', () => Promise.reject(away))).rejects.toBe(away)
  })

  it('counts from the end of its grace how late a page is that a soft change has touched', async () => {
    const { cache, later } = cacheAt()
    const touched = await cache.get('/a', async () => page('a', ['texts']))
    cache.change(['texts'], false)
    later(9_999)
    expect(cache.overdue(touched)).toBeNull()
    later(2_001)
    expect(cache.overdue(touched)).toBe(2_000)
  })

  it('stays within its bytes and forgets the tags of what went', async () => {
    const cache = createPageCache({ maxBytes: 100_000 })
    const noise = (n: number): string =>
      Array.from({ length: 2_000 }, (_, i) => ((i * 7_919 + n * 104_729) % 36_000).toString(36)).join('')
    for (let n = 0; n < 200; n++) await cache.get(`/${n}`, async () => page(noise(n), [`product:${n}`]))
    expect(cache.stats().bytes).toBeLessThanOrEqual(100_000)
    expect(cache.stats().pages).toBeGreaterThan(0)
    expect(cache.fresh('/0')).toBeNull()
    expect(cache.fresh('/199')).not.toBeNull()
  })
})
