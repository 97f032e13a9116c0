import { getOnce } from './exchange.ts'
import type { Shop } from './shop.ts'

export interface SamplePage {
  what: string
  path: string
}

/** Home, and the first category and product that it links to. */
export async function samplePages(shop: Shop): Promise<SamplePage[]> {
  const { body } = await getOnce(shop.port, '/', { 'accept-encoding': 'identity' })
  const home = body.toString()
  const link = (kind: string): string => {
    const found = new RegExp(`href="(/${kind}/[^"?#]+)"`).exec(home)?.[1]
    if (found === undefined) throw new Error(`the home page has no link to a ${kind}`)
    return found
  }
  return [
    { what: 'Home', path: '/' },
    { what: 'Category', path: link('category') },
    { what: 'Product', path: link('product') },
  ]
}
