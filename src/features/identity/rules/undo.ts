import { hour } from '#domain/time.ts'

/** Milliseconds for which a change of an e-mail address or number can be undone from the old one. */
export const undoFor = 72 * hour

/** Changes that were made before this moment stay. */
export function undoneSince(now: Date): Date {
  return new Date(now.getTime() - undoFor)
}
