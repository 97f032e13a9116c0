import { z } from 'zod'
import { currency } from './amounts.ts'
import { face } from './faces.ts'
import { frame, type Frame } from './frame.ts'
import type { PictureView } from './picture-view.ts'
import { country, days, localized, sales, type SalesSettings } from './settings/sales.ts'
import { search, type SearchSettings } from './settings/search.ts'
import { heroShapes } from './section-pieces.ts'
import { templates, type Templates } from './sections.ts'

/*
 * The configuration document: how a merchant changes routes, look and settings.
 * Stored as data (`violet config`), read by every node, never by rebuilding.
 */

// A merchant's CSS value ends up in a stylesheet: only characters that such values need are allowed.
const color = z
  .string()
  .max(64)
  .regex(
    // oxlint-disable-next-line house/slow-pattern -- at most 64 characters
    /^(#[0-9a-f]{3,8}|(rgb|rgba|hsl|hsla|oklch|oklab|lab|lch)\([\d\s.,%/+-]+(deg|turn|rad)?[\d\s.,%/+-]*\)|[a-z]{3,24})$/i,
    'should be a colour such as #2f5d50',
  )
const length = z
  .string()
  .max(24)
  // oxlint-disable-next-line house/slow-pattern -- at most 24 characters
  .regex(/^(0|-?\d*\.?\d+(px|rem|em|vw|vh|%|ch))$/i, 'should be a length such as 16px')
const fontFamily = z
  .string()
  .max(400)
  .regex(/^(?:[\p{L}\p{N} ,_-]|"[\p{L}\p{N} ,'_-]+"|'[\p{L}\p{N} ,_-]+')+$/u, 'should be names of fonts')
const fontWeight = z.union([z.int().min(1).max(1000), z.enum(['normal', 'bold'])])

const colors = z.strictObject({
  backgroundColor: color,
  titleColor: color,
  heroColor: color,
  primaryColor: color,
  infoColor: color,
  successColor: color,
  warningColor: color,
  errorColor: color,
  textColor: color,
  descColor: color,
  salesPriceColor: color,
  linePriceColor: color,
  placeholderColor: color,
  borderColor: color,
})

/** The theme fields of the specification, section 3. All optional: absent ones come from the default theme. */
export const theme = z.strictObject({
  ...colors.shape,
  blockSpace: length,
  titleFontFamily: fontFamily,
  fontFamily,
  titleFontWeight: fontWeight,
  fontWeight,
  fontSize: length,
  titleFontSize: length,
  borderRadius: length,
  container: z.strictObject({
    screen: z.strictObject({ sm: length, md: length, lg: length, xl: length, '2xl': length, '3xl': length }),
    padding: z.array(length).min(1).max(6),
  }),
  showSlideImage: z.boolean(),
  showFavorite: z.boolean(),
  showCart: z.boolean(),
  hideHeader: z.boolean(),
  hideFooter: z.boolean(),
  useDefTemplate: z.boolean(),

  /** Beyond the specification: docs/themes.md. Null: the dark colours follow from the others. */
  darkColors: colors.partial().nullable(),
  headerShape: z.enum(['center', 'stack', 'bar']),
  heroShape: z.enum(heroShapes),
  cardShape: z.enum(['open', 'framed', 'filled']),
  density: z.enum(['airy', 'dense']),
  faces: z.array(face).max(60),
})
export type Theme = z.output<typeof theme>

const pathPattern = z
  .string()
  .max(120)
  .regex(/^\/[\w\-./:*]*$/, 'a path pattern starts with / and has letters, digits, - _ . : * only')

const customTypes = [
  'article',
  'category',
  'checkout',
  'collection',
  'coupon',
  'custom',
  'inquiry',
  'page',
  'product',
  'promotion',
  'tag',
] as const

/** The router part of the configuration, as the specification's initial data carries it. */
export const router = z.strictObject({
  isCustom: z.boolean().default(false),
  categories: z
    .array(
      z.strictObject({ path: pathPattern, type: z.enum(customTypes), slug: z.string().max(120).optional() }),
    )
    .max(500)
    .default([]),
  appRule: pathPattern.default('/app/*'),
  articleRule: pathPattern.default('/article/:slug'),
  categoryRule: pathPattern.default('/category/:slug'),
  collectionRule: pathPattern.default('/collection/:slug'),
  pageRule: pathPattern.default('/page/:slug'),
  productRule: pathPattern.default('/product/:slug'),
  tagRule: pathPattern.default('/tag/:slug'),
  userPath: pathPattern.default('/user/'),
})
export type ShopRouter = z.output<typeof router>

/**
 * Rate: how many units of this currency one unit of the base currency buys, as a decimal text. What the schema cannot
 * refuse any more, such as a rate of 0, is refused when it is stored: `features/shop/currency-faults.ts`.
 */
const currencyRule = z.strictObject({
  code: currency,
  rate: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/, 'a decimal number'),
  /** A converted price is rounded half up to a multiple of this many minor units. */
  roundTo: z.int().min(1).max(1_000_000).default(1),
})
export type CurrencyRule = z.output<typeof currencyRule>

