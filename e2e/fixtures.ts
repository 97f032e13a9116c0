import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, type BrowserContextOptions } from '@playwright/test'
import { launchOptions } from '#test/chromium.ts'
import type { Desk, Told } from '#test/operator/desk.ts'
import { openShop, openViolet, violet, type RunningShop, type ShopOptions } from '#test/running-shop.ts'
import { Complaints } from './look/complaints.ts'
import { expect as extended } from './matchers.ts'
import { shared, visitorsHaveAddresses } from './shared.ts'
import type { CartOf } from './shop/cart.ts'
import type { CheckoutOf } from './shop/checkout.ts'
import type { ListingOf } from './shop/listing.ts'
import type { ReturnsOf } from './shop/returns.ts'
import { storefront, type Storefront } from './shop/storefront.ts'
import { whole } from './whole.ts'

/*
 * `page`, and `shop`, `cart` and `listing` that speak of it, are one visitor's. `visitor()` is another one.
 * All files share one demo shop. They may fill carts there; who orders, votes or writes, or is the merchant, takes a
 * shop of the file's own: `test.use({ own: {} })`.
 */

export const expect = extended

/** The shop's process, and its merchant. */
export interface Server {
  url: string
  /** Only of a shop of one's own. */
  own: RunningShop
  /** Runs `violet …` on a shop of one's own: as a sample, at a desk that has it loaded. */
  operate(...args: string[]): Promise<Told>
  /** Imports a file of the shop's own format into a shop of one's own. */
  importing(format: 'catalog' | 'content', entries: object): Promise<void>
}

interface Visits {
  shop: Storefront
  cart: CartOf
  listing: ListingOf
  checkout: CheckoutOf
  returns: ReturnsOf
  /** Someone else, with a browser of their own. */
  visitor(options?: BrowserContextOptions): Promise<Storefront>
  complaints: Complaints
  /** Whether a warning on the console fails the test, as an error does. */
  warnings: boolean
}

interface Servers {
  /** A shop of the file's own instead of the one that all share. */
  own: Pick<ShopOptions, 'demo' | 'env'> | null
  server: Server
  /**
   * Whether the browser loads pictures. Fetching and decoding them is a quarter of its work, so that as a sample only
   * those files have them that look at them. Their places on the page are the same without.
   */
  pictures: boolean
}

/*
 * Shops that files use one after the other, in the same worker, because each is the same object: a shop that has served
 * before answers sooner than a new one.
 */

/**
 * For files whose visitors sign up, buy products of the file's own or the lanterns that it stocks up with, and send them
 * back, and that leave the shop's looks and settings as they were: `test.use({ own: customerShop })`.
 */
export const customerShop: Pick<ShopOptions, 'demo' | 'env'> = {}

/** For files that write, each of things of its own, with pictures. */
export const writingShop: Pick<ShopOptions, 'demo' | 'env'> = {}

/** A shop that shows `/dev/gallery`, for files that look at its parts. */
export const galleryShop: Pick<ShopOptions, 'demo' | 'env'> = { env: { NODE_ENV: 'test' } }

export const test = base.extend<Visits, Servers>({
  own: [null, { scope: 'worker', option: true }],
  pictures: [whole(), { scope: 'worker', option: true }],
  launchOptions: [
    ({ pictures }, provide) => {
      const { args, ...others } = launchOptions()
      return provide({
        ...others,
        args: pictures ? args : [...args, '--blink-settings=imagesEnabled=false'],
      })
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ own }, provide) => {
      if (own === null) return provide(serverOf(await shared('demo'), null))
      await shared('demo')
      const shop = await openShop({ demo: true, ...own, env: { ...visitorsHaveAddresses, ...own.env } })
      const desk = whole() ? null : openViolet(shop)
      await provide(serverOf(shop.url, shop, desk))
      await desk?.close()
      await shop.stop()
      await shop.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  warnings: [false, { option: true }],
  complaints: async ({ warnings: _ }, provide) => {
    const complaints = new Complaints()
    await provide(complaints)
    extended(complaints.faults(), 'what the browser complained of').toEqual([])
  },

  baseURL: ({ server }, provide) => provide(server.url),
  context: async ({ context, complaints, warnings }, provide) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress() })
    complaints.listen(context, warnings ? ['error', 'warning'] : ['error'])
    await provide(context)
  },
  shop: ({ page, javaScriptEnabled }, provide) => provide(storefront(page, javaScriptEnabled)),
  cart: ({ shop }, provide) => provide(shop.cart),
  listing: ({ shop }, provide) => provide(shop.listing),
  checkout: ({ shop }, provide) => provide(shop.checkout),
  returns: ({ shop }, provide) => provide(shop.returns),
  visitor: async ({ browser, complaints, warnings, contextOptions, viewport, server }, provide) => {
    const opened: Storefront[] = []
    await provide(async ({ extraHTTPHeaders, ...options } = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: server.url,
        viewport,
        extraHTTPHeaders: { 'x-forwarded-for': newAddress(), ...extraHTTPHeaders },
        ...options,
      })
      complaints.listen(context, warnings ? ['error', 'warning'] : ['error'])
      const one = storefront(await context.newPage(), options.javaScriptEnabled ?? true)
      opened.push(one)
      return one
    })
    for (const { context } of opened) await context.close()
  },
})

function serverOf(url: string, shop: RunningShop | null, desk: Desk | null = null): Server {
  const own = (): RunningShop => {
    if (shop === null)
      throw new Error('all files share this shop: test.use({ own: {} }) brings one of your own')
    return shop
  }
  const operate = (...args: string[]): Promise<Told> =>
    desk?.run(args) ?? violet(args, { dataDir: own().dataDir })
  return {
    url,
    get own() {
      return own()
    },
    operate,
    importing: async (format, entries) => {
      const file = join(own().dataDir, `${format}-${(files += 1)}.json`)
      await writeFile(file, JSON.stringify({ format: `violet-${format}`, version: 1, ...entries }))
      const { code, stdout, stderr } = await operate('import', file, '--pictures', 'none')
      extended(code, stdout + stderr).toBe(0)
    },
  }
}

let files = 0
let visitors = 0

/** 10.0.0.0/8, the worker's part of it. */
function newAddress(): string {
  visitors += 1
  return `10.${process.env['TEST_PARALLEL_INDEX'] ?? 0}.${visitors >> 8}.${visitors & 255}`
}
