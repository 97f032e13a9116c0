/*
 * Searches of this device, newest first. They stay on the device: no call sends them.
 */

const key = 'violet_searches'
const most = 8
const longest = 100

export function readHistory(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(read) ? read.filter((text) => typeof text === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function remember(text: string): void {
  const term = text.trim().slice(0, longest)
  if (term !== '') write([term, ...without(term)])
}

export function forget(text: string): void {
  write(without(text))
}

export function forgetAll(): void {
  write([])
}

function without(text: string): string[] {
  return readHistory().filter((other) => other.toLowerCase() !== text.toLowerCase())
}

// Storage throws where the visitor has forbidden it, and when it is full.
function write(terms: readonly string[]): void {
  try {
    if (terms.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(terms.slice(0, most)))
  } catch {}
}
