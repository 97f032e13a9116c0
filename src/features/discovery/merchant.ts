import { hash } from 'node:crypto'
import { own } from '#domain/by-word.ts'
import { amountText } from '#domain/money.ts'
import { paidPrice, struckPrice, type PriceTerms, type RunningPromotion } from '#domain/shown/paid-price.ts'
import { goodsOf } from '#features/listing/queries/cards.ts'
import { unitAmount } from '#domain/tiers.ts'
import { entryPath } from '#features/names/contract.ts'
import { mediaUrl } from '#features/media/contract.ts'
import { langPath, type Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import { wordsOf } from '#platform/server/pages/structured.ts'
import { categoryNames, merchantProducts, type MerchantProduct } from './queries/merchant.ts'
import { offeredLocales, type Site } from './site.ts'
import { element } from './xml.ts'

/*
 * Google's product data specification: every SKU is one product of it.
 */

/** Products in memory at a time. */
const batch = 200

export interface FeedName {
  locale: Locale
  currency: string
  format: 'xml' | 'tsv'
}

export function merchantPath({ locale, currency, format }: FeedName): string {
  return `/merchant-${locale}-${currency}.${format}`
}

/** Reads `zh-HK-USD.xml`; null for a language or a currency that the shop has not. */
export function readFeedName(text: string, { shop }: Pick<Site, 'shop'>): FeedName | null {
  const match = /^([A-Za-z-]{2,5})-([A-Z]{3})\.(xml|tsv)$/.exec(text)
  const locale = offeredLocales({ shop }).find((one) => one === match?.[1])
  const currency = currenciesOf(shop.shop).find((one) => one === match?.[2])
  if (!match || !locale || currency === undefined) return null
  return { locale, currency, format: match[3] === 'tsv' ? 'tsv' : 'xml' }
}

export function currenciesOf({ baseCurrency, currencies }: Site['shop']['shop']): string[] {
  return [baseCurrency, ...currencies.map(({ code }) => code)]
}

/** The feed, piece by piece. */
export async function* merchantFeed(site: Site, name: FeedName, terms: PriceTerms): AsyncGenerator<string> {
  const { locale, format } = name
  const { shop } = site.shop
  const names = await categoryNames(site.db, locale)
  if (format === 'tsv') yield `${fields.join('\t')}\n`
  else
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${element('title', shop.name)}${element('link', `${site.origin}${langPath(locale) || '/'}`)}${element('description', pickText(shop.description, locale) || shop.name)}\n`
  for (let after = 0; ;) {
    const products = await merchantProducts(site.db, locale, terms, after, batch)
    yield products
      .flatMap((product) => itemsOf(site, product, { ...name, terms }, names))
      .map(format === 'tsv' ? tsvLine : xmlItem)
      .join('')
    if (products.length < batch) break
    after = products.at(-1)!.id
  }
  if (format === 'xml') yield '</channel></rss>\n'
}

/** In the order of the columns of the tab-separated form. */
const fields = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'additional_image_link',
  'availability',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'brand',
  'gtin',
  'identifier_exists',
  'condition',
  'item_group_id',
  'multipack',
  'color',
  'size',
  'product_type',
  'shipping_weight',
] as const
type Field = (typeof fields)[number]
type Item = Partial<Record<Field, string | readonly string[]>>

function itemsOf(
  { origin, shop }: Site,
  product: MerchantProduct,
  { locale, currency, terms }: FeedName & { terms: PriceTerms },
  names: ReadonlyMap<string, string>,
): Item[] {
  const link = `${origin}${langPath(locale)}${entryPath('product', product.slug, shop.router, langPath(locale))}`
  const description = wordsOf(product.description ?? '') || product.summary || product.title
  const several = product.skus.length > 1
  const goods = goodsOf(product.slug, product.groups)
  const price = (amount: number): string => `${amountText(amount, currency)} ${currency}`
  return product.skus.map((sku): Item => {
    const chosen = chosenNames(product, sku.options, locale)
    const [first, ...more] = picturesFor(product, sku.options)
    // Google wants the price of as many as must be bought.
    const units = sku.minQuantity
    const asked = unitAmount(sku.amount, sku.tiers ?? [], units)
    const { amount, by } = paidPrice(asked, goods, terms)
    const struck = struckPrice(asked, amount, sku.lineAmount)
    const gtin = sku.barcode !== null && isGtin(sku.barcode) ? sku.barcode : undefined
    return {
      id: itemId(sku.sku),
      title: cut([product.title, ...Object.values(chosen)].join(' – '), 150),
      description: cut(description, 5_000),
      link: several ? `${link}/${encodeURIComponent(sku.sku)}` : link,
      ...(first === undefined ? {} : { image_link: `${origin}${mediaUrl(first, 1440, 'jpg')}` }),
      additional_image_link: more.slice(0, 10).map((key) => `${origin}${mediaUrl(key, 1440, 'jpg')}`),
      availability: sku.available >= units ? 'in_stock' : sku.backorder ? 'backorder' : 'out_of_stock',
      price: price((struck ?? amount) * units),
      ...(struck === null ? {} : { sale_price: price(amount * units), ...saleWindow(by) }),
      ...(product.brand === null ? {} : { brand: cut(product.brand, 70) }),
      ...(gtin === undefined ? { identifier_exists: 'no' } : { gtin }),
      condition: 'new',
      ...(several ? { item_group_id: itemId(product.slug) } : {}),
      ...(units === 1 ? {} : { multipack: String(units) }),
      ...(chosen.color === undefined ? {} : { color: cut(chosen.color, 100) }),
      ...(chosen.size === undefined ? {} : { size: cut(chosen.size, 100) }),
      product_type: cut(product.trail.map((slug) => names.get(slug) ?? slug).join(' > '), 750),
      ...(sku.weight === null ? {} : { shipping_weight: `${sku.weight} g` }),
    }
  })
}

/** When the price of a sale holds, where promotions say both: "2026-11-10T00:00:00.000Z/2027-01-31T16:00:00.000Z". */
function saleWindow(by: readonly RunningPromotion[]): Item {
  const begun = by.flatMap(({ startsAt }) => startsAt?.getTime() ?? [])
  const ends = by.flatMap(({ endsAt }) => endsAt?.getTime() ?? [])
  if (begun.length === 0 || ends.length === 0) return {}
  const [from, to] = [new Date(Math.max(...begun)), new Date(Math.min(...ends))]
  return { sale_price_effective_date: `${from.toISOString()}/${to.toISOString()}` }
}

/** Google takes 50 signs; SKUs may have 64. */
function itemId(text: string): string {
  return [...text].length <= 50
    ? text
    : `${[...text].slice(0, 37).join('')}-${hash('sha256', text, 'hex').slice(0, 12)}`
}

function chosenNames(
  { options }: MerchantProduct,
  chosen: Readonly<Record<string, string>>,
  locale: Locale,
): Record<string, string> {
  return Object.fromEntries(
    options.flatMap(({ code, values }) => {
      const value = values.find((one) => one.code === own(chosen, code))
      return value ? [[code, pickText(value.name, locale)]] : []
    }),
  )
}

/** Pictures of the SKU's own values first; pictures of other values never. */
function picturesFor({ pictures }: MerchantProduct, chosen: Readonly<Record<string, string>>): string[] {
  const fitting = pictures.filter(({ options }) =>
    Object.entries(options).every(([code, value]) => own(chosen, code) === value),
  )
  const ownLook = fitting.filter(({ options }) => Object.keys(options).length > 0)
  const keys = [...ownLook, ...fitting.filter((picture) => !ownLook.includes(picture))].map(({ key }) => key)
  return keys.length > 0 ? keys : pictures.slice(0, 1).map(({ key }) => key)
}

/** GS1: 8, 12, 13 or 14 digits, the last of which checks the others. */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false
  const digits = [...text].map(Number).reverse()
  const sum = digits.slice(1).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  // Numbers for internal use, and coupons, are no trade items (GS1 prefixes 020–059, 200–299, 980–999).
  const prefix = Number(text.padStart(14, '0').slice(1, 4))
  const isOwn = (prefix >= 20 && prefix < 60) || (prefix >= 200 && prefix < 300) || prefix >= 980
  return (10 - (sum % 10)) % 10 === digits[0] && (text.length === 8 || !isOwn)
}

function cut(text: string, length: number): string {
  const signs = [...text]
  return signs.length <= length ? text : `${signs.slice(0, length - 1).join('')}…`
}

function xmlItem(item: Item): string {
  const parts = fields.flatMap((field) =>
    [item[field] ?? []].flat().map((text) => element(`g:${field}`, text)),
  )
  return `<item>${parts.join('')}</item>\n`
}

function tsvLine(item: Item): string {
  // A cell has no way to hold what separates cells.
  const cells = fields.map((field) =>
    [item[field] ?? []]
      .flat()
      .join(',')
      .replace(/[\t\r\n]+/g, ' '),
  )
  return `${cells.join('\t')}\n`
}
