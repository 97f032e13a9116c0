import { amountText } from '#domain/money.ts'
import type { ProductView, SkuView } from '#features/catalog/contract.ts'
import type { ReviewView } from '#features/reviews/contract.ts'
import type { Json } from '#wire/page.ts'

/** Reviews that are told to machines too. */
const reviewsTold = 3

/** schema.org/Product with an offer for each SKU. `url` is the product's own, `pictures` are whole addresses. */
export function structuredProduct(
  product: ProductView,
  url: string,
  pictures: readonly string[],
  description: string,
  reviews: readonly ReviewView[],
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
    ...(reviews.length === 0 ? {} : { review: reviews.slice(0, reviewsTold).map(reviewOf) }),
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
