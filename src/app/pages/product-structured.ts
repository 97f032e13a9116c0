import { amountText } from '#domain/money.ts'
import type { Json } from '#wire/page.ts'
import type { ProductView, SkuView } from '../contract.ts'

/** schema.org/Product with an offer for each SKU. `url` is the product's own, `pictures` are whole addresses. */
export function structuredProduct(
  product: ProductView,
  url: string,
  pictures: readonly string[],
  description: string,
): Json {
  const offers = product.skus.map((sku) => offerOf(sku, product.currency, url))
  const amounts = product.skus.map(({ price }) => price.amount)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    description,
    url,
    image: pictures,
    ...(product.brand === null ? {} : { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.rating === null
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.rating.average,
            reviewCount: product.rating.count,
          },
        }),
    ...(product.skus.length === 1 ? { sku: product.skus[0]!.sku } : {}),
    offers:
      offers.length === 1
        ? offers[0]!
        : {
            '@type': 'AggregateOffer',
            priceCurrency: product.currency,
            lowPrice: amountText(Math.min(...amounts), product.currency),
            highPrice: amountText(Math.max(...amounts), product.currency),
            offerCount: offers.length,
            offers,
          },
  }
}

function offerOf({ sku, price, available }: SkuView, currency: string, url: string): Json {
  const availability = available === null ? 'BackOrder' : available > 0 ? 'InStock' : 'OutOfStock'
  return {
    '@type': 'Offer',
    sku,
    url: `${url}/${encodeURIComponent(sku)}`,
    price: amountText(price.amount, currency),
    priceCurrency: currency,
    availability: `https://schema.org/${availability}`,
  }
}

/** schema.org/BreadcrumbList of addresses on this shop. */
export function structuredTrail(trail: readonly { name: string; href: string }[], origin: string): Json {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${href}`,
    })),
  }
}
