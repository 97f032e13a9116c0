import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import type { Result } from '#domain/result.ts'
import type { Ctx } from './context.ts'
import type { Tx } from './db/db.ts'
import { findKey, isKeyTaken, keepAnswer } from './db/queries-idempotency.ts'

/*
 * Same key and same body: the first answer again, for a day. Same key and another body: refused. The key is written
 * with the answer as the last statement of the transaction that does the work, so that work and answer stand or fall
 * together. Of two requests with one key, the second waits at the key for the first and is rolled back. A refusal
 * stores no key, since nothing was done.
 */

export interface OutgoingCookie {
  name: string
  value: string | null
  httpOnly: boolean
  maxAge?: number
}

export interface IdempotentRequest {
  /** The owner of the key: two visitors who happen to choose the same key do not collide. */
  scope: string
  key: string
  path: string
  body: unknown
}

export type IdempotentOutcome =
  | { kind: 'answered'; result: Result<unknown, unknown> }
  | { kind: 'replayed'; answer: unknown; cookies: OutgoingCookie[] }
  | { kind: 'refused'; problem: 'idempotency_key_reused' | 'idempotency_in_progress' }

/**
 * Runs a writing action under its key. The action's answer must be the result of its one `ctx.transact`.
 * @param cookies the cookies set so far, read just before the commit. On a replay they include those of the work that
 *   was rolled back; the stored answer's cookies replace them.
 */
export async function runIdempotent(
  ctx: Ctx,
  request: IdempotentRequest,
  cookies: () => OutgoingCookie[],
  run: (ctx: Ctx) => Promise<Result<unknown, unknown>>,
): Promise<IdempotentOutcome> {
  const keyHash = sha256(`${request.scope}\0${request.key}`)
  // With the key, which is not stored: a body may hold a password, and a bare hash of it could be tried out.
  const requestHash = sha256(`${request.key}\0${request.path}\0${JSON.stringify(request.body)}`)
  let kept: unknown
  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    ctx.transact(async (tx) => {
      const value = await work(tx)
      kept = value
      if (isOk(value)) {
        const sealed = seal(request.key, cookies())
        const answer = { keyHash, path: request.path, requestHash, answer: value.value, cookies: sealed }
        await tx.along(keepAnswer(tx, answer, ctx.now))
      }
      return value
    })
  let refused: IdempotentOutcome | null = null
  try {
    const result = await run({ ...ctx, transact })
    if (result.ok && result !== kept)
      throw new Error(`${request.path} does not answer with what its transaction returned`)
    if (result.ok) return { kind: 'answered', result }
    // The first attempt may be the reason for the refusal.
    refused = { kind: 'answered', result }
  } catch (error) {
    if (isLockTimeout(error)) return { kind: 'refused', problem: 'idempotency_in_progress' }
    if (!isKeyTaken(error)) throw error
  }
  const row = await findKey(ctx.db, keyHash)
  if (!row) return refused ?? { kind: 'refused', problem: 'idempotency_in_progress' }
  if (!row.requestHash.equals(requestHash)) return { kind: 'refused', problem: 'idempotency_key_reused' }
  return { kind: 'replayed', answer: row.answer, cookies: open(request.key, row.cookies) }
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function isOk(value: unknown): value is { ok: true; value: unknown } {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === true
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

// A KeyObject: given plain bytes, Node finds out by an exception that they are none, which is slow.
function sealingKey(key: string): KeyObject {
  return createSecretKey(sha256(`cookies\0${key}`))
}

function seal(key: string, cookies: OutgoingCookie[]): Buffer | null {
  if (cookies.length === 0) return null
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(cookies)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function open(key: string, sealed: Buffer | null): OutgoingCookie[] {
  if (!sealed) return []
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(
    Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString(),
  ) as OutgoingCookie[]
}
