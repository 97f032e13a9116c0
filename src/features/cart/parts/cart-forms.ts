import type { Ctx } from '#platform/server/context.ts'
import { linksFor } from '#wire/links.ts'
import type { CartForms } from './cart-lines.tsx'

export function cartForms(ctx: Ctx): CartForms {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return {
    update: links.form('cart/update'),
    remove: links.form('cart/remove'),
    select: links.form('cart/select'),
    cart: links.cart(),
  }
}
