import { randomBytes } from 'node:crypto'
import { adjustmentShares, reducedQuote } from '#domain/aftersale/adjust.ts'
import { quote } from '#domain/pricing.ts'
import type { Quote } from '#domain/quote.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { lockSourceKey, noteSource } from '#features/orders/queries/source.ts'
import { placeOrder, type PlaceRefusal } from '#features/orders/rules/place.ts'
import type { Address } from '#features/postal/contract.ts'
import { promotionsOf } from '#features/promotions/rules/running.ts'
import { newOwner, ownerHash } from '#features/session/rules/who.ts'
import { methodName } from '#features/sales/rules/markets-and-methods.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { ShippingMethod } from '#wire/settings/sales.ts'
import { orderOf, type OrderOfCtx } from '../actions/submit.ts'
import { assess, type AssessCtx, type Assessment, type ShopFacts } from '../assess.ts'
import { closeCheckout, insertCheckout, lockCheckout, updateCheckout } from '../queries/checkouts.ts'

/*
 * An order that the operator writes for somebody, by the way that shoppers go: a checkout, its prices, `placeOrder`. Who
 * it is for pays it by the link of the mail.
 */

export type CreateWork = AssessCtx & OrderOfCtx & Pick<Ctx, 'db' | 'transact' | 'kept'>

export interface OrderWish {
  /** The operator's name for the order: the same is not written twice. */
  readonly key: string
  /** Null for a guest. */
  readonly customer: number | null
  readonly email: string
  readonly address: Address
  /** Null: as the address. */
  readonly billing: Address | null
  readonly note: string
  /** `price`: minor units for one, instead of the list's; promotions apply to it as to that. */
  readonly lines: readonly {
    readonly sku: string
    readonly quantity: number
    readonly price: number | null
  }[]
  readonly coupons: readonly string[]
  /** Whether running promotions count. */
  readonly promotions: boolean
  /** Codes; null for the first that there is, or the only one. */
  readonly shipping: string | null
  readonly payment: string | null
  /** Minor units off the goods. */
  readonly discount: { readonly amount: number; readonly reason: string } | null
}

/** A method that the order cannot have, or one that has to be chosen. */
export interface MethodFault {
  readonly field: 'shipping' | 'payment'
  /** The wish; null for none. */
  readonly code: string | null
  /** The shop has it, but not for this order. */
  readonly isKnown: boolean
  /** The methods that there are for this order. */
  readonly offered: readonly { readonly code: string; readonly name: string }[]
  /** ISO 3166-1, of the delivery address. */
  readonly country: string
}

export type CreateFault =
  /** Field of the wish (`address.city`) → what is missing. */
  | { name: 'incomplete'; fields: Readonly<Record<string, string>>; methods: readonly MethodFault[] }
  | { name: 'not_for_sale'; sku: string; why: string }
  | { name: 'twice'; sku: string }
  | { name: 'coupon'; code: string }
  | { name: 'discount'; left: number }
  | PlaceRefusal

export interface CreatedOrder {
  number: string
  isNew: boolean
  /** Minor units; null of an order that was written before. */
  total: number | null
  toPay: number | null
}

/** @param work in the order's language and currency */
export async function createOrderByShop(
  work: CreateWork,
  wish: OrderWish,
): Promise<Result<CreatedOrder, CreateFault>> {
  const skus = wish.lines.map(({ sku }) => sku)
  const twice = skus.find((sku, index) => skus.indexOf(sku) !== index)
  if (twice !== undefined) return no({ name: 'twice', sku: twice })
  // Before the transaction: it may take a connection.
  const facts: ShopFacts = {
    promotions: wish.promotions ? await promotionsOf(work) : [],
    offered: [],
    terms: null,
  }
  return work.transact(async (tx) => {
    const known = await lockSourceKey(tx, wish.key)
    if (known !== null) return ok({ number: known.number, isNew: false, total: null, toPay: null })
    const owner = wish.customer === null ? newOwner().hash : ownerHash(wish.customer)
    const row = await openCheckout(tx, work, owner, wish)
    const assessment = await assess(work, tx, row, facts)
    const fault = faultOf(work, wish, assessment)
    if (fault !== null) return no(fault)
    const priced = reprice(assessment.priced.quote, assessment, wish)
    if (!priced.ok) return priced
    const order = orderOf(work, { hash: owner, network: null }, row, {
      ...assessment,
      priced: { ...assessment.priced, quote: priced.value },
    })
    const placed = await placeOrder(tx, work, order)
    if (!placed.ok) return placed
    const { id, number } = placed.value
    await closeCheckout(tx, row.id, { id, paymentMethod: order.method?.code ?? null }, work.now)
    await noteSource(tx, id, wish.key)
    return ok({ number, isNew: true, total: order.quote.total, toPay: order.quote.toPay })
  })
}

