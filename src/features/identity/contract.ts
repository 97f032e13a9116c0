import { z } from 'zod'
import { account, code, countryCode } from '#features/account/contract/parts.ts'
import { endpoint } from '#wire/endpoint.ts'

const emptyCode = code.or(z.literal('')).default('')
const emptyAccount = account.or(z.literal('')).default('')
const changed = z.object({
  /** Null: there is none any more. */
  account: z.string().nullable(),
  /** Sessions in other browsers that it ended. */
  ended: z.number().int(),
})
const wrong = [
  'proof_required',
  'account_required',
  'account_format',
  'code_required',
  'wrong_code',
  'code_over',
  'too_many_tries',
] as const

/** The answer is the same whether somebody else has it or not. */
export const sendChangeCode = endpoint({
  path: '/user/sendChangeCode',
  summary: 'Sends a code to the e-mail address or mobile number that is to become the customer’s',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ account: emptyAccount, countryCode }),
  output: z.object({ account: z.string(), wait: z.number().int() }),
  problems: ['proof_required', 'account_required', 'account_format', 'account_unchanged', 'too_many_codes'],
})

export const editEmail = endpoint({
  path: '/user/editEmail',
  summary: 'Changes the e-mail address, with the code that was sent to the new one; ends all other sessions',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({ account: emptyAccount, code: emptyCode }),
  output: changed,
  problems: wrong,
})

export const editMobile = endpoint({
  path: '/user/editMobile',
  summary: 'Changes the mobile number, with the code that was sent to the new one; ends all other sessions',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({ account: emptyAccount, countryCode, code: emptyCode }),
  output: changed,
  problems: wrong,
})

export const removeIdentity = endpoint({
  path: '/user/removeIdentity',
  summary: 'Removes the e-mail address or the mobile number of a customer who has both',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({ kind: z.enum(['email', 'mobile']) }),
  output: changed,
  problems: ['proof_required', 'last_identity'],
})

/** For whoever has the mail of a change: no session is needed. */
export const undoChange = endpoint({
  path: '/auth/undoChange',
  summary: 'Undoes a change of the e-mail address or number with the token of its mail; ends all sessions',
  writes: true,
  needs: 'nothing',
  input: z.strictObject({ token: z.string().max(100).default('') }),
  output: z.object({ ended: z.number().int() }),
  problems: ['stale_link', 'account_taken'],
})

export const sendVerifyEmail = endpoint({
  path: '/user/sendVerifyEmail',
  summary: 'Sends a link to the customer’s e-mail address, if nobody has proven it yet',
  writes: true,
  needs: 'customer',
  input: z.strictObject({}),
  output: z.object({ account: z.string(), wait: z.number().int() }),
  problems: ['account_unchanged', 'too_many_codes'],
})

export const verifyEmail = endpoint({
  path: '/auth/verifyEmail',
  summary: 'Proves an e-mail address with the token of its mail',
  writes: true,
  needs: 'nothing',
  input: z.strictObject({ token: z.string().max(100).default('') }),
  output: z.object({ orders: z.number().int() }),
  problems: ['stale_link'],
})

export const close = endpoint({
  path: '/user/close',
  summary: 'Closes the account for ever; its orders stay, as bookkeeping law asks',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({
    /** The customer's own e-mail address, mobile number or customer number, typed out. */
    confirmation: z.string().max(254).default(''),
    /** The store credit that is left is given up, and what orders and returns would still bring. */
    forfeit: z.enum(['on', 'off']).default('off'),
  }),
  output: z.object({}),
  problems: ['proof_required', 'confirmation_differs', 'credit_left'],
})
