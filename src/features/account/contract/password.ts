import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { code, password } from './parts.ts'

/** The second proof, where the account asks for one: a code of the authenticator app, or a recovery code. */
const factor = z.string().max(60).default('')

/**
 * The present password is the proof; who has none gives a code of `/user/sendProof`. Where the account has a second
 * factor, it is asked for as well, unless that was given within the last ten minutes.
 */
export const editPassword = endpoint({
  path: '/user/editPassword',
  summary: 'Sets the password; ends all other sessions',
  writes: true,
  needs: 'customer',
  isOnce: true,
  input: z.strictObject({
    current: password.or(z.literal('')).default(''),
    code: code.or(z.literal('')).default(''),
    factor,
    password,
  }),
  output: z.object({ ended: z.number().int() }),
  problems: [
    'wrong_credentials',
    'wrong_code',
    'code_over',
    'proof_required',
    'second_factor_wanted',
    'password_too_short',
    'password_breached',
    'too_many_tries',
  ],
})

export const confirm = endpoint({
  path: '/user/confirm',
  summary:
    'Proves anew who is signed in, with the second factor where there is one, for ten minutes of changes',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({
    current: password.or(z.literal('')).default(''),
    code: code.or(z.literal('')).default(''),
    factor,
  }),
  /** For the header `x-auth`. */
  output: z.object({ token: z.string() }),
  problems: [
    'wrong_credentials',
    'wrong_code',
    'code_over',
    'proof_required',
    'second_factor_wanted',
    'too_many_tries',
  ],
})

export const sendProof = endpoint({
  path: '/user/sendProof',
  summary: 'Sends a code to the customer’s own e-mail address, as the proof that a change asks for',
  writes: true,
  needs: 'customer',
  input: z.strictObject({}),
  output: z.object({ account: z.string(), wait: z.number().int() }),
  problems: ['too_many_codes', 'sms_unavailable'],
})
