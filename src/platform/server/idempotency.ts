import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Result } from '#domain/result.ts'
import type { Ctx } from './context.ts'
import type { Tx } from './db/db.ts'
import { claimKey, findKey, keepAnswer, releaseKey } from './db/queries-idempotency.ts'

/*
 * Same key and same body: the first answer again, for a day. Same key and another body: refused.
 * The key is claimed in the transaction that does the work, so that work and answer stand or fall together;
 * a refusal releases it, since nothing was done.
 */

export interface OutgoingCookie {
  name: string
  value: string | null
  httpOnly: boolean
  maxAge?: number
}

export interface IdempotentRequest {
  /** Who asks: two visitors who happen to choose the same key do not meet. */
  scope: string
  key: string
  path: string
  body: unknown
}

export type IdempotentOutcome =
  | { kind: 'answered'; result: Result<unknown, unknown> }
  | { kind: 'replayed'; answer: unknown; cookies: OutgoingCookie[] }
  | { kind: 'refused'; problem: 'idempotency_key_reused' | 'idempotency_in_progress' }

class KeyTaken extends Error {}

/**
 * Runs a writing action under its key. The action's answer must be what its one `ctx.transact` returns.
 * @param cookies the cookies set so far, read when the transaction is about to commit
 */
export async function runIdempotent(
  ctx: Ctx,
  request: IdempotentRequest,
  cookies: () => OutgoingCookie[],
  run: (ctx: Ctx) => Promise<Result<unknown, unknown>>,
): Promise<IdempotentOutcome> {
  const keyHash = sha256(`${request.scope}\0${request.key}`)
  const requestHash = sha256(`${request.path}\0${JSON.stringify(request.body)}`)
  let kept: unknown
  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    ctx.transact(async (tx) => {
      if (!(await claimKey(tx, keyHash, request.path, requestHash, ctx.now))) throw new KeyTaken()
      const value = await work(tx)
      kept = value
      if (isOk(value)) await tx.along(keepAnswer(tx, keyHash, value.value, seal(request.key, cookies())))
      else await releaseKey(tx, keyHash)
      return value
    })
  try {
    const result = await run({ ...ctx, transact })
    if (result.ok && result !== kept)
      throw new Error(`${request.path} does not answer with what its transaction returned`)
    return { kind: 'answered', result }
  } catch (error) {
    if (isLockTimeout(error)) return { kind: 'refused', problem: 'idempotency_in_progress' }
    if (!(error instanceof KeyTaken)) throw error
  }
  const row = await findKey(ctx.db, keyHash)
  if (!row) return { kind: 'refused', problem: 'idempotency_in_progress' }
  if (!row.requestHash.equals(requestHash)) return { kind: 'refused', problem: 'idempotency_key_reused' }
  return { kind: 'replayed', answer: row.answer, cookies: open(request.key, row.cookies) }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function isOk(value: unknown): value is { ok: true; value: unknown } {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === true
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

function seal(key: string, cookies: OutgoingCookie[]): Buffer | null {
  if (cookies.length === 0) return null
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sha256(`cookies\0${key}`), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(cookies)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function open(key: string, sealed: Buffer | null): OutgoingCookie[] {
  if (!sealed) return []
  const decipher = createDecipheriv('aes-256-gcm', sha256(`cookies\0${key}`), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(
    Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString(),
  ) as OutgoingCookie[]
}
