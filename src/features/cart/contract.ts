import { z } from 'zod'
import { couponRow, quantityProblems, shippingChoice, sumRow } from '#features/sales/contract.ts'
import { endpoint } from '#wire/endpoint.ts'
import { lineField, textField } from '#wire/written.ts'
import { pictureView } from '#wire/picture-view.ts'

const line = z.object({
  /** The line's own id. */
  id: z.int(),
  sku: z.string(),
  title: z.string(),
  href: z.string(),
  /** "Sage, large" */
  choice: z.string(),
  picture: pictureView.nullable(),
  quantity: z.int(),
  /** How many the shop can sell now; null without a limit of stock. */
  available: z.int().nullable(),
  /** The most that this line may be set to. */
  most: z.int(),
  /** The fewest, unless it is removed. */
  min: z.int(),
  /** It may be set to multiples of this. */
  step: z.int(),
  selected: z.boolean(),
  /** For one. */
  price: z.string(),
  linePrice: z.string().nullable(),
  /** For the whole line, after promotions and coupons. */
  total: z.string(),
  /** For all of it before that; null when nothing takes anything off. */
  before: z.string().nullable(),
  /** The reductions: "Winter textiles −$12.00". */
  offers: z.array(z.string()),
  /** Why this line cannot be bought as it is; `quantity`: it is sold in other quantities by now. */
  trouble: z.enum(['sold_out', 'not_enough', 'quantity']).nullable(),
  /** The quantity that can be bought instead, and the words for it; null where nothing can be. */
  mend: z.object({ text: z.string(), button: z.string(), quantity: z.int() }).nullable(),
  /** Changes since the visitor last saw it, in sentences, until they are accepted. */
  changes: z.array(z.string()),
  /** The product has other variants. */
  hasChoice: z.boolean(),
})
export type CartLine = z.output<typeof line>

const savedLine = z.object({
  sku: z.string(),
  title: z.string(),
  href: z.string(),
  choice: z.string(),
  picture: pictureView.nullable(),
  quantity: z.int(),
  /** For one; empty where there is no price. */
  price: z.string(),
  /** It can be put back into the cart. */
  isAvailable: z.boolean(),
})
export type SavedLine = z.output<typeof savedLine>

/** Parts that only the cart's own page shows. */
const cartMore = z.object({
  /** Coupons that are not entered: what they would save, or how much is missing. */
  advice: z.array(couponRow),
  /** Codes that save most together; empty if the entered ones do already. */
  bestCoupons: z.array(z.string()),
  saved: z.array(savedLine),
  /** The country of the shipping estimate; empty: not chosen. */
  country: z.string(),
  /** The methods that serve it, with their cost. */
  shipping: z.array(shippingChoice),
  note: z.string(),
})
export type CartMore = z.output<typeof cartMore>

/** The cart as shown: every text in the visitor's language and currency. */
export const cartView = z.object({
  lines: z.array(line),
  /** Units in the cart, for the header. */
  count: z.int(),
  selectedCount: z.int(),
  /** The chosen lines' goods, after promotions and coupons. */
  subtotal: z.string(),
  subtotalAmount: z.int(),
  currency: z.string(),
  /** Progress towards free shipping; null if the shop has no such offer. */
  freeShipping: z
    .object({ reached: z.boolean(), missing: z.string(), share: z.number().min(0).max(1) })
    .nullable(),
  /** How the total is calculated; empty if there is nothing to explain. */
  sums: z.array(sumRow),
  /** The total as far as it is known. `hint` has lines: first what is missing to the least that the shop sells. */
  total: z.object({ label: z.string(), amount: z.string(), hint: z.string() }),
  /** The entered codes; `ended` ones cannot be used any more, whatever is bought. */
  coupons: z.array(couponRow.extend({ ended: z.boolean() })),
  /** Null in the answer of an addition, which has to be quick. */
  more: cartMore.nullable(),
})
export type CartView = z.output<typeof cartView>

const sku = z.string().min(1).max(64)
const quantity = z.int().min(1).max(9999)
const lines = z.array(z.int().min(1)).min(1).max(500)

export const listCart = endpoint({
  path: '/cart/list',
  summary: 'The visitor’s cart',
  input: z.strictObject({}),
  output: cartView,
})
export const countCart = endpoint({
  path: '/cart/count',
  summary: 'How many units are in the cart',
  input: z.strictObject({}),
  output: z.object({ count: z.int() }),
})
/**
 * Adds units; without a quantity the fewest that can be added. More than the stock is refused as a whole, with the
 * number left.
 */
