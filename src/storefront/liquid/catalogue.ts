import { byWord } from '#domain/by-word.ts'
import type { Shape } from '#platform/server/liquid/shape.ts'

/*
 * What templates can name, by page: the objects of `page-objects.ts`, as a checker knows them before there is a page. A
 * test holds them against the pages' own data.
 */

type Members = Readonly<Record<string, Shape>>

const object = (members: Members): Shape => ({ kind: 'object', members })
const list = (of: Shape, usual = 2): Shape => ({ kind: 'list', of, usual })
const maybe = (of: Shape): Shape => ({ kind: 'maybe', of })
const text: Shape = { kind: 'text' }
const number: Shape = { kind: 'number' }
const flag: Shape = { kind: 'flag' }
const moment: Shape = { kind: 'moment' }
const html: Shape = { kind: 'html' }
const any: Shape = { kind: 'any' }

/** As many as one page of a listing has. */
const usualProducts = 24

const shownPicture = object({ ref: text, width: number, height: number, alt: text })
const picture = maybe(shownPicture)
const price = object({ amount: number, text, before: maybe(text), off: maybe(text) })
const stars = object({ average: number, count: number })
const rating = maybe(stars)
const link = object({ name: text, url: text })
const links = list(link)

const card = object({
  ref: text,
  id: number,
  slug: text,
  url: text,
  title: text,
  brand: maybe(text),
  price,
  price_from: flag,
  in_stock: flag,
  is_new: flag,
  has_offer: flag,
  rating,
  picture,
  second_picture: picture,
  swatches: list(object({ name: text, color: text })),
  sku: maybe(text),
})

const optionValue = object({ code: text, name: text, swatch: maybe(text) })

const product = object({
  ref: text,
  id: number,
  slug: text,
  url: text,
  title: text,
  summary: text,
  description: html,
  brand: maybe(text),
  type: maybe(text),
  rating,
  price: maybe(price),
  price_from: flag,
  in_stock: flag,
  options: list(object({ code: text, name: text, values: list(optionValue) })),
  skus: list(
    object({ sku: text, options: any, price, available: maybe(number), url: text, unit_price: maybe(text) }),
  ),
  pictures: list(picture),
  details: list(object({ label: text, value: text })),
  tags: links,
  trail: links,
})

/** Of a category, a collection, a tag, a page. */
const entry = { ref: text, slug: text, url: text, name: text, description: maybe(html), picture }

const ofArticle = {
  ref: text,
  slug: text,
  url: text,
  title: text,
  summary: text,
  author: text,
  date: text,
  published_at: moment,
  picture,
}

const articleCard = object(ofArticle)

const products = {
  products: list(card, usualProducts),
  listing: object({ total: number, page: number, pages: number, sort: text }),
}

/** The objects of a page besides those of all. */
const ofPages = byWord<Members>({
  product: { product, related: list(card) },
  category: { category: object({ ...entry, children: list(object(entry)) }), ...products },
  collection: { collection: object(entry), ...products },
  tag: { tag: object(entry), ...products },
  search: { search: object({ terms: text }), ...products },
  article: {
    article: object({ ...ofArticle, body: html, about_author: text, minutes: number, tags: links }),
    products: list(card),
    more: list(articleCard),
  },
  'article-list': {
    articles: list(articleCard, usualProducts),
    listing: object({ page: number, pages: number }),
  },
  page: { page: object({ ...entry, title: text, summary: text, body: html }) },
})

/** The objects of every page. Settings are the theme's own. */
export const ofAllPages: Members = {
  shop: object({ name: text, url: text, currency: text }),
  request: object({ locale: text, language: text, page: text }),
  routes: object({ home: text, search: text, cart: text, articles: text, favourites: text }),
}

/** @param page its name, such as `product`; one without objects of its own has none */
export function objectsOf(page: string): Members {
  return ofPages[page] ?? {}
}

/** The pages that have objects of their own. */
export const pagesWithObjects = Object.keys(ofPages)

const placedBlock = object({ id: text, type: text, settings: any, blocks: any })

/** The objects of a file that a template places. */
export const ofPlaced: Readonly<Record<'section' | 'block', Shape>> = {
  section: object({ id: text, type: text, settings: any, blocks: list(placedBlock) }),
  block: placedBlock,
}

/** Shapes that stand in several places, by what documents call them. */
export const namedShapes = byWord<Shape>({
  'a price': price,
  'a picture': shownPicture,
  'a rating': stars,
  'a product of a list': card,
  'an article of a list': articleCard,
  'a link': link,
})
