import { no, type No } from '#domain/result.ts'
import { minute, second } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createPace } from '#platform/server/pace.ts'
import { isPrivate, mayGoOn, networkOf, tooMany, type TooMany } from '#platform/server/rate.ts'
import type { LiveMessage } from '#wire/live-messages.ts'

/** Milliseconds that a code is shown before it is over, and that a confirmed one is good for at least. */
export const ticketLife = 2 * minute
export const confirmedLife = 30 * second

/** Codes of one browser, and of one network: each is refreshed every two minutes while its page is looked at. */
const codes = { name: 'qr.create', most: 20, within: 15 * minute }
const networkCodes = { name: 'qr.create.network', most: 100, within: 15 * minute }
/** What one customer scans and judges. */
const judgements = { name: 'qr.phone', most: 60, within: 15 * minute }

/** One poll in two seconds for each ticket, and some more at once: live messages ask for one, too. */
const polls = createPace({ perMinute: 30, burst: 30, most: 20_000 })

/** Counts a code that a browser asks for. Null: it gets one. */
export async function refuseCode({ db, now, visitor }: Ctx, browser: Buffer): Promise<No<TooMany> | null> {
  const network = networkOf(visitor.ip)
  const [own, all] = await Promise.all([
    mayGoOn(db, codes, browser.toString('base64url'), now),
    isPrivate(visitor.ip) || mayGoOn(db, networkCodes, network, now),
  ])
  return own && all ? null : no(tooMany(own ? networkCodes : codes, now))
}

/** Counts a question about a ticket. */
export function mayPoll({ now }: Pick<Ctx, 'now'>, ticket: Buffer): boolean {
  return polls.takes(ticket.toString('base64url'), now.getTime())
}

/** Counts what a phone does. Null: it may. */
export async function refuseJudgement(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  customer: number,
): Promise<No<TooMany> | null> {
  return (await mayGoOn(db, judgements, String(customer), now)) ? null : no(tooMany(judgements, now))
}

/** What the live channel tells the browser that waits by. */
export function qrTopic(id: number): string {
  return `qr:${id}`
}

export type QrMessage = Extract<LiveMessage, { type: `qr.${string}` }>
