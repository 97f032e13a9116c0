import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { readArgon2, writeArgon2, type Argon2Cost, type Argon2Hash } from './argon2-hash.ts'
import { foreignInputs, readForeign } from './foreign-hash.ts'
import { openGate } from './gate.ts'
import { openThreads, startThread } from './hash-threads.ts'

/*
 * Passwords: hashed by Argon2id, verified, and replaced where the hash is an older or a foreign one.
 *
 * Every function takes what was typed, and computes in threads of its own. At most as many run at once as there are
 * processors, 50 wait, and the next is refused with `HashingBusy`: hashing is what an attacker can make the shop pay
 * for. Each takes some 6 ms and 7 MB (20 ms by Node's own Argon2), and far longer while the shop is busy: call
 * none within a transaction.
 */

/**
 * One of the costs of OWASP's Password Storage Cheat Sheet, which calls them equally strong. Seven MiB stay in the
 * processor's cache: such a hash takes half the time of one of 19 MiB, and leaves the memory to the pages.
 */
const cost: Argon2Cost = { algorithm: 'argon2id', memory: 7_168, passes: 5, parallelism: 1 }
/** Bytes. */
const saltLength = 16
const digestLength = 32

const mostWaiting = 50
/** Three sign in hundreds of customers a second; each keeps the memory of its last hash. */
const mostThreads = 3

const gate = openGate(Math.min(availableParallelism(), mostThreads), mostWaiting)
/**
 * Pages go first: however many sign in, or pretend to, the shop stays quick. At full load such a thread still gets a
 * third of what the one that serves pages gets.
 */
const patient = openThreads(() => startThread(5))
/** For hashes of other shops that cost more: standing back as well, they would be told by the time of the answer. */
const prompt = openThreads(() => startThread(0))

export interface Checked {
  ok: boolean
  /** The password is right, and its hash should be replaced by a fresh `hashPassword`. */
  isStale: boolean
}

/** What is stored for a password: a text that names its own algorithm and cost. */
export function hashPassword(typed: string): Promise<string> {
  return gate.run(async () => {
    const salt = randomBytes(saltLength)
    const digest = await digestOf(normal(typed), { ...cost, salt }, digestLength)
    return writeArgon2({ ...cost, salt, digest })
  })
}

/** A stored text that is no hash, or one that would cost too much, matches nothing, and takes as long as any other. */
export function verifyPassword(typed: string, stored: string): Promise<Checked> {
  const own = readArgon2(stored)
  if (own !== null) return gate.run(() => verifyOwn(typed, own))
  const foreign = readForeign(stored)
  if (foreign === null) return verifyNobody(typed)
  return gate.run(async () => {
    const ok = await prompt.run('foreign', { inputs: foreignInputs(typed, foreign), hash: foreign })
    return { ok, isStale: ok }
  })
}

/** For an account that is not there, or has no password: as much work as for one that has, and never right. */
export function verifyNobody(typed: string): Promise<Checked> {
  return gate.run(() => verifyOwn(typed, nobody))
}

const nobody: Argon2Hash = { ...cost, salt: randomBytes(saltLength), digest: randomBytes(digestLength) }

/** Whether a hash of another shop can be taken over: `verifyPassword` will know it, and can pay for it. */
export function isKnownFormat(stored: string): boolean {
  return readArgon2(stored) !== null || readForeign(stored) !== null
}

async function verifyOwn(typed: string, hash: Argon2Hash): Promise<Checked> {
  const normalized = normal(typed)
  if (await isIt(normalized, hash)) return { ok: true, isStale: !isOfToday(hash) }
  // Other programs hash what is typed, unnormalized.
  const ok = typed !== normalized && (await isIt(typed, hash))
  return { ok, isStale: ok }
}

async function isIt(text: string, hash: Argon2Hash): Promise<boolean> {
  return timingSafeEqual(await digestOf(text, hash, hash.digest.length), hash.digest)
}

function isOfToday(hash: Argon2Hash): boolean {
  return (
    hash.algorithm === cost.algorithm &&
    hash.memory === cost.memory &&
    hash.passes === cost.passes &&
    hash.parallelism === cost.parallelism &&
    hash.salt.length >= saltLength &&
    hash.digest.length >= digestLength
  )
}

/**
 * One text for what looks the same: a letter and its accent as one character or two, letters and digits of full width
 * from a Chinese keyboard. NFKC, as NIST SP 800-63B asks for. Case and spaces count.
 */
function normal(typed: string): string {
  return typed.normalize('NFKC')
}

async function digestOf(
  text: string,
  { algorithm, memory, passes, parallelism, salt }: Argon2Cost & { salt: Buffer },
  tagLength: number,
): Promise<Buffer> {
  const message = new TextEncoder().encode(text)
  // The salt is a view of a larger buffer, which would be sent whole.
  const own = new Uint8Array(salt)
  const ask = { algorithm, memory, passes, parallelism, message, salt: own, tagLength }
  const threads = memory * passes > cost.memory * cost.passes ? prompt : patient
  return Buffer.from(await threads.run('argon2', ask, [message.buffer]))
}
