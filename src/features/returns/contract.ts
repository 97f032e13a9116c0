import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { lineField, textField } from '#wire/written.ts'
import { pictureView } from '#wire/picture-view.ts'

/*
 * Returns as the owners of their orders see them: who may see an order may see its returns, and ask for one. Amounts
 * are texts in the visitor's language, but for the total that the shopper confirms.
 */

/** Photos of one return. */
export const mostReturnImages = 6
/** Characters of the description. */
export const mostDescription = 2_000

export const returnTypes = ['return_and_refund', 'exchange', 'refund_only'] as const
export const refundTargets = ['original', 'credit'] as const
/** In the order in which they are shown. */
export const returnReasons = [
  'too_small',
  'too_large',
  'style',
  'changed_mind',
  'ordered_by_mistake',
  'arrived_late',
  'damaged',
  'defective',
  'wrong_item',
  'missing',
  'not_as_described',
  'other',
] as const
export type ReturnReason = (typeof returnReasons)[number]
/** What the shop answers for: a claim, with the photos, the costs and the time of one. */
export const claimReasons: readonly ReturnReason[] = [
  'damaged',
  'defective',
  'wrong_item',
  'missing',
  'not_as_described',
]

/** An order's number. */
export const order = z.string().min(1).max(20)
const slug = z.string().min(1).max(24)
export const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** 0 in a form that has a field for every line: the line stays. */
const quantity = z.coerce.number().int().min(0).max(9_999)
const unitsText = z.string().nullable()
const row = z.object({ label: z.string(), amount: z.string() })
const sum = row.extend({ isTotal: z.boolean() })

function chosen<Line extends { quantity: number }>(lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.quantity > 0)
}

const chosenLine = z.strictObject({
  /** The order's line, by its id. */
  line: id,
  quantity,
  /** The SKU that is wanted instead; only of the type `exchange`. */
  exchangeFor: z.string().min(1).max(64).nullable().default(null),
})

const choice = {
  order,
  type: z.enum(returnTypes),
  reason: z.enum(returnReasons),
  refundTo: z.enum(refundTargets).default('original'),
  lines: z.array(chosenLine).max(200).transform(chosen),
}

/** For what the form was opened: they begin with other types, and have other reasons first. */
export const applicationWays = ['return', 'problem'] as const

/** An application as far as it has been filled in. */
const draft = z.object({
  way: z.enum(applicationWays),
  type: z.enum(returnTypes).nullable(),
  reason: z.enum(returnReasons).nullable(),
  refundTo: z.enum(refundTargets),
  lines: z.array(z.object({ line: z.int(), quantity: z.int(), exchangeFor: z.string().nullable() })),
  description: z.string(),
  /** Uploads that are still there. */
  images: z.array(z.object({ id: z.string(), url: z.string() })),
})
export type ReturnDraft = z.output<typeof draft>

export const returnOptions = endpoint({
  path: '/return/options',
  summary: 'What of an order can be returned, and how',
  input: z.strictObject({ order }),
  output: z.object({
    order: z.object({ slug: z.string(), href: z.string(), placedOn: z.string(), currency: z.string() }),
    lines: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        choice: z.string(),
        picture: pictureView.nullable(),
        href: z.string().nullable(),
        /** For one, as it was bought. */
        price: z.string(),
        bought: z.int(),
        /** Units that can be asked for now, as a return or as a claim. */
        returnable: z.int(),
        /** Of `returnable`, those that only a claim can be made for: their time of return is over, or never was. */
        isClaimOnly: z.boolean(),
        /** Why not all of it can be returned, or claimed for; null where it can. */
        why: z.string().nullable(),
        whyNoClaim: z.string().nullable(),
        /** Variants of the product that it can be exchanged for; another product is named by its SKU. */
        exchanges: z.array(
          z.object({
            sku: z.string(),
            choice: z.string(),
            inStock: z.boolean(),
            /** "+ €5.00"; null where it costs the same. */
            difference: z.string().nullable(),
          }),
        ),
      }),
    ),
    types: z.array(z.object({ code: z.enum(returnTypes), text: z.string() })),
    reasons: z.array(z.object({ code: z.enum(returnReasons), text: z.string(), isClaim: z.boolean() })),
    /** "by December 24, 2026"; null: nothing has left yet, or there is no such time. */
    returnUntil: z.string().nullable(),
    withdrawUntil: z.string().nullable(),
    mayWithdraw: z.boolean(),
    /** Its time has been, till `withdrawUntil`. */
    isWithdrawalOver: z.boolean(),
    /** The units of a withdrawal, as texts; null for none. Whole: nothing has left, and the order is cancelled. */
    withdrawUnits: z.object({ sent: unitsText, unsent: unitsText, isWhole: z.boolean() }),
    /** The order's payment is not noted yet: nothing of it is refunded before. */
    isUnrecorded: z.boolean(),
    /** Store credit can be chosen: the order is a customer's, and was not paid wholly with credit. */
    mayChooseCredit: z.boolean(),
    /** "10% more as store credit"; null for none. */
    bonus: z.string().nullable(),
    /** "€6.00": kept for the shop's own return label, where goods come back for money; null: the shopper pays a carrier. */
    fee: z.string().nullable(),
    /** Money goes back by hand, and the shop asks where to: the order was paid by transfer, or to the courier. */
    isByHand: z.boolean(),
    /** Null: nothing was saved. */
    draft: draft.nullable(),
  }),
  problems: ['unknown_order'],
})
export type ReturnOptions = z.output<typeof returnOptions.output>

