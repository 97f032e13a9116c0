import { checkQuantity } from '#domain/cart.ts'
import { keepAddress } from '#features/addresses/actions/book.ts'
import { findAddress } from '#features/addresses/queries/book.ts'
import { balanceOf } from '#features/credit/queries/ledger.ts'
import { buyerKeys } from '#features/session/rules/who.ts'
import { no, ok } from '#domain/result.ts'
import { tidyPhone } from '#features/postal/rules/phone.ts'
import { withoutLinked } from '#features/sales/rules/linked-coupon.ts'
import { triedTooOften, withCode, withoutCode } from '#features/sales/rules/coupon-codes.ts'
import { supplyOf } from '#features/cart/queries/taking.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input, Problem } from '#wire/endpoint.ts'
import { typedOf } from '../assess.ts'
import type * as contract from '../contract.ts'
import { changeCheckout } from './own.ts'

/** Stores typed values, complete or not; absent parts stay as they were. */
export async function saveInformation(
  ctx: Ctx,
  { slug, contact, address, addressId, billing, note, keep }: Input<typeof contract.saveInformation>,
): Answer<typeof contract.saveInformation> {
  const { customer } = await ctx.who()
  const ofBook =
    customer === null || addressId === undefined ? null : await findAddress(ctx.db, customer, addressId)
  // Without one of that id in the book, it was deleted meanwhile: the form's fields have it still.
  const chosen = ofBook?.address ?? (address && tidyPhone(address))
  return changeCheckout<Problem<typeof contract.saveInformation>>(ctx, slug, async (tx, row) => {
    // What the book refuses is said by the checkout itself: an address with faults. The order does not depend on it.
    if (keep === 'on' && customer !== null)
      await keepAddress(ctx, tx, customer, chosen ?? typedOf(row).address)
    return ok({
      ...(contact === undefined ? {} : { contact }),
      ...(chosen === undefined ? {} : { address: chosen }),
      ...(billing === undefined ? {} : { billing: billing && tidyPhone(billing) }),
      ...(note === undefined ? {} : { note }),
    })
  })
}

/** Sets how many of a line are bought; 0 takes it out, but never the last one. */
export function changeQuantity(
  ctx: Ctx,
  { slug, sku, quantity }: Input<typeof contract.changeQuantity>,
): Answer<typeof contract.changeQuantity> {
  return changeCheckout<Problem<typeof contract.changeQuantity>>(ctx, slug, async (tx, row) => {
    const { lines } = row
    if (!lines.some((line) => line.sku === sku)) return no({ name: 'unknown_line' })
    if (quantity === 0) {
      const others = lines.filter((line) => line.sku !== sku)
      return others.length === 0 ? no({ name: 'cart_empty' }) : ok({ lines: others })
    }
    const supply = await supplyOf(tx, sku, ctx.currency)
    if (supply === null) return no({ name: 'out_of_stock' })
    const allowed = checkQuantity(quantity, supply, ctx.shop.shop.maxQuantityPerLine)
    if (!allowed.ok) return allowed
    return ok({ lines: lines.map((line) => (line.sku === sku ? { ...line, quantity } : line)) })
  })
}

/** Enters a code. A running code that only needs a larger purchase is accepted, and says how much is missing. */
export async function enterCoupon(
  ctx: Ctx,
  { slug, code }: Input<typeof contract.enterCoupon>,
): Answer<typeof contract.enterCoupon> {
  const refused = await triedTooOften(ctx, code)
  if (refused !== null) return refused
  return changeCheckout<Problem<typeof contract.enterCoupon>>(ctx, slug, async (tx, row) => {
    const who = buyerKeys(typedOf(row).contact.email, row.customerId)
    const codes = await withCode(tx, row.couponCodes, code, who, ctx.now)
    return codes.ok ? ok({ couponCodes: codes.value }) : codes
  })
}

export async function removeCoupon(
  ctx: Ctx,
  { slug, code }: Input<typeof contract.removeCoupon>,
): Answer<typeof contract.removeCoupon> {
  return changeCheckout(await withoutLinked(ctx, code), slug, async (_tx, row) =>
    ok({ couponCodes: withoutCode(row.couponCodes, code) }),
  )
}

/** Pays with all the store credit that there is now, or with none. */
export function applyCredit(
  ctx: Ctx,
  { slug, use }: Input<typeof contract.applyCredit>,
): Answer<typeof contract.applyCredit> {
  return changeCheckout<Problem<typeof contract.applyCredit>>(ctx, slug, async (tx, row) => {
    if (use === 'off') return ok({ creditWanted: null })
    const { customerId, currency } = row
    const balance = customerId === null ? 0 : await balanceOf(tx, customerId, currency)
    return balance === 0 ? no({ name: 'no_credit' }) : ok({ creditWanted: balance })
  })
}

/** Chooses one of the methods that serve the address with these goods. */
export function chooseShipping(
  ctx: Ctx,
  { slug, method }: Input<typeof contract.chooseShipping>,
): Answer<typeof contract.chooseShipping> {
  return changeCheckout<Problem<typeof contract.chooseShipping>>(
    ctx,
    slug,
    async () => ok({ shippingMethod: method }),
    // Which are offered does not depend on the chosen one.
    ({ priced }) =>
      priced.shipping.some((offer) => offer.method.code === method)
        ? null
        : no({ name: 'shipping_unavailable' }),
  )
}

/** Chooses the payment method, so that the total includes its fee. */
export function choosePayment(
  ctx: Ctx,
  { slug, method }: Input<typeof contract.choosePayment>,
): Answer<typeof contract.choosePayment> {
  return changeCheckout<Problem<typeof contract.choosePayment>>(
    ctx,
    slug,
    async () => ok({ paymentMethod: method }),
    // Nor here: they depend on the total without a fee.
    ({ priced }) =>
      priced.payment.some(({ code }) => code === method) ? null : no({ name: 'unknown_payment_method' }),
  )
}
