import { no, ok, type Result } from '#domain/result.ts'
import type { CategoryEntry, CollectionEntry, ProductEntry, TagEntry } from '#wire/catalog-format.ts'
import { canonicalText, contentHash, textHash } from './canonical.ts'
import { languageFault, productFault, textFault } from './consistency.ts'
import { tidySlugs } from '#features/names/shop.ts'
import { sanitise } from '#features/content/rules/html.ts'
import { planPicture, plannedEntry, planPictures, type PlannedPicture } from '../pictures/pictures.ts'
import { ownPrices, priceRows, type Currencies, type PriceRow } from '#features/catalog/rules/prices.ts'

/*
 * Normalises an entry and checks and hashes it. The same content always gives the same hash, so an unchanged entry is
 * recognised without reading its rows. Export writes this normal form.
 */

export interface PrepareOptions {
  currencies: Currencies
  /** The file's amounts may be in another currency than the shop's. */
  foreign: boolean
}

export interface PreparedProduct {
  entry: ProductEntry
  /** Of everything but the pictures, the date and the sales: these three are compared by themselves. */
  hash: string
  picturesHash: string
  pictures: PlannedPicture[]
  /** In the order of `entry.skus`. */
  prices: PriceRow[][]
  /** Characters, roughly: how much it weighs in a batch. */
  size: number
  /** The file does not name the pictures, so those of the shop stay. */
  keepsPictures?: boolean
  /** Options of a second language could not be matched with the shop's: SKUs and prices of the file were left out. */
  isUnmatched?: boolean
}

/** Longer descriptions, after cleaning, could not be exported and read again. */
const longestText = 65_536

export function prepareProduct(
  given: ProductEntry,
  options: PrepareOptions,
): Result<PreparedProduct, string> {
  const fault =
    textFault(given) ??
    languageFault(given.slugs, 'slugs') ??
    productFault(given) ??
    dateFault(given.publishedAt)
  if (fault !== null) return no(fault)
  const entry = tidyProduct(given)
  const long = tooLong(entry.description)
  if (long !== null) return no(long)

  const prices: PriceRow[][] = []
  for (const sku of entry.skus) {
    const own = ownPrices(sku.prices, options.currencies, options.foreign)
    if (!own.ok) return no(`the SKU ${JSON.stringify(sku.sku)}: ${own.problem}`)
    sku.prices = own.value
    const rows = priceRows(own.value, options.currencies)
    if (!rows.ok) return no(`the SKU ${JSON.stringify(sku.sku)}: ${rows.problem}`)
    prices.push(rows.value)
  }

  const pictures = planPictures(entry)
  if (!pictures.ok) return pictures
  entry.pictures = pictures.value.map(plannedEntry)
  const { pictures: shownPictures, publishedAt: _date, soldCount: _sales, ...rest } = entry
  const text = canonicalText(rest)
  return ok({
    entry,
    hash: textHash(text),
    picturesHash: contentHash(shownPictures),
    pictures: pictures.value,
    prices,
    size: text.length,
  })
}

export interface PreparedGroup<E> {
  entry: E
  hash: string
  picture: PlannedPicture | null
  /** The file does not name the picture, so that of the shop stays. */
  keepsPicture?: boolean
}

export function prepareCategory(given: CategoryEntry): Result<PreparedGroup<CategoryEntry>, string> {
  return prepareGroup(given)
}

export function prepareCollection(given: CollectionEntry): Result<PreparedGroup<CollectionEntry>, string> {
  const twice = given.products.find((slug, index) => given.products.indexOf(slug) !== index)
  if (twice !== undefined) return no(`the product ${JSON.stringify(twice)} is there twice`)
  return prepareGroup(given)
}

export function prepareTag(given: TagEntry): Result<PreparedGroup<TagEntry>, string> {
  const { formerSlugs: _former, slugs: _slugs, ...rest } = given
  const entry = { ...rest, ...tidySlugs(given) }
  const fault = textFault(entry) ?? languageFault(entry.slugs, 'slugs') ?? languageFault(entry.name, 'name')
  if (fault !== null) return no(fault)
  return ok({ entry, hash: contentHash(entry), picture: null })
}

