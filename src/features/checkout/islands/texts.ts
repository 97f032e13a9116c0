import { addressTexts, pastingTexts } from '#features/postal/parts/texts.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'

/* Messages of each part of the checkout. */

export const addressFormTexts = [
  ...addressTexts,
  ...pastingTexts,
  'auth.have_account',
  'auth.sign_in',
  'checkout.to_payment',
  'checkout.saving',
  'checkout.saved',
  'checkout.not_saved',
  'checkout.errors',
  'checkout.contact',
  'checkout.email',
  'checkout.email_help',
  'checkout.marketing',
  'checkout.address',
  'checkout.choose',
  'checkout.fields_of',
  'checkout.billing',
  'checkout.billing_same',
  'checkout.billing_other',
  'checkout.note',
  'checkout.note_help',
  'book.default',
  'book.another',
  'book.keep',
] as const satisfies readonly MessageKey[]
export type AddressFormKey = (typeof addressFormTexts)[number]

export const linesTexts = [
  'cart.quantity_of',
  'cart.fewer',
  'cart.more',
  'cart.remove',
  'cart.remove_of',
  'checkout.back_to_cart',
  'checkout.before',
  'checkout.to_information',
  'checkout.total_now',
] as const satisfies readonly MessageKey[]
export type LinesKey = (typeof linesTexts)[number]

export const summaryTexts = [
  'checkout.summary',
  'checkout.summary_show',
  'checkout.later',
  'checkout.before',
  'checkout.coupon',
  'checkout.coupon_apply',
  'checkout.coupon_remove',
  'checkout.coupon_yours',
  'checkout.coupon_best',
  'checkout.coupon_others',
  'checkout.coupon_use',
  'checkout.code_separator',
  'checkout.total_now',
  'checkout.credit_use',
  'checkout.credit_apply',
  'checkout.credit_stop',
  'checkout.credit_used',
] as const satisfies readonly MessageKey[]
export type SummaryKey = (typeof summaryTexts)[number]

export const shippingTexts = [
  'checkout.shipping',
  'checkout.shipping_none',
  'checkout.shipping_none_text',
  'checkout.choose',
  'checkout.choose_of',
  'checkout.chosen',
] as const satisfies readonly MessageKey[]
export type ShippingKey = (typeof shippingTexts)[number]

export const paymentTexts = [
  'checkout.payment',
  'checkout.payment_none',
  'checkout.payment_none_text',
  'order.payment_none',
  'checkout.terms',
  'checkout.submit',
  'checkout.submitting',
  'checkout.submit_hint',
  'checkout.failed',
  'checkout.no_answer',
  'checkout.changed_title',
  'checkout.changed_text',
  'checkout.changed_same',
  'checkout.changed_go_on',
  'checkout.back_to_cart',
  'checkout.gone_all_title',
  'checkout.gone_all_text',
  'checkout.gone_title',
  'checkout.gone_text',
  'checkout.gone_go_on',
  'checkout.look_again',
  'problem.terms_not_accepted',
  'problem.unknown_payment_method',
] as const satisfies readonly MessageKey[]
export type PaymentKey = (typeof paymentTexts)[number]
