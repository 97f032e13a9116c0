import type { ReactNode } from 'react'
import { formatMoney } from '#i18n/format.ts'
import { useTags } from '#platform/server/pages/render.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { Picture, type PictureSource } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { linksFor } from '#wire/links.ts'
import type { PriceView, ProductView, TogetherView } from '../contract.ts'

interface BoughtTogetherProps {
  product: ProductView
  /** The SKU at rendering time; the island updates the form after another choice. */
  chosen: string
  together: readonly TogetherView[]
  ctx: Ctx
}

/** A product with those that go with it, added to the cart with one press. */
export function BoughtTogether({ product, chosen, together, ctx }: BoughtTogetherProps): ReactNode {
  useTags(together.map(({ card }) => `product:${card.id}`))
  const { t } = ctx
  const own = product.skus.find(({ sku }) => sku === chosen)
  if (!own) return null
  const sum = own.price.amount + together.reduce((total, { price }) => total + price.amount, 0)
  // If variants differ in price, a sum would be wrong after another choice.
  const isCertain = product.skus.every(({ price }) => price.amount === own.price.amount)
  return (
    <section className="product-together" aria-labelledby="together">
      <h2 id="together">{t('product.together')}</h2>
      <ul>
        <li>
          <Item
            title={product.title}
            href={null}
            choice=""
            price={own.price}
            picture={product.pictures[own.picture ?? 0] ?? null}
            ctx={ctx}
          />
        </li>
        {together.map(({ card, sku, choice, price }) => (
          <li key={sku}>
            <Item
              title={card.title}
              href={card.href}
              choice={choice}
              price={price}
              picture={card.picture}
              ctx={ctx}
            />
          </li>
        ))}
      </ul>
      <form
        className="product-together-buy"
        action={linksFor(ctx.shop.router, ctx.langPath).form('cart/addAll')}
        method="post"
        data-action="cart/addAll"
      >
        <input type="hidden" name="skus[]" value={chosen} data-chosen="" />
        {together.map(({ sku }) => (
          <input key={sku} type="hidden" name="skus[]" value={sku} />
        ))}
        {isCertain && <p>{t('product.together_sum', { price: formatMoney(sum, ctx.currency, ctx.lang) })}</p>}
        <Button type="submit" look="quiet">
          {t('product.together_add', { count: together.length + 1 })}
        </Button>
      </form>
    </section>
  )
}

interface ItemProps {
  title: string
  /** Null for the page's own product. */
  href: string | null
  choice: string
  price: PriceView
  picture: PictureSource | null
  ctx: Ctx
}

function Item({ title, href, choice, price, picture, ctx: { t } }: ItemProps): ReactNode {
  return (
    <>
      {picture && <Picture picture={{ ...picture, alt: '' }} sizes="6rem" from={160} to={320} bare />}
      <div>
        {href === null ? (
          <p className="product-together-title">{title}</p>
        ) : (
          <a className="product-together-title" href={href} data-page="product">
            {title}
          </a>
        )}
        {choice !== '' && <p className="product-together-choice">{choice}</p>}
        <Price price={price} was={t('product.was')} />
      </div>
    </>
  )
}
