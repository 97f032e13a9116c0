import type { ReactNode } from 'react'
import { highestOf } from '#domain/quantity/quantity-rule.ts'
import type { ProductView, SkuView } from '#features/catalog/contract.ts'
import type { Stock } from '#features/catalog/islands/product-buttons/choice.ts'
import type { ButtonSku } from '#features/catalog/islands/product-buttons/island.tsx'
import { productButtonsTexts } from '#features/catalog/islands/product-buttons/texts.ts'
import type { GalleryPicture } from '#features/catalog/islands/product-image/pictures.ts'
import { productImageTexts } from '#features/catalog/islands/product-image/texts.ts'
import { quantityHint } from '#features/sales/rules/quantity-words.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { linksFor } from '#wire/links.ts'

/*
 * The pictures of a product and the choice among its SKUs, wherever they stand.
 */

/** How wide the gallery's stage is. */
export const stageSizes = '(min-width: 64em) 54vw, (min-width: 48em) 48vw, 100vw'

interface ImageProps {
  k: string
  product: Pick<ProductView, 'title'>
  pictures: readonly GalleryPicture[]
  sizes?: string
  ctx: Ctx
}

export function ProductImage({ k, product, pictures, sizes = stageSizes, ctx }: ImageProps): ReactNode {
  return (
    <Island
      name="product-image"
      k={k}
      props={{
        title: product.title,
        pictures: ctx.shop.theme.showSlideImage ? pictures : pictures.slice(0, 1),
        sizes,
        texts: pickTexts(ctx.texts, productImageTexts),
        lang: ctx.lang,
      }}
    />
  )
}

interface ButtonsProps {
  k: string
  product: Pick<ProductView, 'href' | 'options'>
  skus: readonly ButtonSku[]
  /** The SKU that is chosen at first. */
  chosen: string
  ctx: Ctx
}

export function ProductButtons({ k, product, skus, chosen, ctx }: ButtonsProps): ReactNode {
  const { theme } = ctx.shop
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <Island
      name="product-buttons"
      k={k}
      props={{
        href: product.href,
        options: product.options,
        skus,
        chosen,
        action: theme.showCart ? links.form('cart/add') : null,
        buy: theme.showCart ? links.form('checkout/create') : null,
        alert: links.form('product/alert'),
        texts: pickTexts(ctx.texts, productButtonsTexts),
        lang: ctx.lang,
      }}
    />
  )
}

export function buttonSkus(product: ProductView, ctx: Ctx): ButtonSku[] {
  return product.skus.map((view) => buttonSku(view, ctx))
}

/** A SKU without its exact stock: otherwise every sale would invalidate every page. */
function buttonSku(view: SkuView, ctx: Ctx): ButtonSku {
  const { sku, options, price, available, picture, unitPrice, lowest, tiers } = view
  const { lowStockAt, maxQuantityPerLine } = ctx.shop.shop
  const { min, max, step } = view.quantity
  const rule = { minQuantity: min, maxQuantity: max, quantityStep: step }
  const limit = highestOf(rule, maxQuantityPerLine)
  const isLow = available !== null && available > 0 && available <= Math.min(lowStockAt, limit)
  const stock: Stock = available === null ? 'order' : available <= 0 ? 'out' : isLow ? 'low' : 'in'
  const { text, line, off } = price
  return {
    sku,
    options,
    price: { text, line, off },
    stock,
    stockText: stockText(stock, available, ctx),
    left: isLow ? available : null,
    min,
    step,
    most: isLow ? available : limit,
    rule: quantityHint(rule, ctx),
    picture,
    unitPrice,
    lowest: lowest && ctx.t('product.lowest', { price: lowest }),
    tiers: tiers.map((tier) => ({
      from: tier.from,
      label: ctx.t('product.tier_from', { from: tier.from }),
      each: ctx.t('product.tier_each', { price: tier.text }),
      off: tier.off,
    })),
  }
}

function stockText(stock: Stock, available: number | null, { t }: Ctx): string {
  switch (stock) {
    case 'in':
      return t('product.in_stock')
    case 'low':
      return t('product.low', { left: available ?? 0 })
    case 'order':
      return t('product.to_order')
    case 'out':
      return t('product.sold_out')
  }
}

/** The chosen SKU's picture first. */
export function galleryOf(product: ProductView, chosen: ButtonSku): GalleryPicture[] {
  const pictures = product.pictures.map(({ key, width, height, preview, color, alt }, number) => ({
    key,
    width,
    height,
    preview,
    color,
    alt,
    number,
  }))
  return pictures.toSorted(
    (a, b) => Number(b.number === chosen.picture) - Number(a.number === chosen.picture),
  )
}
