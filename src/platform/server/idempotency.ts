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
import { findKey, isKeyTaken, keepAnswer, keepFirstAnswer } from './db/queries-idempotency.ts'
import { createPace } from './pace.ts'

/*
 * Same key and same body: the first answer again, for a day. Same key and another body: refused. The key is written
 * with the answer as the last statement of the transaction that does the work, so that work and answer stand or fall
 * together. Of two requests with one key, the second waits at the key for the first and is rolled back. A refusal
 * stores no key, since nothing was done.
 *
 * Calls that end in no such transaction (a provider is asked, a file is stored) make sure by themselves that twice is
 * once. Their answer is stored after it, and is looked up before the work.
 */

/**
 * Letters of answers that one network may have stored: a cart of a hundred lines has 66,000, most answers a few
 * thousand. Without it, whoever sends one key after the other fills the disk.
 */
const pace = createPace({ perMinute: 4_000_000, burst: 40_000_000, most: 20_000 })

export interface OutgoingCookie {
  name: string
  value: string | null
  httpOnly: boolean
  maxAge?: number
}

export interface IdempotentRequest {
  /** The owner of the key: two visitors who happen to choose the same key do not collide. */
  scope: string
  /** The network whose stored answers are limited; null for none, as for one that all visitors may share. */
  network?: string | null
  key: string
  path: string
  body: unknown
}

export type IdempotentOutcome =
  | { kind: 'answered'; result: Result<unknown, unknown> }
  | { kind: 'replayed'; answer: unknown; cookies: OutgoingCookie[] }
  | {
      kind: 'refused'
      problem: 'idempotency_key_reused' | 'idempotency_in_progress' | 'too_many_requests'
    }

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
  if (!hasRoom(ctx, request))
    return (await known(ctx, request)) ?? { kind: 'refused', problem: 'too_many_requests' }
  const { keyHash, requestHash } = hashesOf(request)
  let kept: unknown
  let hasBegun = false
  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    hasBegun = true
    return ctx.transact(async (tx) => {
      const value = await work(tx)
      kept = value
      if (isOk(value)) {
        const sealed = seal(request.key, cookies())
        const answer = {
          keyHash,
          path: request.path,
          requestHash,
          answer: written(request, value.value),
          cookies: sealed,
        }
        await tx.along(keepAnswer(tx, answer, ctx.now))
      }
      return value
    })
  }
  let refused: IdempotentOutcome | null = null
  try {
    const result = await run({ ...ctx, transact })
    // Without a transaction there was nothing to do yet: the next request with this key may find something.
    if (result.ok && hasBegun && result !== kept)
      throw new Error(`${request.path} does not answer with what its transaction returned`)
    if (result.ok) return { kind: 'answered', result }
    // The first attempt may be the reason for the refusal.
    refused = { kind: 'answered', result }
  } catch (error) {
    if (isLockTimeout(error)) return { kind: 'refused', problem: 'idempotency_in_progress' }
    if (!isKeyTaken(error)) throw error
  }
  return (await known(ctx, request)) ?? refused ?? { kind: 'refused', problem: 'idempotency_in_progress' }
}

/**
 * The same for an action that makes sure by itself that twice is once. Its answer is stored sealed: it may hold secrets
 * that are shown once. Of two requests at a time both do the work, and get one answer.
 */
export async function runOnce<V, P>(
  ctx: Pick<Ctx, 'db' | 'now'>,
  request: IdempotentRequest,
  cookies: () => OutgoingCookie[],
  run: () => Promise<Result<V, P>>,
): Promise<Exclude<IdempotentOutcome, { kind: 'answered' }> | { kind: 'answered'; result: Result<V, P> }> {
  const before = await known(ctx, request)
  if (before !== null) return before
  if (!hasRoom(ctx, request)) return { kind: 'refused', problem: 'too_many_requests' }
  const result = await run()
  // As above: the first attempt may be the reason for the refusal.
  if (!result.ok) return (await known(ctx, request)) ?? { kind: 'answered', result }
  const { key, path } = request
  const sealed = sealText(key, JSON.stringify(result.value)).toString('base64')
  const answer = written(request, { sealed })
  const row = { ...hashesOf(request), path, answer, cookies: seal(key, cookies()) }
  if (await keepFirstAnswer(ctx.db, row, ctx.now)) return { kind: 'answered', result }
  return (await known(ctx, request)) ?? { kind: 'answered', result }
}

function hasRoom({ now }: Pick<Ctx, 'now'>, { network = null }: IdempotentRequest): boolean {
  return network === null || pace.takes(network, now.getTime())
}

/** An answer as it is stored, and counted. */
function written({ network = null }: IdempotentRequest, answer: unknown): string {
  const text = JSON.stringify(answer)
  if (network !== null) pace.charge(network, text.length)
  return text
}

/** What becomes of a key that has an answer; null if it has none. */
async function known(
  { db }: Pick<Ctx, 'db'>,
  request: IdempotentRequest,
): Promise<Exclude<IdempotentOutcome, { kind: 'answered' }> | null> {
  const { keyHash, requestHash } = hashesOf(request)
  const row = await findKey(db, keyHash)
  if (!row) return null
  if (!row.requestHash.equals(requestHash)) return { kind: 'refused', problem: 'idempotency_key_reused' }
  return {
    kind: 'replayed',
    answer: openAnswer(request.key, row.answer),
    cookies: open(request.key, row.cookies),
  }
}

function hashesOf({ scope, key, path, body }: IdempotentRequest): { keyHash: Buffer; requestHash: Buffer } {
  return {
    keyHash: sha256(`${scope}\0${key}`),
    // With the key, which is not stored: a body may hold a password, and a bare hash of it could be tried out.
    requestHash: sha256(`${key}\0${path}\0${JSON.stringify(body)}`),
  }
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
  return cookies.length === 0 ? null : sealText(key, JSON.stringify(cookies))
}

function open(key: string, sealed: Buffer | null): OutgoingCookie[] {
  return sealed === null ? [] : (JSON.parse(openText(key, sealed)) as OutgoingCookie[])
}

/** An answer of `runOnce` is sealed; every other one is stored as it is. No contract has this one field alone. */
function openAnswer(key: string, answer: unknown): unknown {
  const isSealed = typeof answer === 'object' && answer !== null && 'sealed' in answer
  return isSealed ? JSON.parse(openText(key, Buffer.from(String(answer.sealed), 'base64'))) : answer
}

function sealText(key: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function openText(key: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString()
}
