/** The HTML of another page, for a part of it; null where it cannot be had. The code comes with the first use. */
export async function borrow(path: string): Promise<DocumentFragment | null> {
  try {
    const arrival = await import('#platform/browser/arrival.ts')
    return await arrival.borrow(path)
  } catch {
    return null
  }
}
