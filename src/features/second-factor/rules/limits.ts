import { day, minute } from '#domain/time.ts'
import { isKnownBrowser } from '#features/account/queries/browsers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mayGoOn, networkOf } from '#platform/server/rate.ts'
import type { TypedCode } from './codes.ts'

/** Guesses for one account from one browser that has signed in before, or from one network. */
const guesses = { name: 'factor.try', most: 10, within: 15 * minute }
/**
 * Codes of the app, guessed for one account from all browsers that are not known: whoever has the password could try
 * from many networks. The owner still comes in from a known browser, and by a recovery code, which nobody can guess.
 */
const guessesOfDay = { name: 'factor.try.day', most: 20, within: day }

/** Counts a guess that is about to be judged. */
export async function mayGuess(
  ctx: Ctx,
  customer: number,
  browser: Buffer,
  kind: TypedCode['kind'],
): Promise<boolean> {
  const { db, now, visitor } = ctx
  if (await isKnownBrowser(db, customer, browser))
    return mayGoOn(db, guesses, `${customer}\0${browser.toString('base64url')}`, now)
  if (!(await mayGoOn(db, guesses, `${customer}\0${networkOf(visitor.ip)}`, now))) return false
  return kind === 'recovery' || mayGoOn(db, guessesOfDay, String(customer), now)
}
