import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import type { Db } from '#platform/server/db/db.ts'
import { keyFor } from '#platform/server/db/queries-signing.ts'

/*
 * Texts that nobody reads without the shop's key, which is in the table of the shop's other keys: a copied column, a
 * log or a cookie jar shows nothing. Whoever has the whole database has the key, too.
 */

const purpose = 'second-factor'

/** Encrypts a text with AES-256-GCM. @param bound what it is good for: it opens with the same only */
export async function seal(db: Db, text: string, bound: string): Promise<Buffer> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await sealingKey(db), nonce).setAAD(Buffer.from(bound))
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The text; null for what this shop did not seal for the same use. */
export async function unseal(db: Db, sealed: Buffer, bound: string): Promise<string | null> {
  if (sealed.length < 28) return null
  const key = await sealingKey(db)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(bound))
  decipher.setAuthTag(sealed.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString()
  } catch {
    return null
  }
}

async function sealingKey(db: Db): Promise<KeyObject> {
  return createSecretKey(await keyFor(db, purpose, randomBytes(32)))
}
