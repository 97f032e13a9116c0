import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
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
  selected: z.boolean(),
  /** For one. */
  price: z.string(),
  linePrice: z.string().nullable(),
  /** For all of the line. */
  total: z.string(),
  /** `sold_out`, `not_enough`, or null: why this line cannot be bought as it is. */
  trouble: z.enum(['sold_out', 'not_enough']).nullable(),
})
export type CartLine = z.output<typeof line>

/** The cart as shown: every text in the visitor's language and currency. */
export const cartView = z.object({
  lines: z.array(line),
  /** Units in the cart: what the header shows. */
  count: z.int(),
  selectedCount: z.int(),
  /** Of the chosen lines. */
  subtotal: z.string(),
  subtotalAmount: z.int(),
  currency: z.string(),
  /** How far to free shipping: null when the shop has no such offer. */
  freeShipping: z
    .object({ reached: z.boolean(), missing: z.string(), share: z.number().min(0).max(1) })
    .nullable(),
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
/** Adds to what is there already. More than there is in stock is refused whole, and says how many are left. */
export const addToCart = endpoint({
  path: '/cart/add',
  summary: 'Adds a SKU',
  writes: true,
  input: z.strictObject({ sku, quantity: quantity.default(1) }),
  output: cartView.extend({ added: z.int() }),
  problems: ['unknown_sku', 'out_of_stock', 'not_enough_stock', 'quantity_limit', 'cart_full'],
})
/** Adds one of each: all of them, or none where one cannot be added. */
export const addAllToCart = endpoint({
  path: '/cart/addAll',
  summary: 'Adds one of each of several SKUs',
  writes: true,
  input: z.strictObject({ skus: z.array(sku).min(1).max(10) }),
  output: cartView.extend({ added: z.int() }),
  problems: ['unknown_sku', 'out_of_stock', 'not_enough_stock', 'quantity_limit', 'cart_full'],
})
export const updateCartLine = endpoint({
  path: '/cart/update',
  summary: 'Sets the quantity of a line',
  writes: true,
  input: z.strictObject({ line: z.int().min(1), quantity }),
  output: cartView,
  problems: ['unknown_line', 'out_of_stock', 'not_enough_stock', 'quantity_limit'],
})
export const changeCartSku = endpoint({
  path: '/cart/changeSku',
  summary: 'Exchanges a line for another SKU of the same product',
  writes: true,
  input: z.strictObject({ line: z.int().min(1), sku }),
  output: cartView,
  problems: ['unknown_line', 'unknown_sku', 'out_of_stock', 'not_enough_stock', 'quantity_limit'],
})
/** What went is in `removed`, so that it can be added back: undo. */
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
