import { z } from 'zod'
import { signIn } from '#features/account/contract/auth.ts'
import { account, code, countryCode, keep, signedIn } from '#features/account/contract/parts.ts'
import { endpoint } from '#wire/endpoint.ts'

const provider = z.string().min(1).max(31)
/** As it came back in the URL. */
const returned = z.string().max(4_000).default('')

export const oauthStart = endpoint({
  path: '/auth/oauthStart',
  summary: 'Begins a sign-in by another provider: the URL of its page',
  writes: true,
  isOnce: true,
  needs: 'nothing',
  input: z.strictObject({ provider, next: z.string().max(2_000).default('') }),
  output: z.object({ url: z.string() }),
  problems: ['unknown_provider', 'oauth_unavailable', 'too_many_tries'],
})

/** What came back in the URL or the form, by the browser that began it. */
export const oauthFinish = endpoint({
  path: '/auth/oauthFinish',
  summary: 'Ends what was begun at another provider: signs in, or links the account',
  writes: true,
  isOnce: true,
  needs: 'nothing',
  input: z.strictObject({
    provider,
    state: z.string().max(200),
    code: returned,
    iss: returned,
    error: returned,
    user: returned,
  }),
  output: z.object({
    /** Null: an account was linked to the customer who is signed in. */
    signedIn: signedIn.nullable(),
    next: z.string(),
  }),
  problems: [
    ...signIn.problems,
    'unknown_provider',
    'oauth_over',
    'oauth_unavailable',
    'oauth_cancelled',
    'oauth_refused',
    'oauth_proof_wanted',
    'oauth_taken',
  ],
})

export const oauthSendCode = endpoint({
  path: '/auth/oauthSendCode',
  summary: 'Sends the code that proves an e-mail address after the first sign-in by another provider',
  writes: true,
  needs: 'nothing',
  input: z.strictObject({ account, countryCode }),
  output: z.object({ account: z.string(), wait: z.number().int() }),
  problems: ['account_required', 'account_format', 'too_many_codes', 'sms_unavailable', 'oauth_over'],
})

export const oauthProve = endpoint({
  path: '/auth/oauthProve',
  summary: 'Links the provider’s account to the customer with the proven address, or to a new one; signs in',
  writes: true,
  isOnce: true,
  needs: 'nothing',
  input: z.strictObject({ account, countryCode, code: code.or(z.literal('')).default(''), keep }),
  output: signedIn,
  problems: [...signIn.problems, 'code_required', 'oauth_over', 'oauth_taken'],
})

const linked = z.object({
  id: z.number().int(),
  provider: z.string(),
  /** As shoppers know it; the name where the shop does not offer it any more. */
  title: z.string(),
  /** `a…@example.com`; null when the provider named none. */
  email: z.string().nullable(),
  linkedAt: z.iso.datetime(),
  /** The last sign-in by it. */
  usedAt: z.iso.datetime().nullable(),
})

export const oauthAccounts = endpoint({
  path: '/user/oauthAccounts',
  summary: 'The accounts at other providers that sign in to this one, and the providers there are',
  needs: 'customer',
  input: z.strictObject({}),
  output: z.object({
    accounts: z.array(linked),
    providers: z.array(z.object({ name: z.string(), title: z.string() })),
  }),
})

export const oauthLink = endpoint({
  path: '/user/oauthLink',
  summary: 'Begins to link an account at another provider: the URL of its page',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({ provider }),
  output: oauthStart.output,
  problems: [...oauthStart.problems, 'proof_required'],
})

export const oauthUnlink = endpoint({
  path: '/user/oauthUnlink',
  summary: 'Takes a linked account away; it signs in no more',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({ id: z.coerce.number().int().positive() }),
  output: z.object({}),
  problems: ['proof_required', 'unknown_linked_account', 'last_way_in'],
})
