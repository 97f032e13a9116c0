import type { ReactNode } from 'react'
import { fitting } from '#domain/cart.ts'
import { formatMoney } from '#i18n/format.ts'
import { fallbackChain } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import { problemText } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { presentPicture } from '#platform/server/pages/present-picture.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Picture, type PictureSource } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { fixedPaths } from '#wire/paths.ts'
import { safePath } from '#wire/safe-path.ts'
import { promotionsOf } from '#features/promotions/rules/running.ts'
import { isFollowed, takeLinked } from '#features/sales/rules/linked-coupon.ts'
import { pricedLine, priceFound } from '#features/sales/rules/price-lines.ts'
import { readItems, writeItems } from '../items.ts'
import { pricedSkus } from '#features/sales/queries/line-skus.ts'

/** Characters of a code. */
const longestCode = 60

interface Item {
  sku: string
  quantity: number
  title: string
  href: string
  choice: string
  picture: PictureSource | null
  /** For all of it, as a cart of the link's items would charge it without coupons. */
  price: string
}

interface Data {
  /** What became of the coupon that the link brings along; null where it brings none. */
  coupon: { text: string; isKept: boolean } | null
  /** Where the link leads on to. */
  next: string | null
  items: Item[]
  /** Things that are named and cannot be bought now. */
  leftOut: number
}

/**
 * The items and the coupon of a link. Displaying it changes nothing in the shop: the button's POST adds the items, and the
 * coupon waits in the browser (`linked-coupon.ts`).
 */
export default definePage<Data>({
  name: 'cart-link',
  visibility: 'private',
  query: ['items', 'coupon', 'next'],
  styles: ['checkout'],

  async load(ctx, _params, query): Promise<Loaded<Data>> {
    const named = readItems(query.get('items') ?? '')
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const found = await pricedSkus(ctx.db, [...named.keys()], ctx.currency, fallbackChain(ctx.locale))
    const rows = new Map(found.map((row) => [row.sku, row]))
    const lines = [...named].flatMap(([sku, wanted]) => {
      const row = rows.get(sku) ?? null
      const quantity = row === null ? 0 : fitting(wanted, row, ctx.shop.shop.maxQuantityPerLine)
      return quantity === 0 ? [] : [pricedLine(sku, quantity, row, ctx)]
    })
    const { quote } = await priceFound(ctx, ctx.db, {
      lines,
      couponCodes: [],
      destination: { country: '', region: '', postcode: '' },
      shippingMethod: null,
      paymentMethod: null,
      creditWanted: 0,
      buyer: { isFirstOrder: null, who: [] },
      promotions: await promotionsOf(ctx),
    })
    const items = quote.lines.map(({ key, net }): Item => {
      const { sku, quantity, title, choice, row } = lines.find((line) => line.sku === key)!
      const { slug, picture } = row!
      return {
        sku,
        quantity,
        title,
        href: links.product(slug, sku),
        choice,
        picture: picture && presentPicture(picture, picture.alt, title, ctx.locale),
        price: formatMoney(net, ctx.currency, ctx.lang),
      }
    })
    const coupon = await readCoupon(ctx, query.get('coupon') ?? '')
    const next = safePath(query.get('next'))
    return { kind: 'page', data: { coupon, next, items, leftOut: named.size - items.length }, tags: [] }
  },

  meta: ({ items, coupon }, ctx) => ({
    title: `${ctx.t(headOf(items, coupon))} – ${ctx.shop.shop.name}`,
    description: ctx.t('cart.link_description'),
    canonicalPath: fixedPaths['cart-link'],
    noindex: true,
  }),

  pageData: () => null,

  View({ data: { coupon, next, items, leftOut }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    if (items.length === 0 && coupon !== null)
      return (
        <div className="cart-page cart-link-page container container-xl">
          <h1>{t(headOf(items, coupon))}</h1>
          <Coupon coupon={coupon} />
          <ButtonLink href={next ?? links.home()}>{t('cart.continue')}</ButtonLink>
          <ButtonLink href={links.cart()} look="quiet">
            {t('cart.view')}
          </ButtonLink>
        </div>
      )
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
        <h1>{t(headOf(items, coupon))}</h1>
        {coupon !== null && <Coupon coupon={coupon} />}
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

function headOf(items: Data['items'], coupon: Data['coupon']): 'cart.link_title' | 'cart.link_coupon' {
  return items.length === 0 && coupon !== null ? 'cart.link_coupon' : 'cart.link_title'
}

function Coupon({ coupon: { text, isKept } }: { coupon: NonNullable<Data['coupon']> }): ReactNode {
  return (
    <p className={isKept ? undefined : 'cart-failure'} role={isKept ? 'status' : 'alert'}>
      {text}
    </p>
  )
}

async function readCoupon(ctx: Ctx, code: string): Promise<Data['coupon']> {
  if (code === '' || !isFollowed(ctx)) return null
  const taken = await takeLinked(ctx, code.trim().slice(0, longestCode))
  if (!taken.ok) return { text: problemText(taken.problem, ctx.t), isKept: false }
  const name = pickText(taken.value.names, ctx.locale) || taken.value.code
  return { text: ctx.t('cart.link_coupon_kept', { name }), isKept: true }
}
