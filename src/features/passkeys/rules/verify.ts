import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Ctx } from '#platform/server/context.ts'
import type { Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import type { PasskeyKey } from '../queries/passkeys.ts'
import type { Spent } from './challenge.ts'
import { rpIdOf } from './relying-party.ts'

/** COSE numbers of Ed25519, ES256 and RS256: what every browser has one of. */
export const algorithms = [-8, -7, -257]

type NewCredential = Input<typeof contract.addPasskey>['credential']
type SignedCredential = Input<typeof contract.passkeyFinish>['credential']

export interface Made {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  aaguid: string
  isBackedUp: boolean
}

/** Null when the browser, its origin, its domain or its challenge is not the one that was asked. */
export async function verifyMade(
  ctx: Ctx,
  { id, attestationObject, clientDataJSON, transports }: NewCredential,
  { challenge, purpose }: Spent,
): Promise<Made | null> {
  return orNull(ctx, async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { attestationObject, clientDataJSON, transports },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: ctx.origin,
      expectedRPID: rpIdOf(ctx),
      supportedAlgorithmIDs: algorithms,
      // Nobody is asked when the browser makes it by itself.
      requireUserPresence: purpose !== 'add_silently',
      requireUserVerification: false,
    })
    // What was made must be what is stored: the id is part of what was signed for.
    if (registrationInfo === undefined || registrationInfo.credential.id !== id) return null
    const { credential, aaguid, credentialBackedUp } = registrationInfo
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      aaguid,
      isBackedUp: credentialBackedUp,
    }
  })
}

/** Null when the signature is not right, or was made for another origin, domain, challenge or customer. */
export async function verifySigned(
  ctx: Ctx,
  { id, userHandle, ...response }: SignedCredential,
  passkey: PasskeyKey,
  challenge: string,
): Promise<{ counter: number; isBackedUp: boolean; isUserVerified: boolean } | null> {
  if (!Buffer.from(userHandle, 'base64url').equals(passkey.handle)) return null
  return orNull(ctx, async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { ...response, userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: ctx.origin,
      expectedRPID: rpIdOf(ctx),
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: false,
    })
    const { newCounter, credentialBackedUp, userVerified } = authenticationInfo
    return verified
      ? { counter: newCounter, isBackedUp: credentialBackedUp, isUserVerified: userVerified }
      : null
  })
}

/** The library throws for whatever is wrong with what a visitor sent. */
async function orNull<T>({ log }: Ctx, judge: () => Promise<T | null>): Promise<T | null> {
  try {
    return await judge()
  } catch (err) {
    log.debug({ err }, 'a passkey was refused')
    return null
  }
}
