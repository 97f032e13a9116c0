import { z } from 'zod'
import { paymentView } from '#features/payments/contract.ts'
import { address } from '#features/postal/contract.ts'
import { sumRow } from '#features/sales/contract.ts'
import { endpoint } from '#wire/endpoint.ts'
import { lineField, textField } from '#wire/written.ts'
import { pictureView } from '#wire/picture-view.ts'

/* Orders as their owners see them. A guest's browser is recognised by the cart cookie, another by a signed link. */

const slug = z.string().min(1).max(20)

const line = z.object({
  /** The line's own id: reviews and returns name it. */
  id: z.int(),
  sku: z.string(),
  title: z.string(),
  /** Null when the shop no longer has it. */
  href: z.string().nullable(),
  choice: z.string(),
  picture: pictureView.nullable(),
  quantity: z.int(),
  price: z.string(),
  total: z.string(),
  /** What was taken off, and why: "Winter textiles −$12.00". */
  reasons: z.array(z.string()),
  shipped: z.int(),
  /** Units that a withdrawal took out before they were sent. */
  withdrawn: z.int(),
  /** Where it is reviewed, once it has arrived; null before, and for what the shop no longer has. */
  review: z.object({ href: z.string(), isWritten: z.boolean() }).nullable(),
})
const parcel = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string().nullable(),
  /** "November 26, 2026" */
  shippedOn: z.string(),
  deliveredOn: z.string().nullable(),
  /** "Perch stool × 2" */
  contents: z.array(z.string()),
})
/** An event of the order's history, in words. */
const moment = z.object({ at: z.string(), when: z.string(), text: z.string(), done: z.boolean() })

export const orderView = z.object({
  /** Its number: "K7M2N-9QXD4". */
  slug: z.string(),
  href: z.string(),
  placedOn: z.string(),
  email: z.string(),
  status: z.enum(['in_progress', 'completed', 'cancelled', 'pending_cancellation']),
  statusText: z.string(),
  payStatus: z.enum(['unpaid', 'paid']),
  payStatusText: z.string(),
  deliveryStatus: z.enum(['unshipped', 'partly_shipped', 'shipped', 'delivered']),
  deliveryStatusText: z.string(),
  lines: z.array(line),
  sums: z.array(sumRow),
  total: z.string(),
  toPay: z.string(),
  /** The difference that an order waits for which the shop has made dearer after it was paid; null for none. */
  due: z.string().nullable(),
  /** "Amount due: $48.50" */
  dueText: z.string().nullable(),
  /** Of an exchange: what the goods are worth that came back for it, refunded if it is cancelled; null of others. */
  exchanged: z.string().nullable(),
  /** All refunds, also those that have been started and not made yet. */
  refunded: z.string().nullable(),
  /** What went back as store credit. */
  credited: z.string().nullable(),
  /** `credited`, or in part, where store credit alone went back. */
  refundStatus: z.enum(['none', 'partly_refunded', 'refunded', 'partly_credited', 'credited']),
  /** Null while nothing has been given back. */
  refundStatusText: z.string().nullable(),
  /** All of its money went back or is promised: what has not left is not sent any more. */
  isStopped: z.boolean(),
  refunds: z.array(z.object({ amount: z.string(), isDone: z.boolean() })),
  /** What becomes of that money, in sentences: sent and when, under way, or to be sent by the shop. */
  back: z.array(z.string()),
  /** Lines as they are written on a parcel in its country. */
  address: z.array(z.string()),
  billing: z.array(z.string()),
  phone: z.string(),
  note: z.string(),
  /** As typed, for its form; null when it cannot be changed any more. */
  addressToChange: address.nullable(),
  shipping: z.object({
    name: z.string(),
    /** "November 26 – 28, 2026"; empty where it has arrived, or nobody knows. */
    arrives: z.string(),
    /** What was promised, and what became of it, in a sentence; empty where nothing was. */
    promise: z.string(),
    isLate: z.boolean(),
  }),
  paymentMethod: z.string(),
  payment: paymentView.nullable(),
  parcels: z.array(parcel),
  moments: z.array(moment),
  /** ISO 8601: unpaid by then, it is cancelled; null when it has no such end, or is paid. */
  holdUntil: z.string().nullable(),
  /** What the shopper may do now. */
  may: z.object({
    pay: z.boolean(),
    cancel: z.boolean(),
    requestCancellation: z.boolean(),
    withdrawCancellation: z.boolean(),
    confirmReceipt: z.boolean(),
    extendHold: z.boolean(),
    changeMethod: z.boolean(),
    changeAddress: z.boolean(),
    setTaxNumber: z.boolean(),
  }),
  paymentMethods: z.array(z.object({ code: z.string(), name: z.string(), note: z.string() })),
  /** The receipt as a PDF; null while it is unpaid, or a difference is due. */
  receipt: z.string().nullable(),
  /** The buyer's own, for the receipt; empty for none. */
  taxNumber: z.string(),
  cancelReason: z.string().nullable(),
  version: z.int(),
})
export type OrderView = z.output<typeof orderView>

