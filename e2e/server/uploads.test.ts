import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginUploads, uploadInParts, uploadOne } from '#test/prove/fuzz/fuzz-uploads.ts'
import { openShop, type RunningShop } from '#test/running-shop.ts'

/*
 * A hundred uploads that do not end, from one network and from a hundred.
 */

/** Megabytes: eight photographs of 12 MB, and what a running server grows by. */
const mostGrowth = 150

let shop: RunningShop

beforeAll(async () => {
  shop = await openShop({ env: { LOG_LEVEL: 'fatal', TRUST_PROXY: '127.0.0.1' } })
  // The worker that decodes is begun with the first picture.
  expect(await uploadOne(shop, '198.51.100.1')).toBe(200)
})

afterAll(async () => {
  await shop.stop()
  await shop.remove()
})

it.each<[what: string, ipOf: (n: number) => string, places: number]>([
  ['one network', () => '203.0.113.9', 2],
  ['a hundred networks', (n) => `203.0.113.${100 + n}`, 8],
])('a hundred unfinished uploads of %s fill no memory', async (_, ipOf, places) => {
  const { held, refused, grown, end } = await beginUploads(shop, 100, ipOf)
  try {
    expect({ held, refused }).toEqual({ held: places, refused: 100 - places })
    expect(grown).toBeLessThan(mostGrowth)
    expect((await fetch(shop.url)).status).toBe(200)
    // Where the places of one network are taken, others have theirs.
    expect(await uploadOne(shop, '198.51.100.2')).toBe(places < 8 ? 200 : 503)
    // It comes in two parts, as on a slow line: the answer waits for both, and the connection stays.
    expect(await uploadInParts(shop, ipOf(0))).toMatch(/^HTTP\/1\.1 (429|503) (?!.*connection: close)/is)
  } finally {
    await end()
  }
  await expect.poll(() => uploadOne(shop, '198.51.100.3'), { timeout: 10_000 }).toBe(200)
})

it('a short upload that is refused before it was read hears why', async () => {
  expect(await uploadInParts(shop, '203.0.113.9', 'cross-site')).toMatch(
    /^HTTP\/1\.1 403 (?!.*connection: close)/is,
  )
})
