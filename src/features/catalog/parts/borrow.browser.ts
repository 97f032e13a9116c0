/**
 * The HTML of another page, to take a part of it; null if it cannot be loaded. This code is loaded with the first
 * use.
 */
export async function borrow(path: string): Promise<DocumentFragment | null> {
  try {
    const arrival = await import('#platform/browser/arrival.ts')
    return await arrival.borrow(path)
  } catch {
    return null
  }
}
