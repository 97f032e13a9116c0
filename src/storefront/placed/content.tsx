import type { ReactNode } from 'react'
import { z } from 'zod'
import { listCollections } from '#features/catalog/actions/browse.ts'
import { findPage, listComments } from '#features/content/actions/browse.ts'
import { Comments } from '#features/content/parts/comments.tsx'
import { Prose } from '#features/content/parts/prose.tsx'
import { listPromotions } from '#features/promotions/actions/browse.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Picture } from '#ui/picture.tsx'
import { SlideStrip } from '#ui/slide-strip.tsx'
import type { PictureView } from '#wire/picture-view.ts'
import { slidesTexts } from '../islands/slides/texts.ts'
import { definePart, type LoadedPart, type Place } from './part.ts'
import { every, limit, line, ownSlug, slug } from './props.ts'

/* Texts: the merchant's own, in boxes and strips, and what readers write below articles. */

const sources = ['inside', 'collections', 'promotions'] as const

export const contentParts = {
  content: definePart<{ page: string | null }>({
    about: 'What stands in it, with the parts in that; or the text of the page that `page` names.',
    props: z.strictObject({ page: slug.nullable().default(null) }),
    styles: [],
    async load(ctx, { page }, place): Promise<LoadedPart | null> {
      const shown = page === null ? await place.inner() : await textOf(ctx, page)
      if (shown === null) return null
      return {
        element: (
          <Island name="content" k={`${place.k}-content`} on={place.on} props={{}}>
            {shown.element}
          </Island>
        ),
        tags: shown.tags,
      }
    },
  }),

  slides: definePart<{ from: (typeof sources)[number]; label: string; every: number; limit: number }>({
    about:
      'A strip that is pushed sideways, or turns by itself: each element inside is one slide. Or the collections, or the promotions.',
    props: z.strictObject({
      from: z.enum(sources).default('inside'),
      label: line(80).default(''),
      every,
      limit: limit(24, 8),
    }),
    styles: ['home'],
    async load(ctx, { from, label, every: pause, limit: most }, place) {
      const slides = (await slidesOf(ctx, from, place)).slice(0, most)
      if (slides.length === 0) return null
      return {
        element: <Slides slides={slides} label={label} pause={pause} place={place} ctx={ctx} />,
        tags: slides.flatMap(({ tags }) => tags),
      }
    },
  }),

  comment: definePart<{ article: string; page: number }>({
    about: 'What readers say of an article, and the form to join in.',
    props: z.strictObject({ article: slug, page: z.int().min(1).max(1_000).default(1) }),
    styles: ['content'],
    async load(ctx, { article: given, page }) {
      const article = ownSlug(ctx, 'article', given)
      const listed = await listComments(ctx, { article, page })
      if (!listed.ok) return null
      return {
        element: (
          <div className="placed-comments">
            <Comments article={article} listed={listed.value} ctx={ctx} />
          </div>
        ),
        tags: ['content'],
      }
    },
  }),
}

/** Without the parts that it places itself: a page could place itself. */
async function textOf(ctx: Ctx, given: string): Promise<LoadedPart | null> {
  const page = await findPage(ctx, ownSlug(ctx, 'page', given))
  if (page === null) return null
  return {
    element: <Prose html={page.body} />,
    tags: [`page:${page.id}`, 'content'],
  }
}

async function slidesOf(
  ctx: Ctx,
  from: (typeof sources)[number],
  place: Place,
): Promise<readonly LoadedPart[]> {
  if (from === 'inside') return place.pieces()
  if (from === 'collections') {
    const collections = await listCollections(ctx)
    return collections.map((one) => ({ element: <Slide {...one} title={one.name} />, tags: ['catalog'] }))
  }
  const promotions = await listPromotions(ctx)
  return promotions.map((one) => ({
    element: <Slide href={one.href} title={one.name} picture={one.picture} />,
    tags: ['promotions'],
  }))
}

function Slide({
  href,
  title,
  picture,
}: {
  href: string
  title: string
  picture: PictureView | null
}): ReactNode {
  return (
    <a href={href}>
      {picture && (
        <Picture
          picture={{ ...picture, alt: '' }}
          sizes="(min-width: 48em) 42rem, 92vw"
          from={320}
          to={1440}
        />
      )}
      {title}
    </a>
  )
}

function Slides({
  slides,
  label,
  pause,
  place: { k, on },
  ctx,
}: {
  slides: readonly LoadedPart[]
  label: string
  pause: number
  place: Place
  ctx: Ctx
}): ReactNode {
  const { t, texts, lang } = ctx
  const name = label === '' ? t('frame.collections') : label
  return (
    <Island
      name="slides"
      k={`${k}-slides`}
      on={pause > 0 && on === 'interact' ? 'visible' : on}
      props={{ label: name, count: slides.length, every: pause, texts: pickTexts(texts, slidesTexts), lang }}
    >
      <SlideStrip label={name} nameOf={(n, count) => t('slides.slide', { n, count })}>
        {slides.map(({ element }, index) => (
          <div key={index}>{element}</div>
        ))}
      </SlideStrip>
    </Island>
  )
}
