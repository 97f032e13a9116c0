import type { ComponentType } from 'react'
import { islands as ofForms } from '#app/islands-forms.ts'
import { islands as ofPlaced } from '#app/islands-placed.ts'
import { islands as ofShop } from '#app/islands.ts'
import type { Ctx } from '#platform/server/context.ts'
import { renderView, type Rendering } from '#platform/server/pages/render.tsx'
import { article, catalog, comment, page, promotion, review } from '#transfer/content/for-tests.ts'
import type { PlacedName } from '#wire/placed-names.ts'
import type { LoadedPart } from '#storefront/placed/part.ts'

/* What the tests of placed parts have in common. */

export async function loadIslands(): Promise<Rendering['islands']> {
  const all = Object.entries({ ...ofShop, ...ofForms, ...ofPlaced })
  const loaded = all.map(
    async ([name, load]) => [name, (await load()).default as ComponentType<never>] as const,
  )
  return new Map(await Promise.all(loaded))
}

export interface Rendered {
  html: string
  tags: ReadonlySet<string>
  styles: ReadonlySet<string>
  used: ReadonlySet<string>
}

export function rendered({ element, tags }: LoadedPart, ctx: Ctx, islands: Rendering['islands']): Rendered {
  const rendering = {
    lang: ctx.lang,
    islands,
    cache: null,
    tags: new Set(tags),
    used: new Set<string>(),
    styles: new Set<never>(),
  }
  return { html: renderView(element, rendering), ...rendering }
}

/** What the parts below speak of. */
export const shopCatalogue = {
  ...catalog,
  tags: [...catalog.tags, { slug: 'iron', name: { en: 'Iron' } }],
}
export const shopContent = {
  articles: [article('oak', { tags: ['oak'], title: { en: 'On oak', zh: '橡木' } }), article('ash')],
  pages: [page('about'), page('shipping', { body: { en: '<p>It comes by post.</p>' } })],
  promotions: [promotion('spring')],
  reviews: [review('r-1')],
  comments: [comment('c-1')],
}

/** Of each part, props that it takes. */
export const rightProps: Readonly<Record<PlacedName, object>> = {
  'address-form': {},
  'address-modal': {},
  'article-list': { limit: 2 },
  'article-masonry': { tag: 'oak' },
  'aside-menu': { of: 'pages' },
  cart: {},
  'cart-drawer': {},
  'category-article': { slug: 'oak' },
  'category-page': {},
  'category-product': { slug: 'kitchen' },
  'checkout-apply': {},
  'checkout-payment': {},
  'checkout-shipping-plan': {},
  comment: { article: 'oak' },
  content: {},
  dropdown: { text: 'More', links: [{ text: 'Kitchen', href: '/category/kitchen' }] },
  input: { name: 'size', label: 'Size' },
  'input-password': {},
  'locale-switcher': {},
  nav: {},
  'nav-menu': {},
  newsletter: {},
  'order-refund': { order: '1234567890' },
  payment: { order: '1234567890' },
  'phone-code-select': { region: 'HK' },
  'product-buttons': { slug: 'stool' },
  'product-image': { slug: 'stool', sku: 'stool-ink' },
  'product-interactive': { slug: 'stool' },
  'product-list': { collection: 'quiet' },
  'product-modal': { slug: 'stool' },
  'product-price': { slug: 'stool' },
  'product-score': { slug: 'cup' },
  'product-single': { slug: 'cup' },
  'product-slides': { slugs: ['cup', 'stool'] },
  'product-spec': { slug: 'cup' },
  review: { slug: 'cup' },
  search: {},
  slides: {},
  'user-header': {},
}

/** A text with one part of each name. */
export function placedText(names: readonly PlacedName[], props = rightProps): string {
  return names
    .map((name) => {
      const json = JSON.stringify(props[name]).replaceAll('&', '&amp;').replaceAll("'", '&#39;')
      return `<x-island c="${name}" p='${json}'><p>Instead of ${name}</p></x-island>`
    })
    .join('\n')
}
