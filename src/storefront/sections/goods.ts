import { findCategory, findTag, homeProducts } from '#features/catalog/actions/browse.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import type { SkeletonName } from '#wire/page.ts'
import type { SettingsOf } from '#wire/sections.ts'
import { goodsOf } from '../placed/lists.tsx'
import { ownSlug } from '../placed/props.ts'
import { collectionsOf, productsOf } from './hero.tsx'

type Asked = Pick<SettingsOf<'products'>, 'from' | 'slug' | 'slugs' | 'limit'>

/** Products as a section shows them, with what they are called and where all of them are. */
export interface Goods {
  cards: readonly ProductCard[]
  title: string
  href: string
  page: SkeletonName
}

/** Of each list of the home page; more are read for a section that wants more. */
const ofHome = 8

/** No cards where the collection, category or tag is none. */
export async function goodsFor(ctx: Ctx, asked: Asked): Promise<Goods> {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const { from, slug, slugs, limit } = asked
  if (from === 'new' || from === 'best') {
    const found = await (limit > ofHome ? homeProducts(ctx, limit) : productsOf(ctx))
    return {
      cards: (from === 'new' ? found.newest : found.best).slice(0, limit),
      title: t(from === 'new' ? 'catalog.home.new' : 'catalog.home.best'),
      href: `${links.search()}?sort=${from}`,
      page: 'search',
    }
  }
  const of = (kind: Asked['from']): string | null => (from === kind ? slug : null)
  const scope = { collection: of('collection'), category: of('category'), tag: of('tag') }
  const [cards, head] = await Promise.all([
    goodsOf(ctx, { ...scope, slugs, sort: 'featured', limit }),
    headOf(ctx, from, slug),
  ])
  return {
    cards: cards ?? [],
    ...(head ?? { title: t('catalog.products'), href: links.search(), page: 'search' }),
  }
}

async function headOf(
  ctx: Ctx,
  from: Asked['from'],
  slug: string,
): Promise<Pick<Goods, 'title' | 'href' | 'page'> | null> {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  if (from === 'collection') {
    const href = links.collection(ownSlug(ctx, 'collection', slug))
    const found = (await collectionsOf(ctx)).find((collection) => collection.href === href)
    return found === undefined ? null : { title: found.name, href, page: 'collection' }
  }
  if (from === 'category') {
    const found = await findCategory(ctx, ownSlug(ctx, 'category', slug))
    return found && { title: found.name, href: links.category(found.slug), page: 'category' }
  }
  if (from === 'tag') {
    const found = await findTag(ctx, ownSlug(ctx, 'tag', slug))
    return found && { title: found.name, href: links.tag(found.slug), page: 'tag' }
  }
  return null
}
