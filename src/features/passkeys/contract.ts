import { z } from 'zod'
import { signIn } from '#features/account/contract/auth.ts'
import { keep, signedIn } from '#features/account/contract/parts.ts'
import { endpoint } from '#wire/endpoint.ts'
import { lineField } from '#wire/written.ts'

const nothing = z.strictObject({})
/** Bytes in base64url. */
const bytes = (most: number): z.ZodString =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/)

/** 1 to 1023 bytes. */
const credentialId = bytes(1_364)
const clientData = bytes(8_000)

/** What the browser is asked to sign with any passkey of this shop. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.number().int(),
  userVerification: z.literal('preferred'),
})

/** What the browser is asked to make. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  /** `id`: the random handle of the customer, in base64url. */
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  /** Passkeys that are there: a manager that has one of them makes no second. */
  excludeCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
})

export const passkeyOptions = endpoint({
  path: '/auth/passkeyOptions',
  summary: 'What a passkey has to sign to sign in: good once, in this browser, for five minutes',
  writes: true,
  isOnce: true,
  needs: 'nothing',
  input: nothing,
  output: z.object({ options: requestOptions }),
  problems: ['too_many_tries'],
})

export const passkeyFinish = endpoint({
  path: '/auth/passkeyFinish',
  summary: 'Signs in with what a passkey has signed',
  writes: true,
  needs: 'nothing',
  input: z.strictObject({
    credential: z.strictObject({
      id: credentialId,
      authenticatorData: bytes(8_000),
      clientDataJSON: clientData,
      signature: bytes(8_000),
      /** Base64url of the handle; every passkey that is found without an account has it. */
      userHandle: bytes(100),
    }),
    keep,
    /** An own path to go on at after signing in; anything else is ignored. */
    next: z.string().max(2_000).default(''),
  }),
  output: signedIn,
  // It ends as every way of signing in does.
  problems: [...signIn.problems, 'passkey_over', 'unknown_passkey', 'passkey_refused'],
})

/** The customer's passkeys, and what a browser tells the managers that store them. */
const passkeyList = z.object({
  passkeys: z.array(
    z.object({
      id: z.number().int(),
      /** As its owner calls it, or by the name of its manager. */
      name: z.string(),
      /** The password manager or device that made it; null where it does not say. */
      manager: z.string().nullable(),
      /** It is stored elsewhere, too. */
      isBackedUp: z.boolean(),
      /** ISO 8601. */
      createdAt: z.string(),
      usedAt: z.string().nullable(),
    }),
  ),
  /** For the browser's signals; null for a customer who never had a passkey. */
  known: z
    .object({
      rpId: z.string(),
      /** Base64url, as all ids. */
      userId: z.string(),
      userName: z.string(),
      displayName: z.string(),
      credentialIds: z.array(z.string()),
    })
    .nullable(),
})

export const listPasskeys = endpoint({
  path: '/user/passkeys',
  summary: 'The customer’s passkeys',
  needs: 'customer',
  input: nothing,
  output: passkeyList,
})

export const newPasskeyOptions = endpoint({
  path: '/user/passkeyOptions',
  summary: 'What a new passkey is made with: good once, in this browser, for five minutes',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({
    /** `on`: the browser makes it without asking, after a sign-in by password. */
    silent: z.enum(['on', 'off']).default('off'),
  }),
  output: z.object({ options: creationOptions }),
  problems: ['proof_required', 'too_many_tries', 'too_many_passkeys'],
})

export const addPasskey = endpoint({
  path: '/user/addPasskey',
  summary: 'Stores a new passkey of the customer',
  writes: true,
  needs: 'customer',
  input: z.strictObject({
    credential: z.strictObject({
      id: credentialId,
      attestationObject: bytes(30_000),
      clientDataJSON: clientData,
      transports: z.array(z.string().max(30)).max(10).default([]),
    }),
  }),
  output: passkeyList,
  problems: ['proof_required', 'passkey_over', 'passkey_refused', 'too_many_passkeys'],
})

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const renamePasskey = endpoint({
  path: '/user/renamePasskey',
  summary: 'Gives a passkey another name; an empty one is the name of its manager',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ id, name: lineField(100) }),
  output: passkeyList,
  problems: ['unknown_passkey'],
})

export const deletePasskey = endpoint({
  path: '/user/deletePasskey',
  summary: 'Deletes a passkey, unless it is the customer’s last way in',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ id }),
  output: passkeyList,
  problems: ['proof_required', 'unknown_passkey', 'last_way_in'],
})
