import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from './db/db.ts'
import { keyFor } from './db/queries-signing.ts'

/*
 * Links in mails: `<id>.<expires>.<signature>`, each number in base 36. A link permits one purpose only: the purpose
 * is part of what is signed.
 */

/** The purpose of a link: `newsletter.unsubscribe`. */
export type Purpose = `${string}.${string}`

/** @param expires null for a link that always works: one that unsubscribes must. */
export type SignLink = (purpose: Purpose, id: number, expires: Date | null) => string

/** Signs links, with the key that is read now: also those whose id is only being looked for. */
export async function linkSigner(db: Db): Promise<SignLink> {
  const key = await linkKey(db)
  return (purpose, id, expires) => {
    const text = `${id.toString(36)}.${(expires === null ? 0 : Math.ceil(expires.getTime() / 1000)).toString(36)}`
    return `${text}.${signature(key, purpose, text).toString('base64url')}`
  }
}

/** Signs one: see {@link SignLink}. */
export async function signLink(db: Db, ...link: Parameters<SignLink>): Promise<string> {
  return (await linkSigner(db))(...link)
}

const linkForm = /^(([0-9a-z]{1,11})\.([0-9a-z]{1,8}))\.([\w-]{43})$/

/** The id that a link says it is for, before anybody has asked whether it was signed; null for what is no link. */
export function idIn(token: string): number | null {
  const read = linkForm.exec(token)
  return read === null ? null : Number.parseInt(read[2]!, 36)
}

/** The id that was signed for this purpose; null for anything else, and after its time. */
export async function readLink(db: Db, purpose: Purpose, token: string, now: Date): Promise<number | null> {
  return (await readSigned(db, purpose, token, now))?.id ?? null
}

/** The same, with the end of its time; null: it has none. */
export async function readSigned(
  db: Db,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<{ id: number; expires: Date | null } | null> {
  const read = linkForm.exec(token)
  if (!read) return null
  const [, text = '', id = '', until = '', given = ''] = read
  const wanted = signature(await linkKey(db), purpose, text)
  // Compared as letters: the last of 43 has two bits that decoding drops, so four spellings have the same bytes.
  if (!timingSafeEqual(Buffer.from(wanted.toString('base64url')), Buffer.from(given))) return null
  const seconds = Number.parseInt(until, 36)
  const expires = seconds === 0 ? null : new Date(seconds * 1000)
  return expires === null || expires > now ? { id: Number.parseInt(id, 36), expires } : null
}

function linkKey(db: Db): Promise<Buffer> {
  return keyFor(db, 'mail-links', randomBytes(32))
}

function signature(key: Buffer, purpose: Purpose, text: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest()
}
