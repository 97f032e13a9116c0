import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx, Notice } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/page.ts'
import { Island } from '#platform/server/render.tsx'
import { Button } from '#ui/button.tsx'
import { linksFor } from '#wire/links.ts'
import { countriesFor } from '../actions/countries.ts'
import { listVariants, noteFirstSight } from '../actions/journal.ts'
import { listCart } from '../actions/lines.ts'
import type { CartView } from '../contract.ts'
import type { Exchanging } from '../islands/cart/exchange.tsx'
import { cartPageTexts } from '../islands/texts.ts'
import { cartPageForms } from '../parts/cart-forms.ts'

interface Data {
  view: CartView
  notice: Notice | null
  /** What a post without scripts has just removed, to be put back. */
  removed: { sku: string; quantity: number } | null
  exchanging: Exchanging | null
}

export default definePage<Data>({
  name: 'cart',
  visibility: 'private',
  query: ['removed', 'quantity', 'exchange'],

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
      },
      tags: [],
    }
  },

  meta: (_, ctx) => ({
    title: `${ctx.t('cart.title')} – ${ctx.shop.shop.name}`,
    description: ctx.t('cart.description'),
    canonicalPath: '/cart',
    noindex: true,
  }),

  pageData: ({ view }) => ({ count: view.count }),

  View({ data, ctx }): ReactNode {
    const { view, notice, removed, exchanging } = data
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
        {/* What was looked at last; it comes from the device. */}
        <div data-recent="" />
      </div>
    )
  },
})

/** What came of the last post without scripts. */
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

/** The address says what was removed; what is in the cart again needs no way back. */
function readRemoved(query: URLSearchParams, view: CartView): Data['removed'] {
  const sku = query.get('removed') ?? ''
  const quantity = Number(query.get('quantity'))
  if (sku === '' || sku.length > 64 || !Number.isInteger(quantity) || quantity < 1 || quantity > 9_999)
    return null
  return view.lines.some((line) => line.sku === sku) ? null : { sku, quantity }
}

/** The address says which line is being exchanged. */
async function readExchanging(query: URLSearchParams, view: CartView, ctx: Ctx): Promise<Exchanging | null> {
  const line = Number(query.get('exchange'))
  if (!view.lines.some(({ id }) => id === line)) return null
  const found = await listVariants(ctx, { line })
  return found.ok ? { line, variants: found.value.variants } : null
}