export const addToCart = endpoint({
  path: '/cart/add',
  summary: 'Adds a SKU',
  writes: true,
  input: z.strictObject({ sku, quantity: quantity.optional() }),
  output: cartView.extend({ added: z.int() }),
  problems: ['unknown_sku', ...quantityProblems, 'cart_full', 'too_many_requests'],
})
/** Adds one of each, or as few as are sold at once; or none if one cannot be added. */
export const addAllToCart = endpoint({
  path: '/cart/addAll',
  summary: 'Adds one of each of several SKUs',
  writes: true,
  input: z.strictObject({ skus: z.array(sku).min(1).max(10) }),
  output: cartView.extend({ added: z.int() }),
  problems: ['unknown_sku', ...quantityProblems, 'cart_full', 'too_many_requests'],
})
export const updateCartLine = endpoint({
  path: '/cart/update',
  summary: 'Sets the quantity of a line',
  writes: true,
  input: z.strictObject({ line: z.int().min(1), quantity }),
  output: cartView,
  problems: ['unknown_line', ...quantityProblems],
})
export const changeCartSku = endpoint({
  path: '/cart/changeSku',
  summary: 'Exchanges a line for another SKU of the same product',
  writes: true,
  input: z.strictObject({ line: z.int().min(1), sku }),
  output: cartView,
  problems: ['unknown_line', 'unknown_sku', ...quantityProblems],
})
/** Removed lines are returned in `removed`, for undo. */
export const removeCartLines = endpoint({
  path: '/cart/remove',
  summary: 'Removes lines',
  writes: true,
  input: z.strictObject({ lines }),
  output: cartView.extend({
    removed: z.array(z.object({ sku: z.string(), quantity: z.int(), title: z.string() })),
  }),
  problems: ['unknown_line'],
})
export const selectCartLines = endpoint({
  path: '/cart/select',
  summary: 'Chooses which lines to check out',
  writes: true,
  input: z.strictObject({ lines, on: z.boolean() }),
  output: cartView,
  problems: ['unknown_line'],
})

/** The variants of a line's product, its own among them. */
const variant = z.object({
  sku: z.string(),
  choice: z.string(),
  /** For one; empty where it cannot be bought. */
  price: z.string(),
  isAvailable: z.boolean(),
  isCurrent: z.boolean(),
})
export type Variant = z.output<typeof variant>

export const listVariants = endpoint({
  path: '/cart/variants',
  summary: 'What a line could be exchanged for',
  input: z.strictObject({ line: z.int().min(1) }),
  output: z.object({ variants: z.array(variant) }),
  problems: ['unknown_line'],
})

/** Accepts the reported changes. */
export const keepCartLines = endpoint({
  path: '/cart/keep',
  summary: 'Keeps lines as they are now',
  writes: true,
  input: z.strictObject({ lines }),
  output: cartView,
  problems: ['unknown_line'],
})
export const saveForLater = endpoint({
  path: '/cart/saveForLater',
  summary: 'Sets a line aside for later',
  writes: true,
  input: z.strictObject({ line: z.int().min(1) }),
  output: cartView,
  problems: ['unknown_line'],
})
/** All saved units, or as many as are left. */
export const moveToCart = endpoint({
  path: '/cart/moveToCart',
  summary: 'Puts back what was set aside',
  writes: true,
  input: z.strictObject({ sku }),
  output: cartView,
  problems: ['unknown_line', 'unknown_sku', ...quantityProblems, 'cart_full'],
})
export const removeSaved = endpoint({
  path: '/cart/removeSaved',
  summary: 'Forgets what was set aside',
  writes: true,
  input: z.strictObject({ sku }),
  output: cartView,
  problems: ['unknown_line'],
})

const code = lineField(60)

/** Stored with the cart, and copied into its checkout. */
export const enterCartCoupon = endpoint({
  path: '/cart/coupon',
  summary: 'Enters a coupon code',
  writes: true,
  input: z.strictObject({ code }),
  output: cartView,
  problems: [
    'cart_empty',
    'unknown_coupon',
    'coupon_expired',
    'coupon_used_up',
    'coupon_used_by_you',
    'too_many_requests',
  ],
})
export const removeCartCoupon = endpoint({
  path: '/cart/removeCoupon',
  summary: 'Takes a coupon code out',
  writes: true,
  input: z.strictObject({ code }),
  output: cartView,
  problems: ['cart_empty'],
})
export const estimateShipping = endpoint({
  path: '/cart/estimate',
  summary: 'Says where it would go, to see what shipping costs',
  writes: true,
  input: z.strictObject({
    /** ISO 3166-1; empty for nowhere. */
    country: z.string().regex(/^([A-Z]{2})?$/),
  }),
  output: cartView,
  problems: ['cart_empty', 'shipping_unavailable'],
})
export const writeCartNote = endpoint({
  path: '/cart/note',
  summary: 'Keeps a note for the order',
  writes: true,
  input: z.strictObject({ note: textField(1000) }),
  output: cartView,
  problems: ['cart_empty'],
})
/** All of them, or none if one cannot be added. */
export const addItemsToCart = endpoint({
  path: '/cart/addItems',
  summary: 'Adds what a link to a cart names',
  writes: true,
  input: z.strictObject({ items: z.string().min(1).max(2000) }),
  output: cartView.extend({ added: z.int() }),
  problems: ['invalid_input', 'unknown_sku', ...quantityProblems, 'cart_full', 'too_many_requests'],
})
