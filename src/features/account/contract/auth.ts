import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { account, code, countryCode, keep, name, passed, password, signedIn } from './parts.ts'

/** An own path to go on at after signing in; anything else is ignored. */
const next = z.string().max(2_000).default('')

export const signIn = endpoint({
  path: '/auth/signIn',
  summary: 'Signs in by a password or a code',
  writes: true,
  needs: 'nothing',
  input: z.strictObject({
    account,
    countryCode,
    password: password.or(z.literal('')).default(''),
    code: code.or(z.literal('')).default(''),
    keep,
    next,
  }),
  output: signedIn,
  problems: [
    'account_required',
    'account_format',
    'password_required',
    'wrong_credentials',
    'wrong_code',
    'code_over',
    'code_wanted',
    'second_factor_wanted',
    'too_many_tries',
  ],
})

export const signUp = endpoint({
  path: '/auth/signUp',
  summary: 'Makes an account, with the code that proves the e-mail address or number, and signs in',
  writes: true,
  needs: 'nothing',
  input: z.strictObject({
    account,
    code: code.or(z.literal('')).default(''),
    /** Without one the account is used with codes. */
    password: password.or(z.literal('')).default(''),
    countryCode,
    // Absent like empty: the action has the words for it.
    firstName: name.default(''),
    lastName: name.default(''),
    keep,
    next,
  }),
  output: signedIn,
  problems: [
    'account_required',
    'account_format',
    'code_required',
    'name_required',
    'wrong_code',
    'code_over',
    'password_too_short',
    'password_breached',
    'too_many_tries',
  ],
})

export const codePurposes = ['signIn', 'signUp', 'reset'] as const

/** The answer is the same whether there is such an account or not. */
export const sendCode = endpoint({
  path: '/auth/sendCode',
  summary: 'Sends a code of six digits to an e-mail address or mobile number',
  writes: true,
  needs: 'nothing',
  input: z.strictObject({
    account,
    countryCode,
    purpose: z.enum(codePurposes),
    ...passed,
    next,
  }),
  output: z.object({
    /** Where it was sent, as the shopper typed it in the one spelling that is compared. */
    account: z.string(),
    /** Seconds until another can be asked for. */
    wait: z.number().int(),
  }),
  problems: [
    'account_required',
    'account_format',
    'verification_required',
    'verification_failed',
    'too_many_codes',
  ],
})

export const forget = endpoint({
  path: '/auth/forget',
  summary: 'Sends the code and the link that a new password is set with',
  writes: true,
  needs: 'nothing',
  input: z.strictObject({ account, countryCode, ...passed }),
  output: z.object({ account: z.string(), wait: z.number().int() }),
  problems: sendCode.problems,
})

export const resetPassword = endpoint({
  path: '/auth/resetPassword',
  summary: 'Sets a new password with the token of a mail, or an account and its code; ends all sessions',
  writes: true,
  needs: 'nothing',
  input: z.strictObject({
    token: z.string().max(100).default(''),
    account: account.or(z.literal('')).default(''),
    countryCode,
    code: code.or(z.literal('')).default(''),
    password: password.or(z.literal('')).default(''),
  }),
  output: signedIn,
  problems: [
    'account_required',
    'account_format',
    'code_required',
    'wrong_code',
    'code_over',
    'stale_link',
    'second_factor_wanted',
    'password_required',
    'password_too_short',
    'password_breached',
    'too_many_tries',
  ],
})

export const signOut = endpoint({
  path: '/auth/signOut',
  summary: 'Ends this session',
  writes: true,
  isOnce: true,
  needs: 'nothing',
  input: z.strictObject({}),
  output: z.object({}),
})

export const signOutAll = endpoint({
  path: '/auth/signOutAll',
  summary: 'Ends all sessions of the customer, this one too',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({}),
  output: z.object({ ended: z.number().int() }),
})
