import { z } from 'zod'
import { address, contact } from '#features/postal/contract.ts'
import { couponRow, quantityProblems, shippingChoice, sumRow } from '#features/sales/contract.ts'
import { endpoint } from '#wire/endpoint.ts'
import { lineField, textField } from '#wire/written.ts'
import { pictureView } from '#wire/picture-view.ts'

/* From the chosen lines of a cart to an order. */

export const checkoutSteps = ['cart', 'information', 'payment'] as const
export type CheckoutStep = (typeof checkoutSteps)[number]

const slug = z.string().min(1).max(40)

const amount = z.object({ text: z.string(), amount: z.int() })

const line = z.object({
  sku: z.string(),
  title: z.string(),
  href: z.string(),
  choice: z.string(),
  picture: pictureView.nullable(),
  quantity: z.int(),
  /** For one. */
  price: z.string(),
  /** The line's price after all reductions. */
  total: z.string(),
  /** Before; null when nothing was taken off. */
  before: z.string().nullable(),
  /** Why it cannot be bought as it is, in the visitor's language; null if it can. */
  trouble: z.string().nullable(),
  /** The quantity that can be bought instead, and the words of its button; null where none can, or it need not. */
  mend: z.object({ quantity: z.int(), button: z.string() }).nullable(),
  /** The fewest that it may be set to, and what it may be set to multiples of. */
  min: z.int(),
  step: z.int(),
})

const paymentChoice = z.object({
  code: z.string(),
  name: z.string(),
  note: z.string(),
  /** "+ $2.00"; empty for nothing. */
  fee: z.string(),
})

export const checkoutView = z.object({
  slug: z.string(),
  currency: z.string(),
  lines: z.array(line),
  /** What the shopper has changed in the cart since the checkout was displayed last, in sentences. */
  changes: z.array(z.string()),
  contact,
  address,
  /** Null: as the address. */
  billing: address.nullable(),
  note: z.string(),
  /** Methods that serve the address now; empty: none does, or the address is unknown. */
  shippingMethods: z.array(shippingChoice),
  shippingMethod: z.string().nullable(),
  paymentMethods: z.array(paymentChoice),
  paymentMethod: z.string().nullable(),
  coupons: z.array(couponRow),
  /** Coupons that could be used, best first, and why the others could not. */
  advice: z.array(couponRow),
  /** Codes of the best combination that is not entered yet; empty when nothing is better. */
  bestCoupons: z.array(z.string()),
  /** Store credit that could be spent; null for a guest. */
  credit: z.object({ balance: amount, wanted: amount.nullable() }).nullable(),
  sums: z.array(sumRow),
  /** What is left to pay after store credit, in minor units. */
  toPay: z.int(),
  /** The same as text: what the button that orders names. */
  toPayText: z.string(),
  /** The total that the shopper sees and sends back when submitting, in minor units. */
  total: z.int(),
  totalText: z.string(),
  /** What the step needs and does not have: field → what to do. `address.city`, `contact.email`, `shippingMethod`. */
  missing: z.record(z.string(), z.string()),
  /** How much is missing to the least that the shop sells, as a sentence; null where nothing is. */
  belowMinimum: z.string().nullable(),
  /** The page of the terms; null when nothing is to be agreed to. */
  terms: z.object({ title: z.string(), href: z.string() }).nullable(),
  /** Set when it has become an order. */
  order: z.object({ number: z.string(), href: z.string() }).nullable(),
})
export type CheckoutView = z.output<typeof checkoutView>