const preview = z.object({
  lines: z.array(
    z.object({
      line: z.int(),
      title: z.string(),
      quantity: z.int(),
      amount: z.string(),
      /** The price and the line's shares of promotions, coupons and tax. */
      parts: z.array(row),
    }),
  ),
  /** Goods, shipping, fees, tax, total. */
  sums: z.array(sum),
  /** Minor units of the order's currency that come back; below 0 what an exchange costs. The shopper confirms it. */
  total: z.int(),
  refund: z.string(),
  /** What it comes to, in a few words: "Your refund: $48.50", or of an exchange what is to be paid. */
  outcome: z.string(),
  /** By the way of payment, and as store credit; null for nothing. */
  toPayment: z.string().nullable(),
  toCredit: z.string().nullable(),
  /** On top, as store credit; null for nothing. */
  bonus: z.string().nullable(),
  /** Of an exchange: what is to be paid, or comes back. */
  difference: z.object({ pay: z.string().nullable(), back: z.string().nullable() }),
  /** Reason and time of the money, in a sentence. */
  when: z.string(),
})
export type ReturnPreview = z.output<typeof preview>

const choiceProblems = [
  'unknown_order',
  'unknown_return_line',
  'unknown_sku',
  'return_empty',
  'return_too_many',
  'return_impossible',
  'goods_wanted_back',
  'exchange_wanted',
  'out_of_stock',
  'credit_needs_account',
] as const

export const previewReturn = endpoint({
  path: '/return/preview',
  summary: 'The refund of a return, before it is asked for',
  input: z.strictObject(choice),
  output: preview,
  problems: choiceProblems,
})

/**
 * Asks for a return. Code 10, `refund_changed`: the refund is another one than `total`; `data.dialog` is the preview
 * as it is now. Nothing was written.
 */
export const applyForReturn = endpoint({
  path: '/return/apply',
  summary: 'Asks for a return',
  writes: true,
  input: z.strictObject({
    ...choice,
    description: textField(mostDescription).default(''),
    /** Ids that `/upload/image` answered with. */
    images: z.array(z.string().max(64)).max(mostReturnImages).default([]),
    /** Of the preview that the shopper saw. */
    total: z.coerce.number().int(),
  }),
  output: z.object({ slug: z.string(), href: z.string() }),
  problems: [...choiceProblems, 'invalid_input', 'unknown_picture', 'refund_changed', 'too_many_requests'],
})

const address = z.object({
  consignee: z.string(),
  phone: z.string(),
  /** The detailed address, as it is written on a parcel. */
  lines: z.array(z.string()),
})

export const returnStatuses = ['pending_approval', 'cancelled', 'completed', 'ended'] as const
export const auditStatuses = ['pending_approval', 'audit_successful', 'audit_failed'] as const

const returnSummary = z.object({
  /** Its number: "R-K7M2N-9QXD4". */
  slug: z.string(),
  href: z.string(),
  order: z.object({ slug: z.string(), href: z.string() }),
  appliedOn: z.string(),
  status: z.enum(returnStatuses),
  statusText: z.string(),
  auditStatus: z.enum(auditStatuses),
  auditStatusText: z.string(),
  type: z.enum(returnTypes),
  typeText: z.string(),
  /**
   * Minor units of the order's currency: as asked for; as made, once it is completed. Nothing of one that ended goes back;
   * of an exchange, what comes back besides the goods.
   */
  refundAmount: z.int(),
  refundAmountText: z.string(),
  /** Title and picture of its lines. */
  lines: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      choice: z.string(),
      picture: pictureView.nullable(),
      href: z.string().nullable(),
      quantity: z.int(),
      /** Null before the decision, and before the parcel was opened. */
      approved: z.int().nullable(),
      received: z.int().nullable(),
      /** What is wanted instead; null of other types. */
      exchangeFor: z.object({ sku: z.string(), title: z.string(), choice: z.string() }).nullable(),
      amount: z.string(),
      parts: z.array(row),
    }),
  ),
  /** What happens next, and by when, in a sentence. */
  next: z.string(),
})
export type ReturnSummary = z.output<typeof returnSummary>

