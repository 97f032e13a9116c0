import type { z } from 'zod'
import type { catalogFile } from '#wire/catalog-format.ts'

type Catalog = z.input<typeof catalogFile>

/** A catalogue of `count` products with three SKUs each in one category; the same for the same numbers. */
export function catalogOf(count: number, round = 0): Catalog {
  return {
    format: 'violet-catalog',
    version: 1,
    categories: [{ slug: 'things', name: { en: 'Things', zh: '东西' } }],
    products: Array.from({ length: count }, (_, n) => product(n, round)),
  }
}

function product(n: number, round: number): NonNullable<Catalog['products']>[number] {
  const price = (1_000 + ((n * 37 + round * 101) % 9_000)) / 100
  return {
    slug: `thing-${n}`,
    title: { en: `Thing ${n}, round ${round}`, zh: `东西 ${n}，第 ${round} 轮` },
    categories: ['things'],
    options: [
      {
        code: 'size',
        name: { en: 'Size', zh: '尺寸' },
        values: ['s', 'm', 'l'].map((code) => ({ code, name: { en: code.toUpperCase() } })),
      },
    ],
    skus: ['s', 'm', 'l'].map((size) => ({
      sku: `T${n}-${size}`,
      options: { size },
      prices: { USD: { price: price.toFixed(2) } },
      stock: 1_000_000,
    })),
  }
}
