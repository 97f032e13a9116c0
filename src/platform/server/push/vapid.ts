import { createECDH } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { keyFor } from '../db/queries-signing.ts'

const curve = 'prime256v1'

/** By what push services recognise the shop (RFC 8292), as base64url. */
export interface VapidKeys {
  /** Browsers are given it when they subscribe: with another one, all subscriptions are worthless. */
  publicKey: string
  privateKey: string
}

/** Made by the first node that needs them. */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  const fresh = createECDH(curve)
  fresh.generateKeys()
  // Without leading zeros it would be shorter, now and then.
  const key = await keyFor(db, 'web-push', Buffer.from(fresh.getPrivateKey('hex').padStart(64, '0'), 'hex'))
  const pair = createECDH(curve)
  pair.setPrivateKey(key)
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: key.toString('base64url'),
  }
}
