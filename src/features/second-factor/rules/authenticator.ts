import { Secret, TOTP } from 'otpauth'
import { second } from '#domain/time.ts'
import type { Db } from '#platform/server/db/db.ts'
import { seal, unseal } from './sealed.ts'

/*
 * Codes of authenticator apps (RFC 6238): HMAC-SHA-1, six digits, a step of 30 seconds. Other values are in the
 * standard, and many apps ignore them in silence.
 */

const period = 30
/** Clocks differ: the step before and the one after are taken, too. */
const drift = 1

/** A new secret of 160 bits, in base 32 as apps take it. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function sealSecret(db: Db, customer: number, secret: string): Promise<Buffer> {
  return seal(db, secret, `secret ${customer}`)
}

/** Throws when the shop's key is another one than the one that the secret was sealed with. */
export async function openSecret(db: Db, customer: number, sealed: Buffer): Promise<string> {
  const secret = await unseal(db, sealed, `secret ${customer}`)
  if (secret === null) throw new Error('the secret of an authenticator app cannot be opened with the key')
  return secret
}

/** What the QR code says. @param issuer the shop, as the app shows it @param account whose */
export function appUrl(secret: string, issuer: string, account: string): string {
  return totp(secret, { issuer, label: account }).toString()
}

/** The step whose code was typed; null for a wrong one. @param code six digits */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: drift })
  return delta === null ? null : Math.floor(timestamp / (period * second)) + delta
}

/** The code that an app shows at a moment. */
export function codeAt(secret: string, now: Date): string {
  return totp(secret).generate({ timestamp: now.getTime() })
}

function totp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })
}
