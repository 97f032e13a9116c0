import { createHash } from 'node:crypto'

/**
 * The hash of a value that JSON can hold: equal for equal content, whatever the order of keys, and with absent
 * and undefined members the same.
 */
export function contentHash(value: unknown): string {
  return textHash(canonicalText(value))
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** JSON with the keys in order. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member)}`)
  return `{${members.join(',')}}`
}
