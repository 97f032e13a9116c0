import type { ReactNode } from 'react'
import { homeProducts, listCollections } from '#features/catalog/actions/browse.ts'
import type { CollectionView } from '#features/catalog/contract.ts'
import { findPage } from '#features/content/actions/browse.ts'
import { homePageSlug, type PageView } from '#features/content/contract.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { oncePerRequest } from '#platform/server/pages/once-per-request.ts'
import type { PageHead } from '#platform/server/pages/page.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Picture, picturePreload, type PictureSource, type PictureUrgency } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import type { PictureView } from '#wire/picture-view.ts'
import { linkIn, pictureIn } from './link.ts'
import { firstSentence } from './first-sentence.ts'
import { defineSection, type SectionProps } from './section.ts'
import type { SettingsOf } from '#wire/sections.ts'

interface Opening {
  /** The merchant's own words and picture to open with. */
  intro: PageView | null
  collection: CollectionView | undefined
  hasProducts: boolean
  /** The template's own. */
  picture: PictureSource | null
}

const sizes = '(min-width: 48em) 60vw, 100vw'

export function introOf(ctx: Ctx): Promise<PageView | null> {
  return oncePerRequest(ctx, 'intro', () => findPage(ctx, homePageSlug))
}

export function collectionsOf(ctx: Ctx): Promise<CollectionView[]> {
  return oncePerRequest(ctx, 'collections', () => listCollections(ctx))
}

/** Newest and best sellers, eight of each. */
export function productsOf(ctx: Ctx): ReturnType<typeof homeProducts> {
  return oncePerRequest(ctx, 'products', () => homeProducts(ctx))
}

export function heroPicture(
  intro: PageView | null,
  collection: CollectionView | undefined,
): PictureView | null {
  return intro?.picture ?? collection?.picture ?? null
}

/** Where it is not that of the theme, whose rules need no mark. */
function shapeOf({ shape }: SettingsOf<'hero'>, { shop }: Ctx): string | undefined {
  return shape === null || shape === shop.theme.heroShape ? undefined : shape
}

/** The merchant's words and picture, or the shop's tagline beside the picture of its first collection. */
export const hero = defineSection<'hero', Opening>('hero', {
  tags: ['catalog', 'list', 'content'],
  styles: ['shop', 'home'],

  async load(ctx, settings, files) {
    const [intro, [collection], { newest }] = await Promise.all([
      introOf(ctx),
      collectionsOf(ctx),
      productsOf(ctx),
    ])
    return {
      intro,
      collection,
      hasProducts: newest.length > 0,
      picture: pictureIn(ctx, files, settings.picture),
    }
  },

  preload({ intro, collection, picture: own }): PageHead['preload'] {
    const picture = own ?? heroPicture(intro, collection)
    return picture === null ? undefined : picturePreload(picture.key, sizes, 480, 1920)
  },

  View({
    data: { intro, collection: first, hasProducts, picture: own },
    settings,
    urgency,
    ctx,
  }: SectionProps<SettingsOf<'hero'>, Opening>) {
    const { name, tagline } = ctx.shop.shop
    const link = linkIn(ctx, settings.link)
    // What is linked is either the template's own, or the first collection.
    const collection = link === null ? first : undefined
    const title =
      pickText(settings.title, ctx.locale) || (intro?.title ?? (pickText(tagline, ctx.locale) || name))
    const lead =
      pickText(settings.lead, ctx.locale) || intro?.summary || firstSentence(first?.description ?? '')
    const picture = own ?? heroPicture(intro, first)
    return (
      <section
        className={picture ? 'home-hero' : 'home-hero home-hero-plain'}
        data-shape={shapeOf(settings, ctx)}
      >
        <div className="home-hero-text">
          <h1 className="home-hero-title">{title}</h1>
          {lead !== '' && <p className="home-hero-lead">{lead}</p>}
          {link && <ButtonLink href={link.href}>{link.text}</ButtonLink>}
          {collection && (
            <ButtonLink href={collection.href} data-page="collection">
              {ctx.t('catalog.home.start', { name: collection.name })}
            </ButtonLink>
          )}
          {!collection && link === null && hasProducts && (
            <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).search()} data-page="search">
              {ctx.t('catalog.home.all')}
            </ButtonLink>
          )}
        </div>
        {picture && collection && (
          <a
            className="home-hero-media"
            href={collection.href}
            data-page="collection"
            tabIndex={-1}
            aria-hidden="true"
          >
            <HeroPicture picture={picture} urgency={urgency} />
          </a>
        )}
        {picture && !collection && (
          <div className="home-hero-media">
            <HeroPicture picture={picture} alt={own?.alt ?? ''} urgency={urgency} />
          </div>
        )}
      </section>
    )
  },
})

function HeroPicture({
  picture,
  alt = '',
  urgency,
}: {
  picture: PictureSource
  alt?: string
  urgency: PictureUrgency
}): ReactNode {
  return <Picture picture={{ ...picture, alt }} sizes={sizes} from={480} to={1920} urgency={urgency} />
}