export const createCheckout = endpoint({
  path: '/checkout/create',
  summary: 'Begins a checkout of chosen cart lines, or of one SKU at once',
  writes: true,
  /** Without either: all chosen lines of the cart. */
  input: z.strictObject({
    lines: z.array(z.int().min(1)).min(1).max(500).optional(),
    sku: z.string().min(1).max(64).optional(),
    /** Without it: the fewest that can be bought. */
    quantity: z.int().min(1).max(9999).optional(),
  }),
  output: z.object({ slug: z.string() }),
  problems: ['cart_empty', 'unknown_sku', 'unknown_line', ...quantityProblems, 'too_many_requests'],
})
export const checkoutDetail = endpoint({
  path: '/checkout/detail',
  summary: 'A checkout as it stands',
  input: z.strictObject({ slug }),
  output: checkoutView.extend({
    /**
     * The countries that are sold to, by name, in the visitor's language. No change of the checkout changes them, and
     * they may be 250: answers to changes leave them out.
     */
    countries: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  problems: ['unknown_checkout'],
})
/** Stores typed values, complete or not; absent parts stay as they were. */
export const saveInformation = endpoint({
  path: '/checkout/information',
  summary: 'Keeps contact, address, billing address and note',
  writes: true,
  input: z.strictObject({
    slug,
    contact: contact.optional(),
    address: address.optional(),
    /** One of the customer's addresses, in place of `address`. */
    addressId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    billing: address.nullable().optional(),
    note: textField(1000).optional(),
    /** The address goes into the customer's book, too, as soon as nothing in it is missing. */
    keep: z.enum(['on', 'off']).optional(),
  }),
  output: checkoutView,
  problems: ['unknown_checkout', 'checkout_done'],
})
export const changeQuantity = endpoint({
  path: '/checkout/line',
  summary: 'Sets how many of a line are bought; 0 takes it out',
  writes: true,
  input: z.strictObject({ slug, sku: z.string().min(1).max(64), quantity: z.int().min(0).max(9999) }),
  output: checkoutView,
  problems: ['unknown_checkout', 'checkout_done', 'unknown_line', ...quantityProblems, 'cart_empty'],
})
export const enterCoupon = endpoint({
  path: '/checkout/coupon',
  summary: 'Enters a coupon code',
  writes: true,
  input: z.strictObject({ slug, code: lineField(60) }),
  output: checkoutView,
  problems: [
    'unknown_checkout',
    'checkout_done',
    'unknown_coupon',
    'coupon_expired',
    'coupon_used_up',
    'coupon_used_by_you',
    'too_many_requests',
  ],
})
export const removeCoupon = endpoint({
  path: '/checkout/removeCoupon',
  summary: 'Takes a coupon code out',
  writes: true,
  input: z.strictObject({ slug, code: lineField(60) }),
  output: checkoutView,
  problems: ['unknown_checkout', 'checkout_done'],
})
export const applyCredit = endpoint({
  path: '/checkout/credit',
  summary: 'Pays a part with store credit, or no part',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ slug, use: z.enum(['on', 'off']) }),
  output: checkoutView,
  problems: ['unknown_checkout', 'checkout_done', 'no_credit'],
})
export const usableCoupons = endpoint({
  path: '/coupon/usable',
  summary: 'What the coupons that the customer has claimed would do in a checkout',
  needs: 'customer',
  input: z.strictObject({ checkout: slug }),
  output: z.object({ coupons: z.array(couponRow) }),
  problems: ['unknown_checkout'],
})
export const listShippingMethods = endpoint({
  path: '/checkout/shippingMethods',
  summary: 'The shipping methods that go to the address',
  input: z.strictObject({ slug }),
  output: z.object({ methods: z.array(shippingChoice), chosen: z.string().nullable() }),
  problems: ['unknown_checkout'],
})
export const chooseShipping = endpoint({
  path: '/checkout/shipping',
  summary: 'Chooses a shipping method',
  writes: true,
  input: z.strictObject({ slug, method: z.string().max(40) }),
  output: checkoutView,
  problems: ['unknown_checkout', 'checkout_done', 'shipping_unavailable'],
})
export const listPaymentMethods = endpoint({
  path: '/checkout/paymentMethods',
  summary: 'The payment methods for this order',
  input: z.strictObject({ slug }),
  output: z.object({ methods: z.array(paymentChoice), chosen: z.string().nullable() }),
  problems: ['unknown_checkout'],
})
export const choosePayment = endpoint({
  path: '/checkout/payment',
  summary: 'Chooses a payment method before submitting, so that the total holds its fee',
  writes: true,
  input: z.strictObject({ slug, method: z.string().max(40) }),
  output: checkoutView,
  problems: ['unknown_checkout', 'checkout_done', 'unknown_payment_method'],
})
/**
 * `data.dialog` of a submit answered with code 10: the differences from the shopper's view, and the checkout as it is
 * now.
 */
export const submitDialog = z.object({
  /** Null if the total has not changed. */
  total: z.object({ before: z.string(), after: z.string() }).nullable(),
  /** Lines that cannot be bought as they are, and why. */
  lines: z.array(z.object({ sku: z.string(), title: z.string(), text: z.string() })),
  /** Coupons that were entered and do not count any more, and why. */
  coupons: z.array(couponRow),
  checkout: checkoutView,
})
export type SubmitDialog = z.output<typeof submitDialog>

/**
 * Places the order. If the total differs from the shopper's view, or a line is unavailable, the answer is code 10
 * with the new view, and nothing is charged. A checkout that has become an order answers with that order again.
 */
export const submitCheckout = endpoint({
  path: '/checkout/submit',
  summary: 'Places the order',
  writes: true,
  input: z.strictObject({
    slug,
    /** Absent where none was chosen, as in a form: the refusal says that one must be. */
    paymentMethod: z.string().max(40).default(''),
    /** The total that the shopper saw, in minor units of the checkout's currency. */
    total: z.int().min(0),
    /** The terms are accepted, if the shop asks. */
    terms: z.boolean().default(false),
  }),
  output: z.object({
    order: z.string(),
    /** Where to go next: to pay, or to the thank-you page. */
    next: z.string(),
  }),
  problems: [
    'unknown_checkout',
    'cart_empty',
    'total_changed',
    'checkout_incomplete',
    'checkout_out_of_stock',
    'shipping_unavailable',
    'unknown_payment_method',
    'terms_not_accepted',
    'below_minimum_order',
    'coupon_used_up',
    'coupon_used_by_you',
    'credit_changed',
    'too_many_requests',
    'too_many_orders',
    'too_many_at_once',
    'too_many_unpaid',
  ],
})