export const returnView = returnSummary.extend({
  isClaim: z.boolean(),
  isWithdrawal: z.boolean(),
  reason: z.enum(returnReasons),
  reasonText: z.string(),
  description: z.string(),
  images: z.array(pictureView),
  /** Null unless it was refused. */
  refusalReason: z.string().nullable(),
  /** Why units of it were not approved; null where all were, or none. */
  partReason: z.string().nullable(),
  company: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** When the parcel was received. */
  deliveredOn: z.string().nullable(),
  /** The parcel is to be sent by then; null: none is, or it has been. */
  sendBy: z.string().nullable(),
  /** The merchant's, for the parcel; null before the approval, and where no parcel is wanted. */
  merchantAddress: address.nullable(),
  sums: z.array(sum),
  /** What the shop kept of the refund, and why, in a sentence; null for nothing. */
  deduction: z.string().nullable(),
  toPayment: z.string().nullable(),
  toCredit: z.string().nullable(),
  bonus: z.string().nullable(),
  /** Kept for the shop's own return label, which it sends; null for none. */
  fee: z.string().nullable(),
  /** `toPayment` goes by hand. */
  isByHand: z.boolean(),
  /** The shop asks where to; once the money is sent, no more. */
  asksAccount: z.boolean(),
  refundTo: z.enum(refundTargets),
  /** Of an exchange: its order, once there is one; "€5.00", or null for nothing, is still to be paid. */
  exchangeOrder: z
    .object({ slug: z.string(), href: z.string(), difference: z.string().nullable() })
    .nullable(),
  /** The history, newest first, as the order's. */
  moments: z.array(z.object({ at: z.string(), when: z.string(), text: z.string(), done: z.boolean() })),
  may: z.object({ cancel: z.boolean(), sendParcel: z.boolean(), payDifference: z.boolean() }),
  version: z.int(),
})
export type ReturnView = z.output<typeof returnView>

/** Newest first. Of one order, or of all that the visitor placed. */
export const listReturns = endpoint({
  path: '/return/list',
  summary: 'The visitor’s returns',
  input: z.strictObject({
    order: order.nullable().default(null),
    status: z.enum(returnStatuses).nullable().default(null),
    page: z.coerce.number().int().min(1).max(1_000).default(1),
  }),
  output: z.object({ returns: z.array(returnSummary), total: z.int(), page: z.int(), pages: z.int() }),
})

export const returnDetail = endpoint({
  path: '/return/detail',
  summary: 'A return of the visitor',
  input: z.strictObject({ slug }),
  output: returnView,
  problems: ['unknown_return'],
})

export const cancelReturn = endpoint({
  path: '/return/cancel',
  summary: 'Takes a return back, before its parcel has arrived',
  writes: true,
  input: z.strictObject({ slug }),
  output: returnView,
  problems: ['unknown_return', 'return_not_now'],
})

/** May be said again, to correct it, until the parcel has arrived. */
export const sendParcel = endpoint({
  path: '/return/sendParcel',
  summary: 'Says which parcel brings the goods back',
  writes: true,
  input: z.strictObject({
    slug,
    company: lineField(80),
    trackingNumber: lineField(80),
  }),
  labels: { company: 'return.company', trackingNumber: 'return.tracking_number' },
  output: returnView,
  problems: ['unknown_return', 'return_not_now', 'invalid_input', 'too_many_requests'],
})

/**
 * The legal withdrawal, which needs neither reason nor consent. What has not left is cancelled; for what has, a
 * return that is approved already. The receipt goes to the order's email at once.
 */
export const withdrawOrder = endpoint({
  path: '/return/withdraw',
  summary: 'Withdraws from the contract, within the legal time',
  writes: true,
  input: z.strictObject({
    order,
    /** Null: all that can be withdrawn. As long as nothing has left, that is the whole order, and no part of it. */
    lines: z
      .array(z.strictObject({ line: id, quantity }))
      .max(200)
      .transform(chosen)
      .nullable()
      .default(null),
  }),
  /** `slug` is null where the order was cancelled, and nothing is to be sent back. */
  output: z.object({ slug: z.string().nullable(), href: z.string() }),
  problems: [
    'unknown_order',
    'unknown_return_line',
    'return_empty',
    'return_too_many',
    'withdraw_whole',
    'withdrawal_over',
    'payment_deciding',
    'too_many_requests',
  ],
})
