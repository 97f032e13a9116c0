import { day, minute } from '#domain/time.ts'
import { isKnownBrowser } from '#features/account/queries/browsers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mayGoOn, networkOf, type Rate } from '#platform/server/rate.ts'
import type { TypedCode } from './codes.ts'

/** Guesses for one account from one browser that has signed in before, or from one network. */
const guesses = { name: 'factor.try', most: 10, within: 15 * minute }
/**
 * Codes of the app, guessed for one account from all browsers that are not known: whoever has the password could try
 * from many networks. The owner still comes in from a known browser, and by a recovery code, which nobody can guess.
 */
const guessesOfDay = { name: 'factor.try.day', most: 20, within: day }

/** Counts a guess that is about to be judged. Null where it may be, or else the limit that it is beyond. */
export async function refuseGuess(
  ctx: Ctx,
  customer: number,
  browser: Buffer,
  kind: TypedCode['kind'],
): Promise<Rate | null> {
  const { db, now, visitor } = ctx
  const isKnown = await isKnownBrowser(db, customer, browser)
  const from = isKnown ? browser.toString('base64url') : networkOf(visitor.ip)
  if (!(await mayGoOn(db, guesses, `${customer}\0${from}`, now))) return guesses
  if (isKnown || kind === 'recovery') return null
  return (await mayGoOn(db, guessesOfDay, String(customer), now)) ? null : guessesOfDay
}