/** Delivery times. All days are working days. */
const delivery = z.strictObject({
  /** IANA name; the shop's days begin and end there. */
  timeZone: z.string().max(64).refine(isTimeZone, 'not a time zone such as Europe/Berlin').default('UTC'),
  /** Orders before this hour are packed on the same day; 0 for never. */
  cutoffHour: z.int().min(0).max(24).default(12),
  /** 1 for Monday to 7 for Sunday. */
  workdays: z.array(z.int().min(1).max(7)).min(1).max(7).default([1, 2, 3, 4, 5]),
  /** Days on which nothing leaves and nothing arrives. */
  closed: z.array(z.iso.date()).max(400).default([]),
  /** From the order to the parcel's leaving. */
  handling: days.prefault({ from: 0, to: 0 }),
  /** The first is displayed on the page, the others in a disclosure. */
  zones: z
    .array(
      z.strictObject({
        name: localized,
        countries: z.array(country).max(250).default([]),
        days,
        /** For products that travel otherwise, by the code that they name: {"large": {"from": 10, "to": 15}}. */
        special: z.record(z.string().max(64), days).default({}),
      }),
    )
    .min(1)
    .max(60),
})
export type DeliverySettings = z.output<typeof delivery>

/** What shoppers write for everybody: reviews of what they bought, questions about products, and answers. */
const reviews = z.strictObject({
  /** A person reads each text before it is shown, or after. One with a link waits in both. */
  moderation: z.enum(['before', 'after']).default('before'),
  /** Days after the last parcel arrived when a mail asks for reviews; null: never. */
  askAfterDays: z.int().min(1).max(90).nullable().default(10),
  /** Days after a parcel left when it counts as arrived, where nobody said that it did. */
  shippedDays: z.int().min(1).max(90).default(21),
  /** Visitors may ask questions about products. */
  questions: z.boolean().default(true),
})
export type ReviewSettings = z.output<typeof reviews>

/** A message above every page, shown from the first moment up to, not including, the second. */
const announcement = z.strictObject({
  text: localized.refine((texts) => Object.keys(texts).length > 0, 'at least one language'),
  /** A path of the shop, without language, or a URL elsewhere. */
  href: z
    .string()
    .max(500)
    .regex(/^(\/(?![/\\])|https:\/\/)\S*$/, 'a path of the shop (/…) or https://…')
    .nullable()
    .default(null),
  from: z.iso.datetime({ offset: true }).nullable().default(null),
  until: z.iso.datetime({ offset: true }).nullable().default(null),
})
export type Announcement = z.output<typeof announcement>

export const shop = z.strictObject({
  name: z.string().min(1).max(80).default('Violet'),
  tagline: localized.default({}),
  description: localized.default({}),
  /** Where shoppers reach the shop: footer, mails, receipts. */
  email: z.email().nullable().default(null),
  baseCurrency: currency.default('USD'),
  /** Further currencies besides the base currency. */
  currencies: z.array(currencyRule).max(30).default([]),
  /** Languages offered in the picker; the routes answer all fifteen prefixes. */
  languages: z.array(z.string()).min(1).max(15).default(['en', 'zh', 'zh-HK']),
  /** One text, or several messages with links and dates. */
  announcement: z
    .union([localized, z.array(announcement).max(6)])
    .nullable()
    .default(null),
  /** Minor units of `baseCurrency`, told in the footer and at products; what it costs is said by `sales.shipping`. */
  freeShippingFrom: z.int().min(0).nullable().default(null),
  /** Units of one SKU in a cart. */
  maxQuantityPerLine: z.int().min(1).max(9999).default(99),
  /** SKUs in a cart. */
  maxCartLines: z.int().min(1).max(500).default(100),
  /** On one page of a listing. Search stops looking where 48 match, so there are no larger pages. */
  productsPerPage: z.int().min(12).max(48).default(48),
  /** So many units on hand or fewer are told as "few left"; 0: never. */
  lowStockAt: z.int().min(0).max(1000).default(5),
  /** Counting visits: with consent, always (the privacy page says so), or never. */
  statistics: z.enum(['ask', 'always', 'off']).default('ask'),
  /** The shop uses visitors' behaviour for advertising, and so has to ask. */
  marketing: z.boolean().default(false),
  delivery: delivery.nullable().default(null),
  /** The slug of a content page with a size guide, for products that name none. */
  sizeGuide: z.string().min(1).max(120).nullable().default(null),
  /** Who may comment on articles. Comments of guests are shown when the merchant has published them. */
  commentsBy: z.enum(['customers', 'everybody', 'nobody']).default('customers'),
  /** Who may write articles of their own, which the merchant publishes. */
  articlesBy: z.enum(['customers', 'nobody']).default('customers'),
  reviews: reviews.prefault({}),
})
export type ShopSettings = z.output<typeof shop>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const shopConfig = z.strictObject({
  shop: shop.prefault({}),
  theme: theme.partial().prefault({}),
  templates: templates.prefault({}),
  frame: frame.prefault({}),
  router: router.prefault({}),
  search: search.prefault({}),
  sales: sales.prefault({}),
})
/** The stored form: the merchant's own values. */
export type ShopConfigDocument = z.output<typeof shopConfig>
/** A file of the theme that is in use: a picture of the media folder, or a drawing at an address of its own. */
export type FrameImage =
  | ({ kind: 'picture' } & Omit<PictureView, 'alt'>)
  | { kind: 'drawing'; src: string; width: number; height: number }

/** The form in use: the theme's gaps filled from the default theme. */
export interface ShopConfig {
  shop: ShopSettings
  theme: Theme
  templates: Templates
  /** `images`: what its paths stand for, by them. */
  frame: Frame & { images?: ReadonlyMap<string, FrameImage> }
  router: ShopRouter
  search: SearchSettings
  sales: SalesSettings
}
