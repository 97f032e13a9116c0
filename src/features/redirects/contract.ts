/** A path of another shop, or of the past, and the page of this shop that it leads to. */
export interface Redirect {
  /** As `readSource` makes it: without language, in lower case; with `*` it is a pattern. */
  source: string
  /** As `readTarget` makes it: without language; `$1` is what the first `*` of the source stands for. */
  target: string
  status: RedirectStatus
}

/** 308 keeps the method of a request, and 301 is what importers of other shops write. Both are permanent. */
export const redirectStatuses = [301, 308] as const
export type RedirectStatus = (typeof redirectStatuses)[number]

/** Redirects of a shop; each costs some 150 bytes of the database, and nothing where a page answers. */
export const mostRedirects = 50_000
/** Patterns of a shop: every path that no page answers is tried against each of them. */
export const mostPatterns = 500
/** Characters. */
export const longestSource = 1_000
export const longestTarget = 2_000
