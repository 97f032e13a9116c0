import { hash } from 'node:crypto'
import { day, minute, second } from '#domain/time.ts'
import type { Ctx, Session, Visitor } from '#platform/server/context.ts'
import {
  findSession,
  openSessions,
  touchSession,
  wasRenewed,
  type OpenSince,
  type SessionEntry,
} from '../queries/sessions.ts'
import { hashToken, hostCookie, readToken } from './cookies.ts'

/*
 * Sessions of customers. The token is in a cookie that scripts cannot read; what scripts send as `x-auth` is made of
 * it by a hash, and is worth nothing without the cookie. A call needs both, a page or a form of this shop the cookie.
 */

const sessionCookie = 'violet_session'
/** Scripts read it, and send it as `x-auth`. */
export const proofCookie = 'violet_auth'

/** Milliseconds without use after which a session is over; of one that is not kept, and of any since it began. */
const idle = 30 * day
const idleUnkept = day
const longest = 180 * day
/** How fresh a proof must be for what changes the account itself: ms. */
const freshFor = 10 * minute

type Asking = Pick<Ctx, 'db' | 'now' | 'origin' | 'visitor'>

/** For how long requests may be on their way with the token that a session had before: ms. */
const underway = minute

/**
 * Why a visitor who came with a session is not signed in. `renewed`: the session got another token while this request
 * was on its way, or between its proof and its cookie; the browser has the new one, or is about to, and keeps it.
 */
export type Over = 'invalid' | 'elsewhere' | 'renewed'

export interface FoundSession {
  session: Session | null
  over: Over | null
}

/** The session that the request comes with. */
export async function sessionOf(asking: Asking): Promise<FoundSession> {
  const { db, now, visitor } = asking
  const token = readToken(asking, sessionCookie)
  const given = visitor.headers['x-auth']
  if (token === null) return { session: null, over: given === undefined ? null : 'invalid' }
  // A page of another site cannot read the proof, and so cannot make a call even where the cookie is sent along.
  const isProven = !visitor.isCall || given === proofOf(token)
  if (!isProven && given === undefined) return { session: null, over: null }
  const row = await findSession(db, hashToken(token))
  if (row === null) {
    const since = new Date(now.getTime() - underway)
    return { session: null, over: (await wasRenewed(db, hashToken(token), since)) ? 'renewed' : 'invalid' }
  }
  if (row.endedBy !== null)
    return { session: null, over: row.endedBy === 'elsewhere' ? 'elsewhere' : 'invalid' }
  const unused = now.getTime() - row.seenAt.getTime()
  const age = now.getTime() - row.createdAt.getTime()
  if (unused > (row.isKept ? idle : idleUnkept) || age > longest) return { session: null, over: 'invalid' }
  if (!isProven) {
    // A script may have read its proof just before both cookies were replaced.
    writeProof(visitor, token, row.isKept)
    return { session: null, over: 'renewed' }
  }
  if (unused > 10 * minute) await touchSession(db, row.id, now)
  const { id, customer, provenAt, isKept } = row
  return {
    session: { id, customer, isKept, isFresh: now.getTime() - provenAt.getTime() < freshFor },
    over: null,
  }
}

/** What `sessionOf` asks of a session's moments, for queries. */
export function openSince(now: Date): OpenSince {
  const before = (life: number): Date => new Date(now.getTime() - life)
  return { began: before(longest), used: before(idle), usedUnkept: before(idleUnkept) }
}

/** Where a customer is signed in: the sessions that `sessionOf` would still take, the last used one first. */
export function sessionsOf({ db, now }: Pick<Ctx, 'db' | 'now'>, customer: number): Promise<SessionEntry[]> {
  return openSessions(db, customer, openSince(now))
}

/** What a call sends as `x-auth` beside the cookie of this token. */
export function proofOf(token: string): string {
  return hash('sha256', `x-auth ${token}`, 'base64url')
}

/** Gives the browser a session's token, and its scripts the proof. */
export function writeSession(ctx: Ctx, token: string, isKept: boolean): void {
  ctx.visitor.setCookie(hostCookie(sessionCookie, ctx.origin), token, { httpOnly: true, ...lifeOf(isKept) })
  writeProof(ctx.visitor, token, isKept)
}

function writeProof(visitor: Visitor, token: string, isKept: boolean): void {
  visitor.setCookie(proofCookie, proofOf(token), { httpOnly: false, ...lifeOf(isKept) })
}

function lifeOf(isKept: boolean): { maxAge?: number } {
  return isKept ? { maxAge: longest / second } : {}
}

/** Takes the session's cookies away, where there are any. */
export function forgetSession({ origin, visitor }: Pick<Ctx, 'origin'> & { visitor: Visitor }): void {
  for (const name of [hostCookie(sessionCookie, origin), proofCookie])
    if (visitor.cookies[name] !== undefined) visitor.setCookie(name, null, { httpOnly: name !== proofCookie })
}

/** The secret of a signed-in browser, to tell its idempotency keys from others'; null for a guest. */
export function sessionScope(cookies: Visitor['cookies'], origin: string): string | null {
  return cookies[hostCookie(sessionCookie, origin)] ?? null
}
