import type { Json } from '#wire/page.ts'
import { token, user } from './stores.ts'

/* What the ways of signing in share in the browser. Fetched with the first of them. */

/** The answer of a call that signs in. */
export function signedIn(answer: { token: string; user: Readonly<Record<string, Json>> }): void {
  user.set(answer.user)
  token.set(answer.token)
}

/** A sentence for the next page that shows one, in place of what the server would say there. */
export function tellNextPage(text: string, kind: 'done' | 'refused' = 'done'): void {
  document.cookie = `violet_notice=${encodeURIComponent(`${kind}:${text}`)}; path=/; max-age=60`
}
