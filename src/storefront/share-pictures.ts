import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { homePageSlug } from '#features/content/contract.ts'
import { isEntryKind, type EntryKind } from '#features/names/contract.ts'
import { currenciesOf } from '#features/discovery/merchant.ts'
import { sharedEntry } from '#features/discovery/queries/share.ts'
import type { Media } from '#features/media/rules/open-media.ts'
import type { ShareCard } from '#features/media/card.ts'
import { shareUrl } from '#features/media/contract.ts'
import { ImagingBusy } from '#features/media/imaging.ts'
import { originOf } from '#features/media/serve.ts'
import { shownTerms } from '#features/promotions/rules/running.ts'
import { hex, parseColor } from '#features/theming/color.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { formatMoney } from '#i18n/format.ts'
import { htmlLang, isLocale, type Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { constantJson } from '#platform/server/pages/html.ts'
import type { AnyPage, PageHead } from '#platform/server/pages/page.ts'
import type { ShopConfig, Theme } from '#wire/shop-config.ts'

/*
 * Preview pictures for links on other sites: the shop's name, the title, the price, the picture.
 */

/** The path of a page's picture; null for a page that nobody links to. */
export function sharePath(
  ctx: Ctx,
  page: AnyPage,
  params: Readonly<Record<string, string>>,
  { title, tags = [], structured = [] }: PageHead,
): string | null {
  const entry = sharedName(page, params)
  const own = isOfShop(page) ? themePicture(ctx.shop) : null
  if (own !== null || entry === null) return own
  // Other sites cache a picture by its URL, so another name, price or picture gets another URL.
  const version = hash(
    'sha256',
    `${JSON.stringify([title, tags, structured, ctx.shop.shop.name])}${constantJson(ctx.shop.theme)}`,
    'hex',
  )
  return `/share/${ctx.locale}/${ctx.currency}/${entry.kind}/${encodeURIComponent(entry.slug)}.jpg?v=${version.slice(0, 8)}`
}

/** Whether a page shows the shop, and no entry whose card has its own name, price and picture. */
function isOfShop({ name, visibility }: AnyPage): boolean {
  return visibility === 'public' && !isEntryKind(name)
}

/** The picture that the theme has for links. */
function themePicture({ frame }: Pick<ShopConfig, 'frame'>): string | null {
  const image = frame.share === null ? undefined : frame.images?.get(frame.share)
  return image?.kind === 'picture' ? shareUrl(image.key) : null
}

function sharedName(
  page: AnyPage,
  params: Readonly<Record<string, string>>,
): { kind: EntryKind; slug: string } | null {
  // The home page's own words are the content page of this name.
  if (page.name === 'home') return { kind: 'page', slug: homePageSlug }
  const kind = page.name === 'custom' ? 'page' : page.name
  const slug = params['slug'] ?? params['rest']
  return isEntryKind(kind) && slug !== undefined ? { kind, slug } : null
}

export interface ShareOptions {
  db: Db
  kept: Ctx['kept']
  media: Media
  shop: () => ShopConfig
  now: () => Date
}

/** `GET /share/<language>/<currency>/<kind>/<slug>.jpg` */
export function serveSharePictures(app: FastifyInstance, options: ShareOptions): void {
  const { db, media, shop } = options
  app.get<{ Params: { locale: string; currency: string; kind: string; file: string } }>(
    '/share/:locale/:currency/:kind/:file',
    async (request, reply) => {
      const { locale, currency, kind, file } = request.params
      const slug = /^(.+)\.jpg$/.exec(file)?.[1]
      if (slug === undefined || !isLocale(locale) || !isEntryKind(kind)) return reply.callNotFound()
      if (!currenciesOf(shop().shop).includes(currency)) return reply.callNotFound()
      const card = await cardOf(options, shop(), { kind, slug, locale, currency })
      if (card === null) return reply.callNotFound()
      try {
        const bytes = await media.card(card, async () =>
          card.picture === null ? null : originOf({ db, media }, card.picture),
        )
        if (bytes === null) {
          // No letters on this machine: the picture alone.
          if (card.picture === null) return reply.callNotFound()
          return reply.header('cache-control', 'no-cache').redirect(shareUrl(card.picture), 302)
        }
        return reply.type('image/jpeg').header('cache-control', 'public, max-age=86400').send(bytes)
      } catch (error) {
        if (!(error instanceof ImagingBusy)) throw error
        return reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '2' }).send()
      }
    },
  )
}

interface Asked {
  kind: EntryKind
  slug: string
  locale: Locale
  currency: string
}

async function cardOf(
  { db, kept, now }: ShareOptions,
  { shop, theme }: ShopConfig,
  { kind, slug, locale, currency }: Asked,
): Promise<ShareCard | null> {
  const isHome = kind === 'page' && slug === homePageSlug
  const terms = await shownTerms({ db, kept, now: now(), shop: { shop }, currency })
  const entry = await sharedEntry(db, kind, slug, terms)
  if (entry === null && !isHome) return null
  const title =
    pickText(entry?.names, locale) || (isHome ? pickText(shop.tagline, locale) || shop.name : slug)
  const lang = htmlLang(locale)
  const { amountFrom = null, amountTo = null } = entry ?? {}
  const price = (amount: number): string => formatMoney(amount, currency, lang)
  return {
    shop: shop.name,
    title,
    price:
      amountFrom === null
        ? null
        : amountTo === null || amountTo === amountFrom
          ? price(amountFrom)
          : `${price(amountFrom)} – ${price(amountTo)}`,
    picture: entry?.picture ?? null,
    lang,
    font: theme.titleFontFamily.replace(/["']/g, ''),
    colors: {
      ground: colorOf(theme, 'backgroundColor'),
      title: colorOf(theme, 'titleColor'),
      shop: colorOf(theme, 'primaryColor'),
      price: colorOf(theme, 'salesPriceColor'),
    },
  }
}

function colorOf(
  theme: Theme,
  name: 'backgroundColor' | 'titleColor' | 'primaryColor' | 'salesPriceColor',
): string {
  const color = parseColor(theme[name]) ?? parseColor(defaultTheme[name])!
  return hex({ ...color, a: 1 })
}
