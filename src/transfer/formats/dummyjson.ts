import { z } from 'zod'
import { slugOf } from '#features/names/rules/slug.ts'
import { amountText, parseAmount } from '#domain/money.ts'
import type { Currency } from '#domain/currency.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { productEntry } from '#wire/catalog-format.ts'
import { jsonParts } from './json-elements.ts'
import { jsonLimits, parsePart } from './json-entry.ts'
import { refused, type Reading, type ReadOptions } from './reading.ts'
import { withoutNulls, withoutUndefined } from '../merge/merge.ts'
import { schemaReasons } from './schema-reasons.ts'
import type { CatalogSource } from './source.ts'
import { cut, shown } from '#wire/shown-text.ts'
import { escapeHtml, titleOfSlug } from './text.ts'

/*
 * The product list of DummyJSON: an array of products, or an object with one under `products`.
 * Numbers are taken as they are written, "9.99", and never become floating point.
 */

const number = z.string().regex(/^-?\d+(\.\d+)?$/, 'not a decimal number')
const word = z.string().max(300)

const dummyProduct = z.object({
  id: z.string().max(40).optional(),
  title: z.string(),
  description: z.string().default(''),
  category: z.string().max(120).default(''),
  price: z.string({ error: 'is missing' }).max(40),
  discountPercentage: number.default('0'),
  rating: number.optional(),
  stock: z
    .string()
    .regex(/^\d{1,9}$/, 'not a whole number')
    .default('0'),
  tags: z.array(z.string().max(120)).default([]),
  brand: word.optional(),
  sku: z.string().max(64).optional(),
  weight: number.optional(),
  dimensions: z.object({ width: number, height: number, depth: number }).optional(),
  warrantyInformation: word.optional(),
  shippingInformation: word.optional(),
  returnPolicy: word.optional(),
  reviews: z.array(z.unknown()).default([]),
  minimumOrderQuantity: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'not a whole number from 1 to 9999')
    .optional(),
  meta: z.object({ createdAt: z.string().optional(), barcode: z.string().max(64).optional() }).optional(),
  images: z.array(z.string()).default([]),
  thumbnail: z.string().optional(),
})
type DummyProduct = z.output<typeof dummyProduct>

export async function* readDummyJson(source: CatalogSource, options: ReadOptions): AsyncGenerator<Reading> {
  const slugs = new Set<string>()
  for await (const part of jsonParts(source.open(), jsonLimits)) {
    if (part.kind === 'broken') yield refused(null, null, part.line, part.reason)
    // The answer of the service also has `total`, `skip` and `limit`.
    if (part.kind !== 'element' || (part.key !== null && part.key !== 'products')) continue
    const parsed = parsePart(part, 'as_written')
    if (!parsed.ok) {
      yield refused('product', null, parsed.problem.line, parsed.problem.reason)
      continue
    }
    const product = dummyProduct.safeParse(parsed.value)
    if (product.success) yield* entryOf(product.data, part.line, slugs, options)
    else
      yield {
        what: 'refused',
        kind: 'product',
        name: titleIn(parsed.value),
        reasons: schemaReasons(product.error, part.line),
      }
  }
}

