import { z } from 'zod'
import { filters, sorts } from '#features/listing/contract.ts'
import { endpoint } from '#wire/endpoint.ts'
import { pictureView, type PictureView } from '#wire/picture-view.ts'

/*
 * The catalogue for pages, islands and calls. Prices are texts made by the server; additional amounts are in minor
 * units, for machines.
 */

const price = z.object({
  amount: z.int(),
  /** "$48" */
  text: z.string(),
  /** The price before, when it is lower now. */
  line: z.string().nullable(),
  /** "−20%" */
  off: z.string().nullable(),
})
export type PriceView = z.output<typeof price>

export const productCard = z.object({
  id: z.int(),
  slug: z.string(),
  href: z.string(),
  title: z.string(),
  brand: z.string().nullable(),
  /** The lowest price; `priceFrom` says that there are higher ones. */
  price,
  priceFrom: z.boolean(),
  inStock: z.boolean(),
  isNew: z.boolean(),
  /** An offer is for it that its price does not show, such as one for several. */
  hasOffer: z.boolean(),
  rating: z.object({ average: z.number(), count: z.int() }).nullable(),
  picture: pictureView.nullable(),
  secondPicture: pictureView.nullable(),
  swatches: z.array(z.object({ name: z.string(), color: z.string() })),
  /** The only SKU, to be added at once; null leads to the product page. */
  onlySku: z.string().nullable(),
})
export type ProductCard = z.output<typeof productCard>

const facetValue = z.object({
  code: z.string(),
  name: z.string(),
  swatch: z.string().nullable(),
  count: z.int(),
  chosen: z.boolean(),
})
const facet = z.object({ code: z.string(), name: z.string(), values: z.array(facetValue) })
export type FacetView = z.output<typeof facet>

/** One page of a listing with its facets. */
export const listing = z.object({
  products: z.array(productCard),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  sort: z.enum(sorts),
  facets: z.array(facet),
  /** Most frequent first. */
  tags: z.array(z.object({ slug: z.string(), name: z.string(), count: z.int(), chosen: z.boolean() })),
  /** How many products have `min` stars or more, best first; empty ones are left out. */
  ratings: z.array(z.object({ min: z.int(), count: z.int() })),
  /** Chosen: as in the filters. */
  rating: z.int().nullable(),
  /** How many products are in stock. */
  inStockCount: z.int(),
  /** False: there are more than `total`, and more than the counts. */
  totalIsExact: z.boolean(),
  /** The price span before the price filter, in minor units, and the chosen one. */
  price: z
    .object({
      from: z.int(),
      to: z.int(),
      min: z.int().nullable(),
      max: z.int().nullable(),
      currency: z.string(),
    })
    .nullable(),
  inStockOnly: z.boolean(),
})
export type Listing = z.output<typeof listing>

/** The last page number of any listing: nobody pages so far. */
export const lastPage = 500

const slug = z.string().min(1).max(120)
export const listProducts = endpoint({
  path: '/product/list',
  summary: 'One page of the products of a category, a collection, a tag, or of all',
  input: z.strictObject({
    category: slug.nullable().default(null),
    collection: slug.nullable().default(null),
    tag: slug.nullable().default(null),
    filters: filters.prefault({}),
    sort: z.enum(sorts).default('featured'),
    page: z.int().min(1).max(lastPage).default(1),
  }),
  output: listing,
  problems: ['not_found'],
})

