import type { ReactNode } from 'react'
import { most } from '#domain/cart.ts'
import { unitAmount } from '#domain/tiers.ts'
import { formatMoney } from '#i18n/format.ts'
import { fallbackChain } from '#i18n/locales.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Picture, type PictureSource } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { fixedPaths } from '#wire/paths.ts'
import { pricedLine } from '#features/sales/rules/price-lines.ts'
import { readItems, writeItems } from '../items.ts'
import { pricedSkus } from '#features/sales/queries/line-skus.ts'

interface Item {
  sku: string
  quantity: number
  title: string
  href: string
  choice: string
  picture: PictureSource | null
  /** For all of it. */
  price: string
}

interface Data {
  items: Item[]
  /** Things that are named and cannot be bought now. */
  leftOut: number
}

/** The items of a cart link. Displaying it changes nothing; the button's POST adds them. */
export default definePage<Data>({
  name: 'cart-link',
  visibility: 'private',
  query: ['items'],
  styles: ['checkout'],

  async load(ctx, _params, query): Promise<Loaded<Data>> {
    const named = readItems(query.get('items') ?? '')
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const found = await pricedSkus(ctx.db, [...named.keys()], ctx.currency, fallbackChain(ctx.locale))
    const rows = new Map(found.map((row) => [row.sku, row]))
    const items = [...named].flatMap(([sku, wanted]): Item[] => {
      const row = rows.get(sku) ?? null
      const quantity = row === null ? 0 : Math.min(wanted, most(row, ctx.shop.shop.maxQuantityPerLine))
      if (row === null || row.amount === null || quantity === 0) return []
      const { title, choice } = pricedLine(sku, quantity, row, ctx)
      return [
        {
          sku,
          quantity,
          title,
          href: links.product(row.slug, sku),
          choice,
          picture: row.picture && presentPicture(row.picture, row.picture.alt, title, ctx.locale),
          price: formatMoney(
            unitAmount(row.amount, row.tiers ?? [], quantity) * quantity,
            ctx.currency,
            ctx.lang,
          ),
        },
      ]
    })
    return { kind: 'page', data: { items, leftOut: named.size - items.length }, tags: [] }
  },

  meta: (_, ctx) => ({
    title: `${ctx.t('cart.link_title')} – ${ctx.shop.shop.name}`,
    description: ctx.t('cart.link_description'),
    canonicalPath: fixedPaths['cart-link'],
    noindex: true,
  }),

  pageData: () => null,

  View({ data: { items, leftOut }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    if (items.length === 0)
      return (
        <div className="cart-page container container-xl">
          <EmptyState title={<h1>{t('cart.link_empty')}</h1>} text={t('cart.link_empty_text')}>
            <ButtonLink href={links.home()}>{t('cart.browse')}</ButtonLink>
          </EmptyState>
        </div>
      )
    return (
      <div className="cart-page cart-link-page container container-xl">
        <h1>{t('cart.link_title')}</h1>
        <p>{t('cart.link_text')}</p>
        <ul className="cart-saved-list">
          {items.map(({ sku, quantity, title, href, choice, picture, price }) => (
            <li key={sku} className="cart-saved-line">
              <a className="cart-saved-picture" href={href} tabIndex={-1} aria-hidden="true">
                {picture && <Picture picture={{ ...picture, alt: '' }} sizes="5rem" from={96} to={240} />}
              </a>
              <div className="cart-saved-words">
                <a className="cart-line-title" href={href}>
                  {title}
                </a>
                <p className="cart-line-choice">
                  {[t('cart.units', { count: quantity }), choice].filter((text) => text !== '').join(' · ')}
                </p>
              </div>
              <p className="cart-link-price">{price}</p>
            </li>
          ))}
        </ul>
        {leftOut > 0 && <p className="cart-line-choice">{t('cart.link_left_out', { count: leftOut })}</p>}
        <form action={links.form('cart/addItems')} method="post">
          <input type="hidden" name="items" value={writeItems(items)} />
          <Button type="submit">{t('cart.link_add')}</Button>
        </form>
      </div>
    )
  },
})