function prepareGroup<E extends CategoryEntry | CollectionEntry>(given: E): Result<PreparedGroup<E>, string> {
  const fault = textFault(given) ?? languageFault(given.slugs, 'slugs') ?? languageFault(given.name, 'name')
  if (fault !== null) return no(fault)
  const unnamed = Object.keys(given.description ?? {}).find((locale) => !Object.hasOwn(given.name, locale))
  if (unnamed !== undefined) return no(`description has a text in ${unnamed}, and name has none`)
  const description = clean(given.description)
  const long = tooLong(description)
  if (long !== null) return no(long)

  // The name describes a group's picture, so it needs no other text.
  const { description: _raw, picture: _given, formerSlugs: _former, slugs: _slugs, ...rest } = given
  const entry = { ...rest, ...tidySlugs(given), ...(description === undefined ? {} : { description }) } as E
  if (given.picture === undefined) return ok({ entry, hash: contentHash(entry), picture: null })
  const { alt: _alt, for: _for, ...plain } = given.picture
  const picture = planPicture(plain, 'category')
  if (!picture.ok) return no(`picture ${picture.problem}`)
  entry.picture = plannedEntry(picture.value)
  return ok({ entry, hash: contentHash(entry), picture: picture.value })
}

/** One spelling: cleaned HTML, no blank texts, sets in order, dates in UTC. */
function tidyProduct(given: ProductEntry): ProductEntry {
  const description = clean(given.description)
  const summary = withoutBlanks(given.summary)
  const seoTitle = withoutBlanks(given.seoTitle)
  const seoDescription = withoutBlanks(given.seoDescription)
  const brand = given.brand?.trim()
  const type = given.type?.trim()
  const goesWith = [...new Set(given.goesWith)].filter((slug) => slug !== given.slug)
  return {
    slug: given.slug,
    ...tidySlugs(given),
    title: given.title,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(seoTitle === undefined ? {} : { seoTitle }),
    ...(seoDescription === undefined ? {} : { seoDescription }),
    ...(brand === undefined || brand === '' ? {} : { brand }),
    ...(type === undefined || type === '' ? {} : { type }),
    visible: given.visible,
    ...(given.publishedAt === undefined ? {} : { publishedAt: new Date(given.publishedAt).toISOString() }),
    ...(given.soldCount === undefined ? {} : { soldCount: given.soldCount }),
    ...(given.rating === undefined
      ? {}
      : { rating: { average: Math.round(given.rating.average * 100) / 100, count: given.rating.count } }),
    categories: [...new Set(given.categories)].sort(),
    tags: [...new Set(given.tags)].sort(),
    options: given.options,
    skus: given.skus.map(tidySku),
    pictures: given.pictures,
    details: given.details,
    ...(goesWith.length === 0 ? {} : { goesWith }),
    ...(given.sizeGuide === undefined ? {} : { sizeGuide: given.sizeGuide }),
    ...(given.delivery === undefined ? {} : { delivery: given.delivery }),
    ...(given.taxClass === undefined ? {} : { taxClass: given.taxClass }),
    ...(given.quantity === undefined ? {} : { quantity: given.quantity }),
    ...(given.videos === undefined || given.videos.length === 0 ? {} : { videos: given.videos }),
  }
}

function tidySku(sku: ProductEntry['skus'][number]): ProductEntry['skus'][number] {
  const barcode = sku.barcode?.trim()
  return {
    sku: sku.sku,
    options: sku.options,
    prices: sku.prices,
    stock: sku.stock,
    backorder: sku.backorder,
    ...(sku.weight === undefined ? {} : { weight: sku.weight }),
    ...(barcode === undefined || barcode === '' ? {} : { barcode }),
    ...(sku.unit === undefined ? {} : { unit: sku.unit }),
    ...(sku.quantity === undefined ? {} : { quantity: sku.quantity }),
  }
}

function clean(texts: Record<string, string> | undefined): Record<string, string> | undefined {
  return withoutBlanks(
    texts && Object.fromEntries(Object.entries(texts).map(([locale, html]) => [locale, sanitise(html)])),
  )
}

/** Undefined if nothing is left. */
export function withoutBlanks(texts: Record<string, string> | undefined): Record<string, string> | undefined {
  const kept = Object.entries(texts ?? {}).filter(([, text]) => text.trim() !== '')
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

function tooLong(texts: Record<string, string> | undefined): string | null {
  const locale = Object.keys(texts ?? {}).find((key) => texts![key]!.length > longestText)
  return locale === undefined ? null : `description in ${locale} is longer than ${longestText} characters`
}

function dateFault(text: string | undefined): string | null {
  if (text === undefined) return null
  const year = new Date(text).getUTCFullYear()
  return year >= 1970 && year <= 9999 ? null : `publishedAt is ${text}, which is not a date from 1970 on`
}
