import { createHash } from 'node:crypto'

/** By which an e-mail address is found again that does not want to be asked, and which does not say what it is. */
export function emailHash(email: string): Buffer {
  return createHash('sha256').update(`review.ask\0${email.trim().toLowerCase()}`).digest()
}
