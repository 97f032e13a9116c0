/**
 * Every answer of `/api/web` and of the page route is one envelope. The codes are the specification's (section 4);
 * the HTTP status is set in addition.
 */
export const codes = {
  success: 0,
  /** The shopper must be asked something; `data.dialog` says what. */
  dialog: 10,
  permission: 30,
  fail: 40,
  /** Shown as an error toast with `msg`. */
  fullFail: 41,
  authInvalid: 50,
  /** Signed out elsewhere. */
  authOut: 51,
  error: 500,
  timeout: 20000,
} as const

export type Code = (typeof codes)[keyof typeof codes]

export interface Envelope<T = unknown> {
  code: Code
  /** A text of the shop's own catalogue in the visitor's language, never an exception's text. */
  msg: string
  data: T
}

/** The `data` of an expected refusal. */
export interface RefusalData {
  problem: string
  /** Field name → message, for a refused form. */
  fields?: Record<string, string>
  /** Facts of the refusal, such as the number left. */
  details?: Record<string, string | number>
  /** With code 10: the question for the shopper. */
  dialog?: unknown
}
