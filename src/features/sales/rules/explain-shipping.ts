import { deliveryDay } from '#domain/delivery/delivery-day.ts'
import { deliverySpan } from '#domain/delivery/delivery.ts'
import { quote } from '#domain/pricing.ts'
import type { ShippingChoice } from '../contract.ts'
import { formatDaySpan, formatMoney } from '#i18n/format.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ShippingMethod } from '#wire/settings/sales.ts'
import type { Priced, ShippingOffer } from './price-lines.ts'
import { methodName } from './markets-and-methods.ts'

/** A method with its cost, after free shipping by promotions and coupons. */
export function presentShipping({ method, facts }: ShippingOffer, priced: Priced, ctx: Ctx): ShippingChoice {
  const isChosen = method === priced.shippingMethod
  const { shipping } = isChosen ? priced.quote : quote({ ...priced.facts, shipping: facts })
  return {
    code: method.code,
    name: methodName(method, ctx),
    note: pickText(method.note, ctx.locale),
    price:
      shipping === null || shipping === 0
        ? ctx.t('checkout.call.free')
        : formatMoney(shipping, ctx.currency, ctx.lang),
    arrives: arrivalText(method, ctx),
  }
}

/** "Tue, Nov 24 – Wed, Nov 25"; empty if the shop has configured no delivery times. */
function arrivalText({ days }: ShippingMethod, { shop, now, lang }: Ctx): string {
  const settings = shop.shop.delivery
  if (settings === null || shop.sales.shipping.length === 0) return ''
  const { today, isPacked } = deliveryDay(settings, now)
  return formatDaySpan(deliverySpan(today, isPacked, settings.handling, days, settings), lang)
}
