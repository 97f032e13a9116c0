import { day, hour, minute, second } from '#domain/time.ts'
import type { Ctx, Session } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import {
  isPrivate,
  mayAllGoOn,
  mayGoOn,
  networkOf,
  waitOf,
  type Rate,
  type Wait,
} from '#platform/server/rate.ts'
import type { AccountName } from './account-name.ts'
import { codePause } from './codes.ts'

/*
 * Limits of signing in. None refuses by the account alone: a stranger could use it up, and lock its owner out. A browser
 * that has signed in before counts by itself, every other one by its network. Mails of a day are counted by the
 * account, with a reserve for networks that have asked for none.
 */

/** Tries for one account from one known browser, or from one network. */
const tries = { name: 'account.try', most: 10, within: 15 * minute }
/** Tries of one network, for whatever accounts: where many share it, most know their password. */
const networkTries = { name: 'account.try.network', most: 100, within: 15 * minute }
/** Proofs of one session, and of all sessions of a customer. */
const proofs = { name: 'account.prove', most: 10, within: 15 * minute }
const proofsOfDay = { name: 'account.prove.day', most: 60, within: day }
/** Codes to one account: from one known browser or network in an hour, and from all networks in a day: mailboxes fill. */
const codes = { name: 'account.code', most: 5, within: hour }
const codesOfDay = { name: 'account.code.day', most: 20, within: day }
/** Beyond those of the day: the first of a network, so many in an hour. */
const firstOfNetwork = { name: 'account.code.first', most: 1, within: day }
const reserve = { name: 'account.code.reserve', most: 5, within: hour }
const networkCodes = { name: 'account.code.network', most: 30, within: hour }
/** Text messages cost money: of the whole shop in an hour. Strangers cannot use up what is for known browsers. */
const shopMessages = { name: 'account.sms.shop', most: 400, within: hour }
const knownMessages = { name: 'account.sms.known', most: 100, within: hour }
const pause = { name: 'account.code.pause', most: 1, within: codePause * second }

/** Counts a try to sign in, before anything is looked up. @param device the browser, when the account knows it */
export async function mayTry(ctx: Ctx, name: AccountName, device: Buffer | null): Promise<boolean> {
  const { db, now, visitor } = ctx
  const account = `${name.kind} ${name.account}`
  if (device !== null) return mayGoOn(db, tries, `${account}\0${device.toString('base64url')}`, now)
  const network = networkOf(visitor.ip)
  const own = { rate: tries, who: `${account}\0${network}` }
  if (isPrivate(visitor.ip)) return mayGoOn(db, own.rate, own.who, now)
  return mayAllGoOn(db, [own, { rate: networkTries, who: network }], now)
}

async function refuseCost(tx: Tx, isKnown: boolean, now: Date): Promise<Rate | null> {
  const may =
    (isKnown && (await mayGoOn(tx, knownMessages, '', now))) || (await mayGoOn(tx, shopMessages, '', now))
  return may ? null : shopMessages
}

/**
 * Counts a proof that somebody types who is signed in. By the session: a browser's token is what the browser says, and a
 * stolen session would bring a new one with every try. The owner who has none left signs in anew.
 */
export async function mayProve({ db, now, visitor }: Ctx, session: Session): Promise<boolean> {
  const own = { rate: proofs, who: String(session.id) }
  const inDay = { rate: proofsOfDay, who: String(session.customer) }
  const all = { rate: networkTries, who: networkOf(visitor.ip) }
  return mayAllGoOn(db, isPrivate(visitor.ip) ? [own, inDay] : [own, inDay, all], now)
}

/**
 * The refusal of a try that is one too many, with the time to wait, which its field says as well.
 * @param field where the proof was typed
 * @param rate the limit that was reached; without one, those of a quarter of an hour
 */
export function tooManyTries<F extends string>(
  { now, t }: Pick<Ctx, 'now' | 't'>,
  field: F,
  rate: Rate = tries,
): { name: 'too_many_tries'; details: Wait; fields: Record<F, string> } {
  const details = waitOf(rate, now)
  return {
    name: 'too_many_tries',
    details,
    fields: { [field]: t('limit.wait', details) } as Record<F, string>,
  }
}

/**
 * Counts a code that is to be sent, in the transaction that writes it: what is refused there is rolled back, and counts
 * nothing. Null where it may be sent, or else the limit with the longest wait.
 * @param isKnown the account was signed in to in this browser before
 */
export async function refuseCode(
  { now, visitor }: Ctx,
  tx: Tx,
  name: AccountName,
  device: Buffer,
  isKnown: boolean,
): Promise<Rate | null> {
  const account = `${name.kind} ${name.account}`
  const network = networkOf(visitor.ip)
  const browser = device.toString('base64url')
  const asked = (rate: Rate, who: string): Promise<Rate | null> =>
    mayGoOn(tx, rate, who, now).then((may) => (may ? null : rate))
  const unlimited = Promise.resolve(null)
  const refused = await Promise.all([
    asked(pause, `${account}\0${browser}`),
    asked(codes, `${account}\0${isKnown ? browser : network}`),
    isKnown ? unlimited : refuseInDay(tx, account, network, now),
    isPrivate(visitor.ip) ? unlimited : asked(networkCodes, network),
    name.kind === 'email' ? unlimited : refuseCost(tx, isKnown, now),
  ])
  const left = (rate: Rate | null): number =>
    rate === null ? 0 : rate.within - (now.getTime() % rate.within)
  return refused.reduce((longest, rate) => (left(rate) > left(longest) ? rate : longest))
}

/**
 * What browsers that the account does not know are sent in a day. When strangers have used that up, a network that has
 * asked for none yet gets one of the hour's reserve: it may be the owner's.
 */
async function refuseInDay(tx: Tx, account: string, network: string, now: Date): Promise<Rate | null> {
  const [isFirst, isInDay] = await Promise.all([
    mayGoOn(tx, firstOfNetwork, `${account}\0${network}`, now),
    mayGoOn(tx, codesOfDay, account, now),
  ])
  if (isInDay) return null
  if (!isFirst) return codesOfDay
  return (await mayGoOn(tx, reserve, account, now)) ? null : reserve
}