async function openCheckout(
  tx: Tx,
  { now, locale, currency }: CreateWork,
  owner: Buffer,
  { customer, email, address, billing, note, lines, coupons, shipping, payment }: OrderWish,
): ReturnType<typeof assessable> {
  const slug = randomBytes(16).toString('base64url')
  await insertCheckout(tx, {
    slug,
    ownerHash: owner,
    customer,
    cartId: null,
    currency,
    locale,
    lines: lines.map(({ sku, quantity }) => ({ sku, quantity })),
    first: { contact: {}, address: {} },
    now,
  })
  const row = await assessable(tx, slug, owner)
  await updateCheckout(
    tx,
    row.id,
    {
      contact: { email, marketing: false },
      address,
      billing,
      note,
      couponCodes: coupons,
      shippingMethod: shipping,
      paymentMethod: payment,
      creditWanted: null,
    },
    now,
  )
  return assessable(tx, slug, owner)
}

async function assessable(tx: Tx, slug: string, owner: Buffer) {
  const row = await lockCheckout(tx, slug, owner)
  if (row === null) throw new Error('a checkout that was just written is not there')
  return row
}

function faultOf(work: CreateWork, wish: OrderWish, { missing, priced }: Assessment): CreateFault | null {
  const { coupons } = wish
  const bad = priced.lines.find(({ sku, trouble }) => trouble !== null || !isPriced(priced.quote, sku))
  if (bad !== undefined) return { name: 'not_for_sale', sku: bad.sku, why: bad.trouble ?? 'no price' }
  // Of goods that cannot be bought, shipping and payment are missing, too.
  if (Object.keys(missing).length > 0) return incomplete(work, wish, missing, priced)
  const code = coupons.find(
    (one) => !priced.coupons.some((entered) => entered.code === one && entered.outcome?.applied === true),
  )
  return code === undefined ? null : { name: 'coupon', code }
}

/** The checkout's fields by their names in the wish, and its methods with those that could be chosen. */
function incomplete(
  work: CreateWork,
  { address: { country }, shipping, payment }: OrderWish,
  { shippingMethod, paymentMethod, 'contact.email': email, ...missing }: Assessment['missing'],
  priced: Assessment['priced'],
): CreateFault {
  const { sales } = work.shop
  const fault = (
    field: MethodFault['field'],
    code: string | null,
    all: readonly { readonly code: string }[],
    offered: typeof priced.payment | readonly ShippingMethod[],
  ): MethodFault => ({
    field,
    code,
    isKnown: all.some((method) => method.code === code),
    offered: offered.map((method) => ({ code: method.code, name: methodName(method, work) })),
    country,
  })
  const offers = priced.shipping.map(({ method }) => method)
  // A country that the shop does not sell to is the cause of everything that is missing after it.
  const isSold = missing['address.country'] === undefined
  return {
    name: 'incomplete',
    fields: { ...(email === undefined ? {} : { email }), ...missing },
    methods: [
      ...(isSold && shippingMethod !== undefined
        ? [fault('shipping', shipping, sales.shipping, offers)]
        : []),
      ...(isSold && paymentMethod !== undefined
        ? [fault('payment', payment, sales.payment, priced.payment)]
        : []),
    ],
  }
}

function isPriced({ lines }: Quote, sku: string): boolean {
  return lines.some(({ key }) => key === sku)
}

/** The quote with the operator's own prices and discount. */
function reprice(
  listed: Quote,
  { priced }: Assessment,
  { lines, discount }: OrderWish,
): Result<Quote, CreateFault> {
  const prices = new Map(lines.flatMap(({ sku, price }) => (price === null ? [] : [[sku, price] as const])))
  const own =
    prices.size === 0
      ? listed
      : quote({
          ...priced.facts,
          lines: priced.facts.lines.map((line) => {
            const amount = prices.get(line.key)
            return amount === undefined ? line : { ...line, amount, tiers: [] }
          }),
        })
  if (own.shipping === null)
    return no({
      name: 'incomplete',
      fields: { shipping: 'no row of the method fits the prices of this order' },
      methods: [],
    })
  if (discount === null) return ok(own)
  const shares = adjustmentShares(own, [], { line: null, amount: discount.amount, goodsOnly: true })
  if (shares.ok) return ok(reducedQuote(own, shares.value, discount.reason))
  return no({ name: 'discount', left: shares.problem.name === 'too_much' ? shares.problem.left : 0 })
}