const optionValue = z.object({ code: z.string(), name: z.string(), swatch: z.string().nullable() })
const option = z.object({ code: z.string(), name: z.string(), values: z.array(optionValue) })
const skuView = z.object({
  sku: z.string(),
  /** Option code → value code. */
  options: z.record(z.string(), z.string()),
  price,
  /** ISO 8601: when a promotion ends that made the price lower; null for none, and for no end. */
  priceUntil: z.string().nullable(),
  /** Units that can be bought now; null if the shop also sells backorders. */
  available: z.int().nullable(),
  /** How many one order may have, in multiples of `step`; `max` null: as many as the shop allows of everything. */
  quantity: z.object({ min: z.int(), max: z.int().nullable(), step: z.int() }),
  /** Index into the product's pictures. */
  picture: z.int().nullable(),
  href: z.string(),
  /** "$3.20 / 100 g", where it is sold by measure. */
  unitPrice: z.string().nullable(),
  /** The unit price when `from` or more are bought, ascending: "$9.50". */
  tiers: z.array(z.object({ from: z.int(), amount: z.int(), text: z.string(), off: z.string() })),
  /** The lowest price of the 30 days before the reduction; null without a reduction or an earlier price. */
  lowest: z.string().nullable(),
})
export type SkuView = z.output<typeof skuView>

export const productView = z.object({
  id: z.int(),
  slug: z.string(),
  href: z.string(),
  title: z.string(),
  summary: z.string(),
  /** The promotions that are for it; those in its price first. */
  offers: z.array(
    z.object({
      name: z.string(),
      href: z.string(),
      /** What it gives, on which conditions, and until when: "15% off", "When you buy 3 or more". */
      words: z.array(z.string()),
    }),
  ),
  /** HTML, sanitised when it was stored. */
  description: z.string(),
  seoTitle: z.string().nullable(),
  seoDescription: z.string().nullable(),
  brand: z.string().nullable(),
  type: z.string().nullable(),
  rating: z.object({ average: z.number(), count: z.int() }).nullable(),
  options: z.array(option),
  skus: z.array(skuView),
  pictures: z.array(pictureView.extend({ options: z.record(z.string(), z.string()) })),
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** From the root to the product's first category. */
  trail: z.array(z.object({ name: z.string(), href: z.string() })),
  tags: z.array(z.object({ name: z.string(), href: z.string() })),
  currency: z.string(),
  /** URL of the page on sizes. */
  sizeGuide: z.string().nullable(),
  /** A delivery class of the delivery zones, such as `large`; null for ordinary parcels. */
  delivery: z.string().nullable(),
  videos: z.array(
    z.object({
      src: z.string(),
      type: z.string(),
      title: z.string(),
      poster: z.string().nullable(),
      /** `isOwn`: in the visitor's language. */
      captions: z.array(
        z.object({ src: z.string(), lang: z.string(), label: z.string(), isOwn: z.boolean() }),
      ),
    }),
  ),
})
export type ProductView = z.output<typeof productView>

export const productDetail = endpoint({
  path: '/product/detail',
  summary: 'One product with its specifications, SKUs, prices and stock',
  input: z.strictObject({ slug, sku: z.string().min(1).max(64).optional() }),
  /** `chosen`: the given SKU; for none, and for one that the product does not have, the first that can be bought. */
  output: productView.extend({ chosen: z.string() }),
  problems: ['unknown_product'],
})

const together = z.object({
  card: productCard,
  /** The SKU that is added. */
  sku: z.string(),
  /** "Sage, large"; empty where there is nothing to choose. */
  choice: z.string(),
  price,
})
export type TogetherView = z.output<typeof together>

export const relatedProducts = endpoint({
  path: '/product/related',
  summary: 'Products of the same categories, best sellers first, and what is bought with this one',
  input: z.strictObject({ slug, limit: z.int().min(1).max(24).default(8) }),
  output: z.object({ products: z.array(productCard), together: z.array(together) }),
  problems: ['unknown_product'],
})

export const recentProducts = endpoint({
  path: '/product/recent',
  summary: 'The cards of products that the visitor saw before, in the given order; what is gone is left out',
  // Which ones they were, only the visitor’s device knows.
  input: z.strictObject({ ids: z.array(z.int().min(1)).max(24) }),
  output: z.object({ products: z.array(productCard) }),
  problems: [],
})

export interface CategoryNode {
  id: number
  slug: string
  name: string
  href: string
  picture: PictureView | null
  children: CategoryNode[]
}

export interface CollectionView {
  id: number
  slug: string
  name: string
  href: string
  /** HTML, sanitised when it was stored. */
  description: string
  picture: PictureView | null
}
