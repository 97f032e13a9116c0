import { createHmac, timingSafeEqual } from 'node:crypto'
import { no, ok, type Result } from '#domain/result.ts'

/*
 * How the demo gateway signs its webhooks: `demo-signature: t=<seconds>,v1=<hex>`, an HMAC-SHA256 of
 * `<seconds>.<body>`, byte for byte. An old webhook cannot be replayed.
 */

export const signatureHeader = 'demo-signature'
/** Seconds for the difference of the two clocks and the delivery of a webhook. */
const tolerance = 300

export function signNotice(key: Buffer, body: Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${mac(key, seconds, body).toString('hex')}`
}

export function checkSignature(
  key: Buffer,
  header: string | string[] | undefined,
  body: Buffer,
  now: Date,
): Result<null, 'not_signed' | 'too_old'> {
  const read = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null
  if (!read) return no('not_signed')
  const seconds = Number(read[1])
  if (!timingSafeEqual(mac(key, seconds, body), Buffer.from(read[2]!, 'hex'))) return no('not_signed')
  const age = Math.abs(now.getTime() / 1000 - seconds)
  return age <= tolerance ? ok(null) : no('too_old')
}

function mac(key: Buffer, seconds: number, body: Buffer): Buffer {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest()
}
