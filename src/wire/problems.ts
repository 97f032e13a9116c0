import { codes, type Code } from './envelope.ts'

/**
 * Every failure that is expected, by its permanent name.
 * The text of `name` is the message `problem.<name>` of the visitor's language.
 */
export const problems = {
  invalid_input: { code: codes.fail, status: 400 },
  unreadable_body: { code: codes.fail, status: 400 },
  body_too_large: { code: codes.fail, status: 413 },
  unsupported_body: { code: codes.fail, status: 415 },
  unknown_call: { code: codes.fail, status: 404 },
  unknown_host: { code: codes.fail, status: 400 },
  foreign_origin: { code: codes.permission, status: 403 },
  too_many_requests: { code: codes.fail, status: 429 },
  idempotency_key_reused: { code: codes.fail, status: 422 },
  idempotency_in_progress: { code: codes.fail, status: 409 },
  slow_request: { code: codes.timeout, status: 408 },
  too_slow: { code: codes.timeout, status: 504 },
  unavailable: { code: codes.error, status: 503 },
  unexpected: { code: codes.error, status: 500 },
  not_found: { code: codes.fail, status: 404 },
  gone: { code: codes.fail, status: 410 },
  invalid_email: { code: codes.fail, status: 400 },
  stale_link: { code: codes.fail, status: 410 },
  verification_required: { code: codes.fail, status: 403 },
  verification_failed: { code: codes.fail, status: 422 },

  sign_in_required: { code: codes.authInvalid, status: 401 },
  signed_out_elsewhere: { code: codes.authOut, status: 401 },
  proof_required: { code: codes.fail, status: 403 },
  account_required: { code: codes.fail, status: 400 },
  account_format: { code: codes.fail, status: 400 },
  password_required: { code: codes.fail, status: 400 },
  code_required: { code: codes.fail, status: 400 },
  name_required: { code: codes.fail, status: 400 },
  wrong_credentials: { code: codes.fail, status: 401 },
  wrong_code: { code: codes.fail, status: 401 },
  code_over: { code: codes.fail, status: 410 },
  code_wanted: { code: codes.fail, status: 401 },
  too_many_codes: { code: codes.fail, status: 429 },
  too_many_tries: { code: codes.fail, status: 429 },
  passkey_over: { code: codes.fail, status: 410 },
  passkey_refused: { code: codes.fail, status: 401 },
  unknown_passkey: { code: codes.fail, status: 404 },
  too_many_passkeys: { code: codes.fail, status: 409 },
  last_way_in: { code: codes.fail, status: 409 },
  sms_unavailable: { code: codes.fail, status: 503 },
  password_too_short: { code: codes.fail, status: 422 },
  password_breached: { code: codes.fail, status: 422 },
  birthday_impossible: { code: codes.fail, status: 422 },
  unknown_session: { code: codes.fail, status: 404 },
  unknown_provider: { code: codes.fail, status: 404 },
  oauth_over: { code: codes.fail, status: 410 },
  oauth_unavailable: { code: codes.fail, status: 503 },
  oauth_cancelled: { code: codes.fail, status: 401 },
  oauth_refused: { code: codes.fail, status: 401 },
  oauth_proof_wanted: { code: codes.fail, status: 401 },
  oauth_taken: { code: codes.fail, status: 409 },
  unknown_linked_account: { code: codes.fail, status: 404 },
  address_incomplete: { code: codes.fail, status: 422 },
  second_factor_wanted: { code: codes.fail, status: 401 },
  sign_in_over: { code: codes.fail, status: 410 },
  factor_in_use: { code: codes.fail, status: 409 },
  no_factor: { code: codes.fail, status: 409 },
  unknown_event: { code: codes.fail, status: 404 },
  unknown_address: { code: codes.fail, status: 404 },
  too_many_addresses: { code: codes.fail, status: 409 },
  avatar_required: { code: codes.fail, status: 400 },
  qr_over: { code: codes.fail, status: 410 },
  account_unchanged: { code: codes.fail, status: 409 },
  account_taken: { code: codes.fail, status: 409 },
  last_identity: { code: codes.fail, status: 409 },
  confirmation_differs: { code: codes.fail, status: 422 },
  credit_left: { code: codes.fail, status: 409 },

  not_a_picture: { code: codes.fail, status: 415 },
  damaged_picture: { code: codes.fail, status: 422 },
  too_many_pixels: { code: codes.fail, status: 422 },
  picture_too_large: { code: codes.fail, status: 413 },
  too_many_pictures: { code: codes.fail, status: 422 },
  unknown_picture: { code: codes.fail, status: 410 },
  unknown_form: { code: codes.fail, status: 404 },

  unknown_product: { code: codes.fail, status: 404 },
  unknown_article: { code: codes.fail, status: 404 },
  unknown_review: { code: codes.fail, status: 404 },
  unknown_sku: { code: codes.fullFail, status: 404 },
  unknown_line: { code: codes.fullFail, status: 404 },
  out_of_stock: { code: codes.fullFail, status: 409 },
  not_enough_stock: { code: codes.fullFail, status: 409 },
  quantity_limit: { code: codes.fullFail, status: 422 },
  cart_full: { code: codes.fullFail, status: 422 },
  favorites_full: { code: codes.fail, status: 422 },
  favorites_empty: { code: codes.fail, status: 422 },
  unknown_currency: { code: codes.fail, status: 400 },

  cart_empty: { code: codes.fullFail, status: 422 },
  unknown_checkout: { code: codes.fail, status: 404 },
  checkout_done: { code: codes.fail, status: 409 },
  checkout_incomplete: { code: codes.fail, status: 422 },
  checkout_out_of_stock: { code: codes.dialog, status: 200 },
  total_changed: { code: codes.dialog, status: 200 },
  too_many_orders: { code: codes.fail, status: 429 },
  too_many_at_once: { code: codes.fail, status: 409 },
  too_many_unpaid: { code: codes.fail, status: 409 },
  below_minimum_order: { code: codes.fail, status: 422 },
  terms_not_accepted: { code: codes.fail, status: 422 },
  shipping_unavailable: { code: codes.fail, status: 422 },
  unknown_payment_method: { code: codes.fail, status: 422 },
  unknown_coupon: { code: codes.fail, status: 404 },
  coupon_expired: { code: codes.fail, status: 410 },
  coupon_used_up: { code: codes.fail, status: 409 },
  coupon_used_by_you: { code: codes.fail, status: 409 },
  credit_changed: { code: codes.fail, status: 409 },
  no_credit: { code: codes.fail, status: 409 },
  coupon_minimum_amount: { code: codes.fail, status: 422 },
  coupon_minimum_quantity: { code: codes.fail, status: 422 },
  coupon_nothing_eligible: { code: codes.fail, status: 422 },
  coupon_not_in_currency: { code: codes.fail, status: 422 },
  coupon_first_order_only: { code: codes.fail, status: 422 },
  coupon_not_with_others: { code: codes.fail, status: 422 },
  coupon_no_effect: { code: codes.fail, status: 422 },

  unknown_order: { code: codes.fail, status: 404 },
  not_now: { code: codes.fail, status: 409 },
  order_not_payable: { code: codes.fail, status: 409 },
  payment_deciding: { code: codes.fail, status: 409 },
  payment_unavailable: { code: codes.fail, status: 503 },
  card_declined: { code: codes.fail, status: 402 },
  payment_cancelled: { code: codes.fail, status: 409 },
} as const satisfies Record<string, { code: Code; status: number }>

export type ProblemName = keyof typeof problems

/** A refusal of an action for the shop; its caller has the words. Facts are fields next to the name. */
export interface Named<N extends ProblemName> {
  readonly name: N
}

/** A refusal on its way out: the name, and the facts that its text and the client need. */
export interface Problem<N extends ProblemName = ProblemName> {
  name: N
  details?: Record<string, string | number>
  fields?: Record<string, string>
  /** Problems of code 10: the question for the shopper, as the contract of the call says. */
  dialog?: unknown
}
