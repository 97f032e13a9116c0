import { z } from 'zod'
import { name, userInfo } from '#features/account/contract/parts.ts'
import { endpoint } from '#wire/endpoint.ts'
import { textField } from '#wire/written.ts'

const nothing = z.strictObject({})

export const info = endpoint({
  path: '/user/info',
  summary: 'The customer who is signed in',
  needs: 'customer',
  input: nothing,
  output: userInfo,
})

/** Amounts in minor units of `currency`, the visitor's. */
export const statistics = endpoint({
  path: '/user/statistics',
  summary: 'What the customer has bought, owes, and has as store credit',
  needs: 'customer',
  input: nothing,
  output: z.object({
    currency: z.string(),
    /** Store credit in this currency. */
    credit: z.number().int(),
    /** What the shop has kept for orders that were paid, store credit included; nothing of cancelled ones. */
    spending: z.number().int(),
    /** What was paid for them, without store credit. */
    payment: z.number().int(),
    unpaidOrders: z.number().int(),
    orders: z.number().int(),
    /** Currencies of further orders and credit, whose amounts are not among these. */
    otherCurrencies: z.array(z.string()),
    /** ISO 8601: the sign-in before this one; null when there was none. */
    lastSignIn: z.string().nullable(),
  }),
})

export const editName = endpoint({
  path: '/user/editName',
  summary: 'Changes first and last name',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ firstName: name, lastName: name }),
  output: userInfo,
  problems: ['name_required'],
})

export const editInfo = endpoint({
  path: '/user/editInfo',
  summary: 'Changes nickname, bio and birthday',
  writes: true,
  needs: 'customer',
  input: z.strictObject({
    nickname: name.default(''),
    bio: textField(1000).default(''),
    /** `2001-12-31`, or empty. */
    birthday: z.string().max(10).default(''),
  }),
  output: userInfo,
  problems: ['birthday_impossible'],
})

/** One of the places where a customer is signed in. */
const sessionEntry = z.object({
  id: z.number().int(),
  isThis: z.boolean(),
  method: z.string(),
  ip: z.string(),
  /** `Firefox on Linux`, in the visitor's language; empty when it did not say. */
  browser: z.string(),
  /** ISO 8601. */
  beganAt: z.string(),
  usedAt: z.string(),
})

export const security = endpoint({
  path: '/user/security',
  summary: 'How the customer signs in, and where it is signed in',
  needs: 'customer',
  input: nothing,
  output: z.object({
    checksEmail: z.boolean(),
    hasPassword: z.boolean(),
    sessions: z.array(sessionEntry),
  }),
})

export const sessions = endpoint({
  path: '/user/sessions',
  summary: 'The customer’s sessions, this one first',
  needs: 'customer',
  input: nothing,
  output: z.object({ sessions: z.array(sessionEntry) }),
})

export const endSession = endpoint({
  path: '/user/endSession',
  summary: 'Ends one session of the customer',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  output: z.object({ sessions: z.array(sessionEntry) }),
  problems: ['unknown_session'],
})

export const loginVerification = endpoint({
  path: '/user/loginVerification',
  summary: 'Whether a sign-in by password from an unknown browser asks for a code, too',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ on: z.enum(['on', 'off']) }),
  output: z.object({ checksEmail: z.boolean() }),
  problems: ['proof_required'],
})

export const activity = endpoint({
  path: '/user/activity',
  summary: 'What happened to the account, the last first',
  needs: 'customer',
  input: z.strictObject({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  output: z.object({
    total: z.number().int(),
    pages: z.number().int(),
    events: z.array(
      z.object({
        id: z.number().int(),
        /** In the visitor's language. */
        text: z.string(),
        ip: z.string(),
        browser: z.string(),
        /** ISO 8601. */
        at: z.string(),
      }),
    ),
  }),
})

export const exportData = endpoint({
  path: '/user/export',
  summary: 'All that the shop stores about the customer, as one document',
  needs: 'customer',
  input: nothing,
  output: z.record(z.string(), z.unknown()),
  problems: ['proof_required'],
})

/** As multipart, the picture is the file `avatar`, and the square of it the fields `x`, `y` and `size` before it. */
export const editAvatar = endpoint({
  path: '/user/editAvatar',
  summary: 'Changes the customer’s picture',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({
    /** The id of a picture that was sent. */
    avatar: z.string().min(1).max(100),
  }),
  output: userInfo,
  problems: ['avatar_required', 'unknown_picture'],
})

export const deleteAvatar = endpoint({
  path: '/user/deleteAvatar',
  summary: 'Deletes the customer’s picture',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: nothing,
  output: userInfo,
})
