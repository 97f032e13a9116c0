/** A list of texts that this device remembers; empty where storage is forbidden or holds something else. */
export function readList(key: string): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(read) ? read.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}

/** An empty list leaves nothing behind. */
export function writeList(key: string, items: readonly string[]): void {
  try {
    if (items.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(items))
  } catch {}
}
