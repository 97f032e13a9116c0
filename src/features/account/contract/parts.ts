import { z } from 'zod'
import { lineField } from '#wire/written.ts'

/** An e-mail address or a mobile number, as it is typed. */
export const account = z.string().min(1).max(254)
/** Spaces at the ends are the shopper's. Long enough for any passphrase; hashing has its own bounds. */
export const password = z.string().min(1).max(200)
/** Six digits, as they are typed: spaces are ignored. */
export const code = z.string().min(1).max(20)
/** `+86`, for a mobile number that is typed without it. */
export const countryCode = z.string().max(5).default('')
/** Of a passed security check; where it was a question of a form without scripts, with its answer. */
export const passed = {
  verifyId: z.string().max(100).default(''),
  verifyAnswer: z.string().max(20).default(''),
}
/** "Remember this device". A box that is not ticked is not in a form: the form says `off` for it. */
export const keep = z.enum(['on', 'off']).default('on')
/** In one line: lists of customers, mails and parcels have one for it. */
export const name = lineField(100)

/** What a customer sees of itself, as `/user/info` answers. */
export const userInfo = z.object({
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  nickname: z.string(),
  bio: z.string(),
  /** `2001-12-31`; null when it was not told. */
  birthday: z.string().nullable(),
  email: z.string().nullable(),
  /** With the country code: `+8613800138000`. */
  mobile: z.string().nullable(),
  hasPassword: z.boolean(),
  /** Where the square picture is that it chose; null without one. */
  avatar: z.string().nullable(),
})

/** What was taken over from the browser at sign-in, for the shopper to be told. */
const joined = z.object({
  /** Lines that the account's cart did not have. */
  cartLines: z.number().int(),
  /** SKUs that were in both carts: the greater quantity is kept. */
  cartJoined: z.number().int(),
  favourites: z.number().int(),
  orders: z.number().int(),
})

/** Answers of every way to sign in. */
export const signedIn = z.object({
  /** For the header `x-auth`; worth nothing without the session's cookie. */
  token: z.string(),
  user: userInfo,
  joined,
  /** Own path to go on at. */
  next: z.string(),
})
