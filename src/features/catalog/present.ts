import { own } from '#domain/by-word.ts'
import {
  isInPrice,
  paidPrice,
  promotionsFor,
  struckPrice,
  type PromotedGoods,
} from '#domain/shown/paid-price.ts'
import { highestOf, unitsToSell } from '#domain/quantity/quantity-rule.ts'
import { usefulTiers } from '#domain/tiers.ts'
import { measurePrice, toldMeasure, type Measure } from '#domain/unit-price.ts'
import { day } from '#domain/time.ts'
import { formatMoney } from '#i18n/format.ts'
import { filmUrl, mediaUrl } from '#features/media/contract.ts'
import { languageName } from '#i18n/intl.ts'
import { fallbackChain, htmlLang, isLocale, type Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import type { VideoEntry } from '#wire/catalog-format.ts'
import { linksFor } from '#wire/links.ts'
import type { PictureView } from '#wire/picture-view.ts'
import type {
  CategoryNode,
  CollectionView,
  FacetView,
  Listing,
  PriceView,
  ProductCard,
  ProductView,
  SkuView,
  TogetherView,
} from './contract.ts'
import type { FacetRow, TagCount } from '#features/listing/queries/list.ts'
import { isToldOnCards, type ShownTerms } from '#features/promotions/rules/running.ts'
import { benefitWords, conditionWords, untilWords } from '#features/promotions/rules/offer-words.ts'
import type { GroupRow } from './queries/groups.ts'
import { goodsOf, type CardRow, type OptionJson } from '#features/listing/queries/cards.ts'
import type { ProductRows, SkuRow } from './queries/product.ts'
import type { RelatedCards } from './queries/related.ts'
import { priceBefore } from './rules/price-before.ts'

/** Promotions that one product names. */
const mostOffers = 4

/** Days for which a product counts as new. */
const newFor = 30

function presentPrice(amount: number, line: number | null, currency: string, lang: string): PriceView {
  const reduced = line !== null && line > amount
  return {
    amount,
    text: formatMoney(amount, currency, lang),
    line: reduced ? formatMoney(line, currency, lang) : null,
    off: reduced ? percentOff(amount, line) : null,
  }
}

/** Rounded down: never promise more than there is. */
function percentOff(amount: number, before: number): string {
  return `−${Math.max(1, Math.floor(((before - amount) * 100) / before))}%`
}

export function presentCard(row: CardRow, ctx: Ctx): ProductCard {
  const title = pickText(row.titles, ctx.locale) || row.slug
  const [first, second] = row.pictures ?? []
  return {
    id: row.id,
    slug: row.slug,
    href: linksFor(ctx.shop.router, ctx.langPath).product(row.slug),
    title,
    brand: row.brand,
    price: presentPrice(row.amountFrom, row.lineFrom, ctx.currency, ctx.lang),
    priceFrom: row.amountTo > row.amountFrom,
    inStock: row.inStock,
    isNew: ctx.now.getTime() - row.publishedAt.getTime() < newFor * day,
    hasOffer: row.told.some(isToldOnCards),
    rating:
      row.ratingCount > 0 && row.ratingAverage !== null
        ? { average: row.ratingAverage, count: row.ratingCount }
        : null,
    picture: first ? presentPicture(first, first.alt, title, ctx.locale) : null,
    secondPicture: second ? presentPicture(second, second.alt, title, ctx.locale) : null,
    swatches: swatchesOf(row.swatches ?? [], ctx.locale),
    onlySku: row.onlySku,
  }
}

function swatchesOf(values: OptionJson['values'], locale: Locale): ProductCard['swatches'] {
  return values.flatMap((value) =>
    value.swatch === undefined ? [] : [{ name: pickText(value.name, locale), color: value.swatch }],
  )
}

export function presentProduct(found: ProductRows, terms: ShownTerms, ctx: Ctx): ProductView {
  const { product } = found
  const goods = goodsOf(product.slug, found.groups)
  const { locale } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const chain = fallbackChain(locale)
  const texts =
    chain.map((candidate) => product.texts?.[candidate]).find((text) => text !== undefined) ??
    Object.values(product.texts ?? {})[0]
  const title = texts?.title ?? product.slug
  const pictures = found.pictures.map((row) => ({
    ...presentPicture(row, row.alt, title, locale),
    options: row.options,
  }))
  return {
    id: product.id,
    slug: product.slug,
    href: links.product(product.slug),
    title,
    summary: texts?.summary ?? '',
    description: texts?.description ?? '',
    offers: presentOffers(goods, terms, ctx),
    seoTitle: texts?.seoTitle ?? null,
    seoDescription: texts?.seoDescription ?? null,
    brand: product.brand,
    type: product.type,
    rating:
      product.ratingCount > 0 && product.ratingAverage !== null
        ? { average: product.ratingAverage, count: product.ratingCount }
        : null,
    options: product.options.map((option) => ({
      code: option.code,
      name: pickText(option.name, locale),
      values: option.values.map((value) => ({
        code: value.code,
        name: pickText(value.name, locale),
        swatch: value.swatch ?? null,
      })),
    })),
    skus: found.skus.map((row): SkuView => ({
      ...presentTerms(row, goods, terms, ctx),
      sku: row.sku,
      options: row.options,
      available: row.backorder ? null : unitsToSell(row.available, row),
      quantity: { min: row.minQuantity, max: row.maxQuantity, step: row.quantityStep },
      picture: pictureFor(row.options, pictures),
      href: links.product(product.slug, row.sku),
    })),
    pictures,
    details: product.details.map((row) => ({
      label: pickText(row.label, locale),
      value: pickText(row.value, locale),
    })),
    trail: found.trail.map((row) => ({ name: pickText(row.names, locale), href: links.category(row.slug) })),
    tags: found.tags.map((row) => ({ name: pickText(row.names, locale), href: links.tag(row.slug) })),
    currency: ctx.currency,
    sizeGuide: product.sizeGuide === null ? null : links.page(product.sizeGuide),
    delivery: product.delivery,
    videos: product.videos.map((video) => presentVideo(video, pictures, ctx)),
  }
}

function presentVideo(
  { src, title, poster, captions = {} }: VideoEntry,
  pictures: readonly PictureView[],
  { locale, lang }: Ctx,
): ProductView['videos'][number] {
  const picture = pictures[poster ?? 0]
  return {
    src: filmUrl(src),
    type: src.toLowerCase().endsWith('.webm') ? 'video/webm' : 'video/mp4',
    title: pickText(title, locale),
    poster: picture === undefined ? null : mediaUrl(picture.key, 1080, 'webp'),
    captions: Object.entries(captions).flatMap(([given, file]) => {
      if (!isLocale(given)) return []
      const tag = htmlLang(given)
      return [{ src: filmUrl(file), lang: tag, label: languageName(tag, lang), isOwn: given === locale }]
    }),
  }
}

/** The price of a SKU, and further facts on it. */
function presentTerms(
  row: SkuRow,
  goods: PromotedGoods,
  terms: ShownTerms,
  ctx: Ctx,
): Pick<SkuView, 'price' | 'priceUntil' | 'unitPrice' | 'tiers' | 'lowest'> {
  const money = (amount: number): string => formatMoney(amount, ctx.currency, ctx.lang)
  const { amount, by } = paidPrice(row.amount, goods, terms)
  const struck = struckPrice(row.amount, amount, row.lineAmount)
  const ends = by.flatMap(({ endsAt }) => endsAt?.getTime() ?? [])
  const lowest = struck === null ? null : priceBefore(row, by, goods, terms.past)
  const tiers = (row.tiers ?? []).map((tier) => ({
    from: tier.from,
    amount: paidPrice(tier.amount, goods, terms).amount,
  }))
  return {
    price: presentPrice(amount, struck, ctx.currency, ctx.lang),
    priceUntil: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
    unitPrice: row.unit && presentMeasure(amount, row.unit, ctx),
    tiers: usefulTiers(amount, tiers, highestOf(row, ctx.shop.shop.maxQuantityPerLine)).map((tier) => ({
      ...tier,
      text: money(tier.amount),
      off: percentOff(tier.amount, amount),
    })),
    lowest: lowest === null ? null : money(lowest),
  }
}

/** Those in the price first: they explain what is read just above. */
function presentOffers(goods: PromotedGoods, terms: ShownTerms, ctx: Ctx): ProductView['offers'] {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return promotionsFor(goods, terms)
    .toSorted((a, b) => Number(isInPrice(b)) - Number(isInPrice(a)))
    .slice(0, mostOffers)
    .map((promotion) => {
      const until = untilWords(promotion, ctx)
      return {
        name: pickText(promotion.names, ctx.locale) || promotion.slug,
        href: links.promotion(promotion.slug),
        words: [
          ...benefitWords(promotion.benefit, ctx),
          ...conditionWords(promotion, ctx),
          ...(until === null ? [] : [until]),
        ],
      }
    })
}

function presentMeasure(amount: number, measure: Measure, ctx: Ctx): string {
  const { per, unit } = toldMeasure(measure.per, measure.unit)
  const price = formatMoney(measurePrice(amount, measure), ctx.currency, ctx.lang)
  const name = unit === 'piece' ? ctx.t('product.unit.piece', { count: per }) : unit === 'm2' ? 'm²' : unit
  return ctx.t('product.unit_price', {
    price,
    measure: unit === 'piece' ? name : per === 1 ? name : `${per} ${name}`,
  })
}

export function presentTogether(row: RelatedCards['together'][number], ctx: Ctx): TogetherView {
  const { sku } = row
  const names = sku.productOptions.flatMap(({ code, values }) => {
    const value = values.find((candidate) => candidate.code === sku.options[code])
    return value === undefined ? [] : [pickText(value.name, ctx.locale) || value.code]
  })
  return {
    card: presentCard(row, ctx),
    sku: sku.sku,
    choice: names.join(ctx.t('product.between')),
    price: presentPrice(sku.amount, sku.lineAmount, ctx.currency, ctx.lang),
  }
}

/** The first picture whose option values are all the SKU's; null if none has. */
function pictureFor(
  options: Readonly<Record<string, string>>,
  pictures: readonly { options: Record<string, string> }[],
): number | null {
  const index = pictures.findIndex((picture) => {
    const wanted = Object.entries(picture.options)
    return wanted.length > 0 && wanted.every(([option, value]) => own(options, option) === value)
  })
  return index === -1 ? null : index
}

export function presentFacets(
  found: readonly FacetRow[],
  chosen: Readonly<Record<string, readonly string[]>>,
  locale: Locale,
): FacetView[] {
  const facets = new Map<string, FacetView>()
  for (const { option, value, count, names } of found) {
    let facet = facets.get(option)
    if (!facet)
      facets.set(
        option,
        (facet = { code: option, name: pickText(names.option, locale) || option, values: [] }),
      )
    facet.values.push({
      code: value,
      name: pickText(names.value, locale) || value,
      swatch: names.swatch,
      count,
      chosen: own(chosen, option)?.includes(value) ?? false,
    })
  }
  return [...facets.values()]
}

export function presentTags(
  found: readonly TagCount[],
  chosen: readonly string[],
  locale: Locale,
): Listing['tags'] {
  return found.map(({ slug, names, count }) => ({
    slug,
    name: pickText(names, locale) || slug,
    count,
    chosen: chosen.includes(slug),
  }))
}

export function presentTree(found: readonly GroupRow[], ctx: Ctx): CategoryNode[] {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const nodes = new Map(
    found.map((row) => {
      const name = pickText(row.names, ctx.locale) || row.slug
      const picture = row.picture && presentPicture(row.picture, null, name, ctx.locale)
      return [
        row.id,
        {
          node: {
            id: row.id,
            slug: row.slug,
            name,
            href: links.category(row.slug),
            picture,
            children: [] as CategoryNode[],
          },
          parentId: row.parentId,
        },
      ]
    }),
  )
  const roots: CategoryNode[] = []
  for (const { node, parentId } of nodes.values()) {
    if (parentId === null) roots.push(node)
    // A child of a hidden category is hidden with it.
    else nodes.get(parentId)?.node.children.push(node)
  }
  return roots
}

export function presentCollection(row: GroupRow, ctx: Ctx): CollectionView {
  const name = pickText(row.names, ctx.locale) || row.slug
  return {
    id: row.id,
    slug: row.slug,
    name,
    href: linksFor(ctx.shop.router, ctx.langPath).collection(row.slug),
    description: pickText(row.descriptions, ctx.locale),
    picture: row.picture && presentPicture(row.picture, null, name, ctx.locale),
  }
}