function* entryOf(
  product: DummyProduct,
  line: number,
  slugs: Set<string>,
  options: ReadOptions,
): Generator<Reading> {
  const price = priceOf(product, options.currency)
  if (!price.ok) {
    yield refused('product', cut(product.title, 120), line, price.problem)
    return
  }
  const slug = freeSlug(product, slugs)
  slugs.add(slug)
  const texts = (text: string) => ({ [options.locale]: text })
  const category = product.category.trim() === '' ? null : slugOf(product.category)
  const tags = [
    ...new Map(product.tags.filter((tag) => tag.trim() !== '').map((tag) => [slugOf(tag), tag.trim()])),
  ]
  const images =
    product.images.length > 0 ? product.images : [product.thumbnail ?? ''].filter((src) => src !== '')

  const given = withoutUndefined({
    slug,
    title: texts(product.title),
    description: product.description === '' ? undefined : texts(escapeHtml(product.description)),
    brand: product.brand?.trim() || undefined,
    type: category === null ? undefined : titleOfSlug(category),
    publishedAt: createdAt(product),
    rating:
      product.rating === undefined
        ? undefined
        : { average: Number(product.rating), count: product.reviews.length },
    categories: category === null ? undefined : [category],
    tags: tags.length === 0 ? undefined : tags.map(([tag]) => tag),
    skus: [
      {
        sku: product.sku?.trim().replace(/\s+/g, '-') || cut(slug, 64),
        // No discount ends a reduction.
        prices: { [options.currency]: { linePrice: null, ...price.value } },
        stock: Number(product.stock),
        barcode: product.meta?.barcode?.trim() || undefined,
      },
    ],
    quantity: minimumOf(product),
    pictures: images.length === 0 ? undefined : images.slice(0, 100).map((src) => ({ src })),
    details: detailsOf(product).map(([label, value]) => ({ label: texts(label), value: texts(value) })),
  })
  const parsed = productEntry.safeParse(withoutNulls(given))
  if (!parsed.success) {
    yield {
      what: 'refused',
      kind: 'product',
      name: cut(product.title, 120),
      reasons: schemaReasons(parsed.error, line),
    }
    return
  }
  yield {
    what: 'entry',
    kind: 'product',
    line,
    slug,
    given,
    alone: ok(parsed.data),
    removes: false,
    locale: options.locale,
    implied: {
      categories:
        category === null
          ? []
          : [{ slug: category, name: texts(titleOfSlug(category)), position: 0, visible: true }],
      tags: tags.map(([tag, name]) => ({ slug: tag, name: texts(name) })),
    },
  }
}

/**
 * `price` is what is paid; `discountPercentage` says by how much that is below the line price:
 * line price = price / (1 − discount / 100), rounded half up to a minor unit.
 */
function priceOf(
  product: DummyProduct,
  currency: Currency,
): Result<{ price: string; linePrice?: string }, string> {
  const read = parseAmount(product.price, currency)
  if (!read.ok) {
    const why = {
      not_a_number: 'not a price such as 19.90',
      too_precise: `more exact than ${currency} can be`,
      too_large: 'too large',
    }
    return no(`price is ${shown(product.price)}: ${why[read.problem]}`)
  }
  const [whole = '0', fraction = ''] = product.discountPercentage.split('.')
  const scale = 10n ** BigInt(fraction.length)
  const hundred = 100n * scale
  const kept = hundred - BigInt(`${whole}${fraction}`)
  if (kept <= 0n || kept > hundred)
    return no(`discountPercentage is ${shown(product.discountPercentage)}: not from 0 to below 100`)
  const line = Number((2n * BigInt(read.value) * hundred + kept) / (2n * kept))
  const price = amountText(read.value, currency)
  return ok(
    line > read.value && Number.isSafeInteger(line)
      ? { price, linePrice: amountText(line, currency) }
      : { price },
  )
}

/** From the title; a second product of the same title gets its id as well. */
function freeSlug(product: DummyProduct, slugs: ReadonlySet<string>): string {
  const slug = slugOf(product.title)
  return slugs.has(slug) && product.id !== undefined ? slugOf(`${slug.slice(0, 60)}-${product.id}`) : slug
}

/** One is any number, as without it. */
function minimumOf({ minimumOrderQuantity: min = '1' }: DummyProduct): { min: number } | undefined {
  return min === '1' ? undefined : { min: Number(min) }
}

function createdAt(product: DummyProduct): string | undefined {
  const at = Date.parse(product.meta?.createdAt ?? '')
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** The source gives no units, so none are invented. */
function detailsOf(product: DummyProduct): [label: string, value: string][] {
  const size = product.dimensions
  const rows: [string, string | undefined][] = [
    ['Dimensions', size === undefined ? undefined : `${size.width} × ${size.height} × ${size.depth}`],
    ['Weight', product.weight],
    ['Warranty', product.warrantyInformation],
    ['Shipping', product.shippingInformation],
    ['Returns', product.returnPolicy],
  ]
  return rows.flatMap(([label, value]) =>
    value === undefined || value.trim() === '' ? [] : [[label, value]],
  )
}

function titleIn(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string'
    ? cut(value.title, 120)
    : null
}
