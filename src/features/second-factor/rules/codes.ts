import { hash, randomInt } from 'node:crypto'

/** How many recovery codes there are at a time. */
export const recoveryCount = 10

// Crockford's base 32: nothing looks like something else. Sixteen letters are 80 bits, which nobody tries out.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

/** `7KQ2-M4XW-PD3H-9TZC` */
export function newRecoveryCode(): string {
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return code.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** What is stored of a recovery code. @param code as `readTyped` gives it */
export function recoveryHash(customer: number, code: string): Buffer {
  return hash('sha256', `recovery ${customer} ${code}`, 'buffer')
}

export interface TypedCode {
  kind: 'app' | 'recovery'
  /** Without spaces and hyphens. */
  code: string
}

/** A code of the app or a recovery code, as somebody typed it; null for what can be neither. */
export function readTyped(typed: string): TypedCode | null {
  const code = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  const read = code.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return read.length === length && /^[0-9A-HJKMNP-TV-Z]+$/.test(read)
    ? { kind: 'recovery', code: read }
    : null
}
