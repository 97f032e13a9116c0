import { sendSignal, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { Result } from '#domain/result.ts'
import { call, type Failure } from '#platform/browser/call.ts'
import type { Output } from '#wire/endpoint.ts'
import type {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  passkeyFinish,
  passkeyOptions,
} from '../contract.ts'

/*
 * What the browser and the server say to each other about passkeys. A new request of the browser's ends the one that
 * waits: the library has one at a time.
 */

/** `stopped`: the person, the browser or another request ended it; `why` is the name of the browser's error. */
export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'stopped'; why: string }

type SignedIn = Output<typeof passkeyFinish>
type List = Output<typeof listPasskeys>

const quiet = { quiet: true }

/**
 * Signs in by a passkey.
 * @param how `offer`: the browser offers its passkeys in the account's field, and waits; `ask`: it asks at once
 * @param given what the form says when the passkey has signed
 */
export async function signInByPasskey(
  how: 'offer' | 'ask',
  given: () => { keep: 'on' | 'off'; next: string },
): Promise<Outcome<SignedIn>> {
  const asked = await call<typeof passkeyOptions>('/auth/passkeyOptions', {}, quiet)
  // Nobody has asked for what is only offered: a refusal is not shown.
  if (!asked.ok) return how === 'ask' ? refused(asked.problem) : { kind: 'stopped', why: 'refused' }
  return performed(async () => {
    const optionsJSON = asked.value.options
    const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: how === 'offer' })
    const { authenticatorData, clientDataJSON, signature, userHandle = '' } = response
    const credential = { id, authenticatorData, clientDataJSON, signature, userHandle }
    const answer = await call<typeof passkeyFinish>('/auth/passkeyFinish', { credential, ...given() }, quiet)
    // It was deleted: its manager is told not to offer it any more.
    if (!answer.ok && answer.problem.problem === 'unknown_passkey')
      await sendSignal({
        signalName: 'unknownCredential',
        rpID: optionsJSON.rpId,
        credentialID: id,
      }).catch(() => {})
    return answer
  })
}

/**
 * Makes a passkey for the customer who is signed in.
 * @param silent the browser makes it without asking, where it stored the password that was just used
 */
export async function makePasskey(silent: boolean): Promise<Outcome<List>> {
  const asked = await call<typeof newPasskeyOptions>(
    '/user/passkeyOptions',
    { silent: silent ? 'on' : 'off' },
    quiet,
  )
  if (!asked.ok) return refused(asked.problem)
  return performed(async () => {
    const optionsJSON = asked.value.options
    const { id, response } = await startRegistration({ optionsJSON, useAutoRegister: silent })
    const { attestationObject, clientDataJSON, transports = [] } = response
    const credential = { id, attestationObject, clientDataJSON, transports }
    return call<typeof addPasskey>('/user/addPasskey', { credential }, quiet)
  })
}

/** Tells the managers of passkeys which ones are good, and how the customer is called. Not every browser can. */
export async function tellManagers({
  rpId,
  userId,
  userName,
  displayName,
  credentialIds,
}: NonNullable<List['known']>): Promise<void> {
  const owner = { rpID: rpId, userID: userId }
  await sendSignal({
    signalName: 'allAcceptedCredentials',
    ...owner,
    allAcceptedCredentialIDs: credentialIds,
  }).catch(() => {})
  await sendSignal({
    signalName: 'currentUserDetails',
    ...owner,
    userName,
    userDisplayName: displayName,
  }).catch(() => {})
}

async function performed<T>(perform: () => Promise<Result<T, Failure>>): Promise<Outcome<T>> {
  try {
    const answer = await perform()
    return answer.ok ? { kind: 'done', value: answer.value } : refused(answer.problem)
  } catch (error) {
    return { kind: 'stopped', why: error instanceof Error ? error.name : '' }
  }
}

function refused(failure: Failure): { kind: 'refused'; failure: Failure } {
  return { kind: 'refused', failure }
}
