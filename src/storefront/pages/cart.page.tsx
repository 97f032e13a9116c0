import type { ReactNode } from 'react'
import { SignInHere } from '#features/account/parts/sign-in-here.tsx'
import { countriesFor } from '#features/sales/rules/countries.ts'
import { listVariants, noteFirstSight } from '#features/cart/actions/journal.ts'
import { listCart } from '#features/cart/actions/lines.ts'
import type { CartView } from '#features/cart/contract.ts'
import type { Exchanging } from '#features/cart/islands/cart/exchange.tsx'
import { cartPageTexts } from '#features/cart/islands/texts.ts'
import { cartPageForms } from '#features/cart/parts/cart-forms.ts'
import { newestInCart, productsInCart } from '#features/cart/queries/lines.ts'
import { relatedProducts } from '#features/catalog/actions/browse.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx, Notice } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { fixedPaths } from '#wire/paths.ts'

interface Data {
  view: CartView
  notice: Notice | null
  /** The lines that a post without scripts has just removed, for undo. */
  removed: { sku: string; quantity: number } | null
  exchanging: Exchanging | null
  /** Products that go with the newest lines. */
  goesWith: ProductCard[]
  isGuest: boolean
}

/** The number of newest products considered, of suggestions for each, and of suggestions shown. */
const askedCount = 3
const namedCount = 8
const goesWithCount = 4

export default definePage<Data>({
  name: 'cart',
  visibility: 'private',
  query: ['removed', 'quantity', 'exchange'],
  styles: ['shop', 'checkout', 'account'],

  async load(ctx, _params, query): Promise<Loaded<Data>> {
    await noteFirstSight(ctx)
    const cart = await listCart(ctx, {})
    if (!cart.ok) throw new Error('a cart can always be listed')
    return {
      kind: 'page',
      data: {
        view: cart.value,
        notice: ctx.visitor.notice,
        removed: readRemoved(query, cart.value),
        exchanging: await readExchanging(query, cart.value, ctx),
        goesWith: await goesWithCart(ctx),
        isGuest: (await ctx.who()).customer === null,
      },
      tags: [],
    }
  },

  meta: (_, ctx) => ({
    title: `${ctx.t('cart.title')} – ${ctx.shop.shop.name}`,
    description: ctx.t('cart.description'),
    canonicalPath: fixedPaths.cart,
    noindex: true,
  }),

  pageData: ({ view }) => ({ count: view.count }),

  View({ data, ctx }): ReactNode {
    const { view, notice, removed, exchanging, goesWith, isGuest } = data
    const { t } = ctx
    return (
      <div className="cart-page container container-xl">
        <h1>{t('cart.title')}</h1>
        <Message notice={notice} removed={removed} ctx={ctx} />
        <Island
          name="cart"
          k="cart"
          props={{
            view,
            forms: cartPageForms(ctx),
            countries: countriesFor(ctx.shop.sales, ctx.lang),
            exchanging,
            browse: linksFor(ctx.shop.router, ctx.langPath).home(),
            texts: pickTexts(ctx.texts, cartPageTexts),
            lang: ctx.lang,
          }}
        />
        {isGuest && <SignInHere next={linksFor(ctx.shop.router, ctx.langPath).cart()} ctx={ctx} />}
        {goesWith.length > 0 && (
          <section className="cart-goes-with" aria-labelledby="goes-with">
            <h2 id="goes-with">{t('cart.goes_with')}</h2>
            <ProductGrid products={goesWith} ctx={ctx} shape="rail" />
          </section>
        )}
        {/* What was looked at last; it comes from the device. */}
        <div data-recent="" />
      </div>
    )
  },
})

/** The message of the last post without scripts. */
function Message({
  notice,
  removed,
  ctx,
}: {
  notice: Notice | null
  removed: Data['removed']
  ctx: Ctx
}): ReactNode {
  if (!notice && !removed) return null
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <div className={`cart-page-notice${notice?.kind === 'refused' ? ' cart-page-notice-refused' : ''}`}>
      <p role={notice?.kind === 'refused' ? 'alert' : 'status'}>{notice?.text ?? t('cart.removed')}</p>
      {removed && notice?.kind !== 'refused' && (
        <form action={links.form('cart/add')} method="post">
          <input type="hidden" name="sku" value={removed.sku} />
          <input type="hidden" name="quantity" value={removed.quantity} />
          <Button type="submit" look="plain">
            {t('cart.undo')}
          </Button>
        </form>
      )}
    </div>
  )
}

/** The removed lines are in the URL; lines that are in the cart again need no undo. */
function readRemoved(query: URLSearchParams, view: CartView): Data['removed'] {
  const sku = query.get('removed') ?? ''
  const quantity = Number(query.get('quantity'))
  if (sku === '' || sku.length > 64 || !Number.isInteger(quantity) || quantity < 1 || quantity > 9_999)
    return null
  return view.lines.some((line) => line.sku === sku) ? null : { sku, quantity }
}

/** The line that is being exchanged is in the URL. */
async function readExchanging(query: URLSearchParams, view: CartView, ctx: Ctx): Promise<Exchanging | null> {
  const line = Number(query.get('exchange'))
  if (!view.lines.some(({ id }) => id === line)) return null
  const found = await listVariants(ctx, { line })
  return found.ok ? { line, variants: found.value.variants } : null
}

/** Products bought together with the newest lines first, then similar ones; none that are in the cart. */
async function goesWithCart(ctx: Ctx): Promise<ProductCard[]> {
  const hash = (await ctx.who()).owner
  if (hash === null) return []
  const newest = await newestInCart(ctx.db, hash, askedCount)
  if (newest.length === 0) return []
  const own = new Set(await productsInCart(ctx.db, hash))
  const near = await Promise.all(newest.map(({ slug }) => relatedProducts(ctx, { slug, limit: namedCount })))
  const found = near.flatMap((one) => (one.ok ? [one.value] : []))
  const cards = [
    ...found.flatMap(({ together }) => together.map(({ card }) => card)),
    ...found.flatMap(({ products }) => products),
  ]
  const byId = new Map(cards.filter(({ id }) => !own.has(id)).map((card) => [card.id, card]))
  return [...byId.values()].slice(0, goesWithCount)
}
