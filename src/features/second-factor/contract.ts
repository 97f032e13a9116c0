import { z } from 'zod'
import { signedIn } from '#features/account/contract/parts.ts'
import { endpoint } from '#wire/endpoint.ts'

const nothing = z.strictObject({})
/** Of the app, or a recovery code: spaces, hyphens and capitals are ignored. */
const code = z.string().max(60).default('')

export const secondFactor = endpoint({
  path: '/auth/secondFactor',
  summary:
    'Ends a sign-in that waits for the second factor: a code of the authenticator app, or a recovery code',
  writes: true,
  needs: 'nothing',
  input: z.strictObject({
    code,
    /** This browser is not asked again for 30 days. */
    trust: z.enum(['on', 'off']).default('off'),
  }),
  output: signedIn,
  problems: ['code_required', 'wrong_code', 'sign_in_over', 'too_many_tries'],
})

export const beginFactor = endpoint({
  path: '/user/beginFactor',
  summary: 'Begins to set up an authenticator app; its page shows the secret',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: nothing,
  output: z.object({}),
  problems: ['proof_required', 'factor_in_use'],
})

/** Shown once: the shop stores their hashes. */
const recoveryCodes = z.object({ codes: z.array(z.string()) })

export const confirmFactor = endpoint({
  path: '/user/confirmFactor',
  summary: 'Turns the second factor on with the app’s first code; answers with the recovery codes',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({ code }),
  output: recoveryCodes,
  problems: ['proof_required', 'code_required', 'wrong_code', 'factor_in_use', 'no_factor'],
})

export const renewRecoveryCodes = endpoint({
  path: '/user/renewRecoveryCodes',
  summary: 'Makes ten new recovery codes; those before end',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: nothing,
  output: recoveryCodes,
  problems: ['proof_required', 'no_factor'],
})

export const hideRecoveryCodes = endpoint({
  path: '/user/hideRecoveryCodes',
  summary: 'Takes the new recovery codes off the page: they are stored elsewhere now',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: nothing,
  output: z.object({}),
})

export const endFactor = endpoint({
  path: '/user/endFactor',
  summary: 'Turns the second factor off, and ends its recovery codes',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: nothing,
  output: z.object({}),
  problems: ['proof_required', 'no_factor'],
})
