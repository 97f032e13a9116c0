import type { ReactNode } from 'react'
import type { ProductCard } from '#features/catalog/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { pageTemplate } from '#wire/sections.ts'
import { prepareSections } from '../sections/sections.tsx'
import type { ShownPart } from './shown.ts'
import { galleryWords } from './words.ts'

/* The sections that no page of the program has, as a merchant's template places them. */

/** By the name of the part, its states. */
type SectionExamples = ReadonlyMap<string, readonly { name: string; view: ReactNode }[]>

/** Without pictures in an empty shop. */
export async function sectionExamples(ctx: Ctx, products: readonly ProductCard[]): Promise<SectionExamples> {
  const pictures = products.flatMap(({ picture }) => picture ?? [])
  const files = {
    // The number in the name is that of a product.
    picture: (path: string) => pictures[Number(/\d+/.exec(path)?.[0]) % pictures.length] ?? null,
    // Sections of the merchant's own are no part of the shop.
    liquid: null,
  }
  const states = Object.entries(examplesOf(ctx, products)).flatMap(([type, all]) =>
    Object.entries(all).map(([name, settings]) => ({ type, name, settings })),
  )
  const prepared = await Promise.all(
    states.map(({ type, settings }, index) => {
      const id = `section${index}`
      return prepareSections(
        ctx,
        pageTemplate.parse({ sections: { [id]: { type, settings } }, order: [id] }),
        files,
      )
    }),
  )
  const shown = states.map(({ type, name }, index) => ({ type, name, view: prepared[index]!.view(null) }))
  return Map.groupBy(shown, ({ type }) => `section-${type}`)
}

function examplesOf(ctx: Ctx, products: readonly ProductCard[]): Record<string, Record<string, object>> {
  const words = galleryWords(ctx.locale)
  // English stands in for a language without words.
  const said = (text: string): object => ({ en: text })
  const [first = '', second = first] = words.sections
  const title = said(first)
  const text = said(words.section_text)
  const html = said(`<p>${words.section_text}</p>`)
  const link = { href: '/article', text: said(second) }
  const picture = (number: number): object => ({ file: `assets/${number}.webp`, alt: said(first) })
  const story = { picture: picture(0), title, html, link }
  return {
    story: { default: story, 'picture at the end': { ...story, side: 'end' }, words: { title, html } },
    masonry: {
      default: { title, entries: [0, 1, 2, 3].map((number) => ({ picture: picture(number), title, text })) },
    },
    logos: {
      default: { title, entries: [0, 1, 2].map((number) => ({ picture: picture(number), href: '/' })) },
    },
    video: { default: { title, film: 'example.webm', poster: picture(1) } },
    countdown: { default: { title, text, link, until: '2099-01-01T00:00:00Z' } },
    questions: {
      default: { title, entries: words.sections.map((one) => ({ question: said(one), answer: text })) },
    },
    ...(products.length === 0
      ? {}
      : {
          'product-slides': {
            default: { from: 'named', slugs: products.slice(0, 3).map(({ slug }) => slug), title },
          },
        }),
  }
}

export function sectionGallery(examples: SectionExamples): ShownPart[] {
  return [...examples].map(([name, states]) => ({
    name,
    states: states.map((state) => ({ ...state, wide: true })),
  }))
}
