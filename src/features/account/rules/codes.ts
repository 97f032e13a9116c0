import { hash, randomInt } from 'node:crypto'
import { minute } from '#domain/time.ts'
import type { AccountName } from './account-name.ts'

/** Milliseconds that a code works. */
export const codeLife = 10 * minute
/** Seconds until the same browser can ask for another one. */
export const codePause = 60
/** Guesses that are judged of one code. */
export const codeTries = 5

/** Six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** What was typed, in the one spelling; null for what is no code. */
export function readCode(typed: string): string | null {
  const digits = typed.normalize('NFKC').replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/**
 * What is stored of a code. Six digits are soon tried out by whoever has the table: the short life and the few tries
 * protect them, the hash only keeps them out of sight.
 */
export function codeHash(purpose: string, { kind, account }: AccountName, code: string): Buffer {
  return hash('sha256', `${purpose}\0${kind}\0${account}\0${code}`, 'buffer')
}
