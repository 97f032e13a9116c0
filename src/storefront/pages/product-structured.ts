import { convert, amountText } from '#domain/money.ts'
import type { ProductView, SkuView } from '#features/catalog/contract.ts'
import { mediaUrl } from '#features/media/contract.ts'
import type { ReviewView } from '#features/reviews/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Json } from '#wire/page.ts'
import { isTile } from '#wire/picture-view.ts'
import type { DeliverySettings } from '#wire/shop-config.ts'

/** The most reviews in structured data. */
const reviewsTold = 3
/**
 * With more SKUs than this, the page would be too large; structured data then has their price span, and the product
 * feed has all of them.
 */
const mostVariants = 40
/** Zones of delivery that an offer names. */
const mostZones = 3

export interface StructuredProduct {
  product: ProductView
  /** The product's own, whole. */
  url: string
  /** Absolute URLs. */
  pictures: readonly string[]
  description: string
  reviews: readonly ReviewView[]
}

type Told = Pick<Ctx, 'origin' | 'shop' | 'currency'>

/** schema.org/Product with its offer, or a ProductGroup with a variant for each SKU. */
export function structuredProduct(told: StructuredProduct, ctx: Told): Json {
  const { product, url, pictures, description, reviews } = told
  const { skus, currency } = product
  const common = {
    '@context': 'https://schema.org',
    name: product.title,
    description,
    url,
    ...(pictures.length === 0 ? {} : { image: pictures }),
    ...(product.brand === null ? {} : { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.rating === null || reviews.length === 0
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.rating.average,
            reviewCount: product.rating.count,
          },
        }),
    ...(reviews.length === 0 ? {} : { review: reviews.slice(0, reviewsTold).map(reviewOf) }),
  }
  const [only] = skus
  if (only && skus.length === 1)
    return { ...common, '@type': 'Product', sku: only.sku, offers: offerOf(only, url, product, ctx) }
  if (skus.length <= mostVariants)
    return {
      ...common,
      '@type': 'ProductGroup',
      productGroupID: product.slug,
      ...variesBy(product),
      hasVariant: skus.map((sku) => variantOf(sku, told, ctx)),
    }
  const amounts = skus.map(({ price }) => price.amount)
  return {
    ...common,
    '@type': 'Product',
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: currency,
      lowPrice: amountText(Math.min(...amounts), currency),
      highPrice: amountText(Math.max(...amounts), currency),
      offerCount: skus.length,
    },
  }
}

/** Properties of schema.org that options may be, by their codes. */
const properties = new Map([
  ['color', 'color'],
  ['colour', 'color'],
  ['size', 'size'],
  ['material', 'material'],
  ['pattern', 'pattern'],
])

function variesBy({ options }: ProductView): { variesBy?: string[] } {
  const known = options.flatMap(({ code }) => properties.get(code) ?? [])
  return known.length === 0 ? {} : { variesBy: known.map((name) => `https://schema.org/${name}`) }
}

function variantOf(sku: SkuView, { product, url }: StructuredProduct, ctx: Told): Json {
  const chosen = product.options.flatMap(({ code, values }) => {
    const value = values.find((one) => one.code === sku.options[code])
    return value ? [{ code, name: value.name }] : []
  })
  const picture = sku.picture === null ? undefined : product.pictures[sku.picture]
  const own = Object.fromEntries(
    chosen.flatMap(({ code, name }) => {
      const property = properties.get(code)
      return property === undefined || name === '' ? [] : [[property, name]]
    }),
  )
  return {
    '@type': 'Product',
    sku: sku.sku,
    name: [product.title, ...chosen.map(({ name }) => name)].join(' – '),
    ...own,
    ...(picture && !isTile(picture) ? { image: `${ctx.origin}${mediaUrl(picture.key, 1080, 'jpg')}` } : {}),
    offers: offerOf(sku, `${url}/${encodeURIComponent(sku.sku)}`, product, ctx),
  }
}

function offerOf(
  { price, priceUntil, available, quantity }: SkuView,
  url: string,
  { currency }: ProductView,
  ctx: Told,
): Json {
  const availability = available === null ? 'BackOrder' : available > 0 ? 'InStock' : 'OutOfStock'
  const shipping = isShippedFree(price.amount, ctx) ? freeShipping(ctx.shop.shop.delivery, currency) : []
  return {
    '@type': 'Offer',
    url,
    price: amountText(price.amount, currency),
    priceCurrency: currency,
    ...(priceUntil === null ? {} : { priceValidUntil: priceUntil }),
    availability: `https://schema.org/${availability}`,
    itemCondition: 'https://schema.org/NewCondition',
    ...eligibleQuantity(quantity),
    ...(shipping.length === 0 ? {} : { shippingDetails: shipping }),
  }
}

/** How many one order may have, where it is not any number. */
function eligibleQuantity({ min, max }: SkuView['quantity']): { eligibleQuantity?: Json } {
  if (min === 1 && max === null) return {}
  return {
    eligibleQuantity: {
      '@type': 'QuantitativeValue',
      minValue: min,
      ...(max === null ? {} : { maxValue: max }),
      unitCode: 'C62',
    },
  }
}

function isShippedFree(amount: number, { shop, currency }: Told): boolean {
  const { freeShippingFrom, baseCurrency, currencies } = shop.shop
  if (freeShippingFrom === null) return false
  const rule = currencies.find(({ code }) => code === currency)
  return (
    amount >=
    (rule ? convert(freeShippingFrom, baseCurrency, currency, rule.rate, rule.roundTo) : freeShippingFrom)
  )
}

/** The shipping rate is given only if it is known without an address: if shipping is free. */
function freeShipping(delivery: DeliverySettings | null, currency: string): Json[] {
  const zones = (delivery?.zones ?? []).filter(({ countries }) => countries.length > 0)
  return zones.slice(0, mostZones).map(({ countries, days }) => ({
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: 0, currency },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: countries },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: daysOf(delivery!.handling),
      transitTime: daysOf(days),
    },
  }))
}

function daysOf({ from, to }: { from: number; to: number }): Json {
  return { '@type': 'QuantitativeValue', minValue: from, maxValue: to, unitCode: 'DAY' }
}

function reviewOf({ author, score, title, content, lang, createdAt }: ReviewView): Json {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: author },
    datePublished: createdAt.slice(0, 10),
    inLanguage: lang,
    ...(title === null ? {} : { name: title }),
    reviewBody: content,
    reviewRating: { '@type': 'Rating', ratingValue: score, bestRating: 5 },
  }
}
