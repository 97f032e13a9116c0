import type { Server } from './fixtures.ts'

interface Stock {
  price?: string
  count?: number
  /** Grams. */
  weight?: number
}

/** A product of the test's own, in a shop of its own, whose price and stock can change under a shopper's hands. */
export function stockUp(server: Server, slug: string, stock: Stock = {}): Promise<void> {
  const { price = '40', count = 500, weight = 400 } = stock
  const title = { en: `Lantern ${slug}`, zh: `灯笼 ${slug}`, 'zh-HK': `燈籠 ${slug}` }
  const skus = [{ sku: slug.toUpperCase(), prices: { USD: { price } }, stock: count, weight }]
  return server.importing('catalog', { products: [{ slug, title, skus }] })
}
