import type { ProductCard, ProductView, SkuView } from '#features/catalog/contract.ts'
import type { ArticleCard } from '#features/content/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { SafeHtml, type LiquidData, type LiquidValue } from '#platform/server/liquid/work.ts'
import type { PictureView } from '#wire/picture-view.ts'

/*
 * What templates can name: plain data of the views that pages have. An object that the shop's own parts can show has a
 * `ref`, by which the part finds what it stands for: what a template says of it is never believed.
 */

/** What a `ref` stands for. */
export interface Known {
  slug?: string
  href?: string
  title?: string
  price?: { text: string; line: string | null }
  /** Where there are higher prices: "from $48". */
  from?: string | undefined
  picture?: PictureView
}

export interface Objects {
  refs: ReadonlyMap<string, Known>
  card(card: ProductCard): LiquidData
  product(view: ProductView): LiquidData
  article(card: ArticleCard): LiquidData
  picture(picture: PictureView | null): LiquidValue
  /** An entry with an address and a name: a category, a collection, a tag, a page. */
  entry(kind: EntryKind, entry: Entry): LiquidData
}

type EntryKind = 'category' | 'collection' | 'tag' | 'page' | 'promotion' | 'coupon'

interface Entry {
  slug: string
  href: string
  name: string
  /** HTML, sanitised when it was stored. */
  description?: string
  picture?: PictureView | null
}

export function openObjects({ t }: Pick<Ctx, 't'>): Objects {
  const refs = new Map<string, Known>()

  function known(ref: string, about: Known): string {
    refs.set(ref, about)
    return ref
  }

  function picture(shown: PictureView | null): LiquidValue {
    if (shown === null) return null
    const { key, width, height, alt } = shown
    return { ref: known(`picture:${key}`, { picture: shown }), width, height, alt }
  }

  function card(shown: ProductCard): LiquidData {
    const { slug, href, title, price, priceFrom } = shown
    const from = priceFrom ? t('catalog.from', { price: price.text }) : undefined
    const about = shown.picture === null ? {} : { picture: shown.picture }
    return {
      ref: known(`product:${slug}`, { slug, href, title, price, from, ...about }),
      id: shown.id,
      slug,
      url: href,
      title,
      brand: shown.brand,
      price: priceObject(price),
      price_from: priceFrom,
      in_stock: shown.inStock,
      is_new: shown.isNew,
      has_offer: shown.hasOffer,
      rating: shown.rating,
      picture: picture(shown.picture),
      second_picture: picture(shown.secondPicture),
      swatches: shown.swatches,
      sku: shown.onlySku,
    }
  }

  function product(view: ProductView): LiquidData {
    const { slug, href, title, skus, pictures } = view
    const cheapest = skus.toSorted((a, b) => a.price.amount - b.price.amount)[0]
    const isFrom = skus.some(({ price }) => price.amount !== cheapest?.price.amount)
    const about: Known = { slug, href, title }
    if (cheapest !== undefined) {
      about.price = cheapest.price
      about.from = isFrom ? t('catalog.from', { price: cheapest.price.text }) : undefined
    }
    if (pictures[0] !== undefined) about.picture = pictures[0]
    return {
      ref: known(`product:${slug}`, about),
      id: view.id,
      slug,
      url: href,
      title,
      summary: view.summary,
      description: new SafeHtml(view.description),
      brand: view.brand,
      type: view.type,
      rating: view.rating,
      price: cheapest === undefined ? null : priceObject(cheapest.price),
      price_from: isFrom,
      in_stock: skus.some(({ available }) => available === null || available > 0),
      options: view.options.map(({ code, name, values }) => ({ code, name, values })),
      skus: skus.map(skuObject),
      pictures: pictures.map(picture),
      details: view.details,
      tags: view.tags.map(({ name, href: url }) => ({ name, url })),
      trail: view.trail.map(({ name, href: url }) => ({ name, url })),
    }
  }

  return {
    refs,
    card,
    product,
    picture,
    article({ slug, href, title, summary, author, date, publishedAt, picture: shown }) {
      const about = shown === null ? {} : { picture: shown }
      return {
        ref: known(`article:${slug}`, { slug, href, title, ...about }),
        slug,
        url: href,
        title,
        summary,
        author,
        date,
        published_at: publishedAt,
        picture: picture(shown),
      }
    },
    entry(kind, { slug, href, name, description, picture: shown = null }) {
      const about = shown === null ? {} : { picture: shown }
      return {
        ref: known(`${kind}:${slug}`, { slug, href, title: name, ...about }),
        slug,
        url: href,
        name,
        description: description === undefined ? null : new SafeHtml(description),
        picture: picture(shown),
      }
    },
  }
}

function priceObject({ amount, text, line, off }: ProductCard['price']): LiquidData {
  return { amount, text, before: line, off }
}

function skuObject({ sku, options, price, available, href, unitPrice }: SkuView): LiquidData {
  return { sku, options, price: priceObject(price), available, url: href, unit_price: unitPrice }
}