export const orderDetail = endpoint({
  path: '/order/detail',
  summary: 'An order of the visitor',
  input: z.strictObject({ slug }),
  output: orderView,
  problems: ['unknown_order'],
})
/** Cancels an unpaid order at once; for a paid one that has not left, requests the cancellation. */
export const cancelOrder = endpoint({
  path: '/order/cancel',
  summary: 'Cancels an order, or asks for it',
  writes: true,
  input: z.strictObject({ slug, reason: textField(500).default('') }),
  output: orderView,
  problems: ['unknown_order', 'not_now', 'payment_deciding', 'too_many_requests'],
})
export const withdrawCancellation = endpoint({
  path: '/order/withdrawCancellation',
  summary: 'Takes back the wish to cancel',
  writes: true,
  input: z.strictObject({ slug }),
  output: orderView,
  problems: ['unknown_order', 'not_now'],
})
export const confirmReceipt = endpoint({
  path: '/order/confirmReceipt',
  summary: 'Says that everything has arrived',
  writes: true,
  input: z.strictObject({ slug }),
  output: orderView,
  problems: ['unknown_order', 'not_now'],
})
/** To the same price alone: what costs differently is another order. */
export const changeOrderAddress = endpoint({
  path: '/order/changeAddress',
  summary: 'Sends an order elsewhere, as long as nothing of it has left',
  writes: true,
  input: z.strictObject({ slug, address }),
  output: orderView,
  problems: [
    'unknown_order',
    'already_packed',
    'address_incomplete',
    'costs_differently',
    'too_many_requests',
  ],
})
/** The number of a complete order stays. */
export const setTaxNumber = endpoint({
  path: '/order/taxNumber',
  summary: 'Puts the buyer’s tax number on the receipt; empty takes it off',
  writes: true,
  input: z.strictObject({ slug, taxNumber: lineField(40) }),
  output: orderView,
  problems: ['unknown_order', 'not_now', 'invalid_tax_number'],
})
export const extendHold = endpoint({
  path: '/order/extendHold',
  summary: 'Keeps the units of an unpaid order a little longer, once',
  writes: true,
  input: z.strictObject({ slug }),
  output: orderView,
  problems: ['unknown_order', 'not_now'],
})
export const buyAgain = endpoint({
  path: '/order/buyAgain',
  summary: 'Puts what was bought into the cart again, as far as there is any',
  writes: true,
  input: z.strictObject({ slug }),
  output: z.object({ added: z.int(), missing: z.array(z.string()) }),
  problems: ['unknown_order', 'out_of_stock', 'cart_full'],
})
const orderStatus = orderView.shape.status
const payStatus = orderView.shape.payStatus

/** How many orders a customer has, by their states. */
export const orderCounts = z.object({
  total: z.int(),
  status: z.object({
    in_progress: z.int(),
    completed: z.int(),
    cancelled: z.int(),
    pending_cancellation: z.int(),
  }),
  /**
   * Unpaid: those that wait for the shopper's money, neither cancelled nor to be paid to the courier. One that became
   * dearer after it was paid is in both.
   */
  payStatus: z.object({ unpaid: z.int(), paid: z.int() }),
})
export type OrderCounts = z.output<typeof orderCounts>

const listedOrder = orderView
  .pick({
    slug: true,
    href: true,
    placedOn: true,
    status: true,
    statusText: true,
    payStatus: true,
    payStatusText: true,
    deliveryStatus: true,
    deliveryStatusText: true,
    refundStatus: true,
    refundStatusText: true,
    total: true,
    toPay: true,
    due: true,
    dueText: true,
  })
  .extend({
    /** The total, or what is left to pay, with what it is. */
    amountText: z.string(),
    units: z.int(),
    /** The first lines; how many more there are is in `moreLines`. */
    lines: z.array(line.pick({ id: true, title: true, choice: true, picture: true, quantity: true })),
    moreLines: z.int(),
    /** Where it is paid; null where it does not wait for the shopper's money. */
    payHref: z.string().nullable(),
  })
export type ListedOrder = z.output<typeof listedOrder>

/** An empty field of a form stands for no filter. */
const orNone = <T extends z.ZodType>(of: T) =>
  z
    .union([z.literal(''), of])
    .nullable()
    .default(null)

export const listOrders = endpoint({
  path: '/order/list',
  summary: 'The customer’s orders, the newest first',
  needs: 'customer',
  input: z.strictObject({
    status: orNone(orderStatus),
    /** `unpaid`: those that wait for the shopper's money. */
    payStatus: orNone(payStatus),
    /** A number, or words of a product's title, choice or SKU. */
    q: lineField(80).default(''),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  output: z.object({
    orders: z.array(listedOrder),
    /** Those that the filter and the search leave. */
    total: z.int(),
    page: z.int(),
    pages: z.int(),
    counts: orderCounts,
  }),
})
export const countOrders = endpoint({
  path: '/order/count',
  summary: 'How many orders the customer has, by their states',
  needs: 'customer',
  input: z.strictObject({}),
  output: orderCounts,
})

/** The answer is the same whether there is such an order or not. */
export const lookUpOrder = endpoint({
  path: '/order/lookup',
  summary: 'Mails a link to an order to the address that it was placed with',
  writes: true,
  input: z.strictObject({
    number: lineField(20).min(1),
    /** The e-mail address or a phone number of the order. */
    account: lineField(254).min(1),
  }),
  labels: { number: 'order.lookup.number', account: 'order.lookup.email' },
  output: z.object({}),
  problems: ['too_many_requests', 'invalid_email'],
})
