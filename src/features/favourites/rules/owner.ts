import type { Who } from '#platform/server/context.ts'

/** Whose list it is: a customer's, otherwise the browser's. */
export type Owner = { customer: number } | { browser: Buffer }

/** Null for a visitor who is neither signed in nor known by a browser's token, and so has no favourites. */
export function ownerOf({ customer, browser }: Who): Owner | null {
  if (customer !== null) return { customer }
  return browser === null ? null : { browser }
}
