import { minute } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isPrivate, mayGoOn, networkOf, waitOf, type Wait } from '#platform/server/rate.ts'

/*
 * Nobody guesses a signature: what is limited is work. A browser that the account knows counts by itself, every other
 * one by its network, so that a stranger uses up nobody's tries.
 */

/** Tries of one browser that has signed in with the account before; of one network, for all others. */
const tries = { name: 'passkey.try', most: 20, within: 15 * minute }
const networkTries = { name: 'passkey.try.network', most: 100, within: 15 * minute }
/** Challenges: each sign-in page that is open asks for one, and again every few minutes. */
const challenges = { name: 'passkey.options', most: 60, within: 15 * minute }
const networkChallenges = { name: 'passkey.options.network', most: 600, within: 15 * minute }
/** Passkeys that one customer begins to add. */
const additions = { name: 'passkey.add', most: 30, within: 15 * minute }

/** @param device the browser, when the account of the passkey knows it */
export async function mayTryPasskey({ db, now, visitor }: Ctx, device: Buffer | null): Promise<boolean> {
  if (device !== null) return mayGoOn(db, tries, device.toString('base64url'), now)
  return isPrivate(visitor.ip) || mayGoOn(db, networkTries, networkOf(visitor.ip), now)
}

/** @param device null for a browser that has no token yet */
export async function mayAskOptions({ db, now, visitor }: Ctx, device: Buffer | null): Promise<boolean> {
  const [own, all] = await Promise.all([
    device === null || mayGoOn(db, challenges, device.toString('base64url'), now),
    isPrivate(visitor.ip) || mayGoOn(db, networkChallenges, networkOf(visitor.ip), now),
  ])
  return own && all
}

export function mayBeginAdding({ db, now }: Ctx, customer: number): Promise<boolean> {
  return mayGoOn(db, additions, String(customer), now)
}

/** The refusal of all of them, which have the same window. */
export function tooManyTries({ now }: Pick<Ctx, 'now'>): { name: 'too_many_tries'; details: Wait } {
  return { name: 'too_many_tries', details: waitOf(tries, now) }
}
