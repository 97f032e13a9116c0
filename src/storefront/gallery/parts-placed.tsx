import type { ProductCard } from '#features/catalog/contract.ts'
import { categoryTree, listCollections } from '#features/catalog/actions/browse.ts'
import { articleTags } from '#features/content/actions/browse.ts'
import type { Ctx } from '#platform/server/context.ts'
import { serverParts, type ServerPart } from '#wire/placed-names.ts'
import type { LoadedPart } from '../placed/part.ts'
import { PaymentDue } from '../placed/payment-due.tsx'
import { loadParts } from '../placed/place.tsx'
import type { ShownPart, ShownState } from './shown.ts'

/*
 * The parts that HTML of a merchant places and that no page of the program has, made of the shop's own catalogue.
 */

export type PlacedExamples = ReadonlyMap<ServerPart, LoadedPart>

/** Empty for an empty shop, which has nothing that they could show. */
export async function placedExamples(ctx: Ctx, products: readonly ProductCard[]): Promise<PlacedExamples> {
  const [first, second] = products
  const [[category], [collection], [tag]] = await Promise.all([
    categoryTree(ctx),
    listCollections(ctx),
    articleTags(ctx),
  ])
  if (!first || !second || !category || !collection || !tag) return new Map()
  const slug = { slug: first.slug }
  const props: Readonly<Record<Exclude<ServerPart, 'payment'>, object>> = {
    'article-list': { limit: 3 },
    'article-masonry': { limit: 4 },
    'aside-menu': { of: 'pages' },
    'category-article': { slug: tag.slug, limit: 2 },
    'category-page': {},
    'category-product': { slug: category.slug, limit: 2 },
    dropdown: { text: collection.name, links: [{ text: first.title, href: `/product/${first.slug}` }] },
    input: {
      name: 'gallery',
      label: ctx.t('newsletter.email'),
      type: 'email',
      help: ctx.t('newsletter.text'),
    },
    'locale-switcher': {},
    nav: { of: 'collections', label: 'nav' },
    'nav-menu': { limit: 3 },
    newsletter: {},
    'product-interactive': slug,
    'product-list': { slugs: [first.slug, second.slug] },
    'product-modal': slug,
    'product-price': slug,
    'product-score': slug,
    'product-single': slug,
    'product-slides': { slugs: products.map((one) => one.slug), label: collection.name },
    'product-spec': slug,
    review: { ...slug, limit: 2 },
    'user-header': {},
  }
  const all = Object.entries(props).map(([name, given]) => ({ name, props: given }))
  const loaded = await loadParts(ctx, all, 'the gallery')
  return new Map(all.map(({ name }, at) => [name as ServerPart, loaded[at]!]))
}

/** One of each. */
export function placedGallery(examples: PlacedExamples, ctx: Ctx): ShownPart[] {
  return serverParts.flatMap((name): ShownPart[] => {
    if (name === 'payment') return [{ name, states: paymentStates(ctx) }]
    const loaded = examples.get(name)
    return loaded === undefined
      ? []
      : [{ name, states: [{ name: 'default', view: loaded.element, wide: true }] }]
  })
}

function paymentStates(ctx: Ctx): ShownState[] {
  const order = { slug: 'H4K2M-9QX7T', toPay: '$48.50', dueText: null }
  const of = (name: string, payStatus: 'unpaid' | 'paid'): ShownState => ({
    name,
    view: (
      <PaymentDue
        order={{
          ...order,
          payStatusText: ctx.t(`order.pay.${payStatus}`),
          may: { pay: payStatus === 'unpaid' },
        }}
        ctx={ctx}
      />
    ),
  })
  return [of('to pay', 'unpaid'), of('paid', 'paid')]
}
