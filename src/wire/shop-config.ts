import { z } from 'zod'

/*
 * The configuration document: how a merchant changes routes, look and settings.
 * Stored as data (`violet config`), read by every node, never by rebuilding.
 */

const localized = z.record(z.string(), z.string().max(500))

// A CSS value that a merchant writes lands in a stylesheet: only what such a value needs gets through.
const color = z
  .string()
  .max(64)
  .regex(
    /^(#[0-9a-f]{3,8}|(rgb|rgba|hsl|hsla|oklch|oklab|lab|lch)\([\d\s.,%/+-]+(deg|turn|rad)?[\d\s.,%/+-]*\)|[a-z]{3,24})$/i,
    'not a colour',
  )
const length = z
  .string()
  .max(24)
  .regex(/^(0|-?\d*\.?\d+(px|rem|em|vw|vh|%|ch))$/i, 'not a length')
const fontFamily = z
  .string()
  .max(400)
  .regex(/^[\p{L}\p{N} ,'"_-]+$/u, 'not a list of font names')
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

/** The theme fields of the specification, section 3. All optional: what is absent is the default theme's. */
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
  heroShape: z.enum(['split', 'banner', 'panel']),
  cardShape: z.enum(['open', 'framed', 'filled']),
  density: z.enum(['airy', 'dense']),
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

const currency = z.string().regex(/^[A-Z]{3}$/, 'an ISO 4217 code')

/** Rate: how many units of this currency one unit of the base currency buys, as a decimal text. */
const currencyRule = z.strictObject({
  code: currency,
  rate: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/, 'a decimal number'),
  /** A converted price is rounded half up to a multiple of this many minor units. */
  roundTo: z.int().min(1).max(1_000_000).default(1),
})
export type CurrencyRule = z.output<typeof currencyRule>

export const shop = z.strictObject({
  name: z.string().min(1).max(80).default('Violet'),
  tagline: localized.default({}),
  description: localized.default({}),
  email: z.email().nullable().default(null),
  baseCurrency: currency.default('USD'),
  /** The base currency is always sold in; these are the others. */
  currencies: z.array(currencyRule).max(30).default([]),
  /** Languages offered in the picker; the routes answer all fifteen prefixes. */
  languages: z.array(z.string()).min(1).max(15).default(['en', 'zh', 'zh-HK']),
  announcement: localized.nullable().default(null),
  freeShippingFrom: z.int().min(0).nullable().default(null),
  maxQuantityPerLine: z.int().min(1).max(9999).default(99),
  maxCartLines: z.int().min(1).max(500).default(100),
  lowStockAt: z.int().min(0).max(1000).default(5),
})
export type ShopSettings = z.output<typeof shop>

export const shopConfig = z.strictObject({
  shop: shop.prefault({}),
  theme: theme.partial().prefault({}),
  router: router.prefault({}),
})
/** What is stored: the merchant's own values. */
export type ShopConfigDocument = z.output<typeof shopConfig>
/** What the program uses: the theme's gaps filled from the default theme. */
export interface ShopConfig {
  shop: ShopSettings
  theme: Theme
  router: ShopRouter
}
