import { minute } from '#domain/time.ts'
import type { AuthMode, Typed } from './typed.ts'

/*
 * For whom a code was sent, as long as the tab lives: a phone that needs room drops a tab while its owner reads the mail.
 */

const key = 'violet-code'
/** Milliseconds for which a code works. */
const life = 10 * minute

/** What a form asked for a code with, but its password; null when there is none, it is too old, or another form's. */
export function keptSent(mode: AuthMode, next: string): Typed | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as {
      mode: AuthMode
      next: string
      at: number
      typed: Typed
    } | null
    return kept?.mode === mode && kept.next === next && Date.now() - kept.at < life ? kept.typed : null
  } catch {
    return null
  }
}

/** @param typed null: the code is used, or given up */
export function keepSent(mode: AuthMode, next: string, typed: Typed | null): void {
  try {
    if (typed === null) return sessionStorage.removeItem(key)
    const kept = { mode, next, at: Date.now(), typed: { ...typed, password: '', code: '', verifyId: '' } }
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Without storage the code is asked for anew.
  }
}
