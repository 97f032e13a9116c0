import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import type { CartPageForms } from '../islands/cart/forms.ts'
import type { CartForms } from './cart-lines.tsx'

export function cartForms(ctx: Ctx): CartForms {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return {
    update: links.form('cart/update'),
    remove: links.form('cart/remove'),
    select: links.form('cart/select'),
    cart: links.cart(),
    checkout: links.form('checkout/create'),
  }
}

export function cartPageForms(ctx: Ctx): CartPageForms {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return {
    ...cartForms(ctx),
    keep: links.form('cart/keep'),
    save: links.form('cart/saveForLater'),
    move: links.form('cart/moveToCart'),
    forget: links.form('cart/removeSaved'),
    exchange: links.form('cart/changeSku'),
    coupon: links.form('cart/coupon'),
    removeCoupon: links.form('cart/removeCoupon'),
    estimate: links.form('cart/estimate'),
    note: links.form('cart/note'),
    link: links.cartLink(),
  }
}
