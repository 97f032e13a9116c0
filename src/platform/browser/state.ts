import type { InitialData } from '#wire/page.ts'
import { byId } from './dom.ts'

/*
 * State of the document and the visitor that needs no store: loaded before everything else.
 */

/** The server sets it beside the session's own cookie, which scripts cannot read. */
const TOKEN = 'violet_auth'

let document_: InitialData

/** The path and query whose page is on the screen; from the start of the browser's runtime. */
export const shown = { path: '' }

/** What the first document said about itself; `pageData` and `theme` follow the page that is shown. */
export function initial(): InitialData {
  return (document_ ??= JSON.parse(byId('initial-data')!.textContent) as InitialData)
}

export function cookie(name: string): string | undefined {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${name}=`)) return decoded(pair.slice(name.length + 1))
  }
  return undefined
}

/** What comes from a URL or a cookie may be broken: then it stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The headers that say who is asking. */
export function identity(): Record<string, string> {
  const token = readToken()
  return token ? { 'x-auth': token } : {}
}

export function readToken(): string | null {
  return cookie(TOKEN) ?? null
}

/** Signed out, as far as scripts can: the session's own cookie is the server's. */
export function dropToken(): void {
  document.cookie = `${TOKEN}=; path=/; max-age=0`
}

/** The sign-in page, which leads back to a page: the present one where it is not named. */
export function signInPath({ pathname, search }: URL | Location = location): string {
  const path = `${initial().page.langPath}/auth/signin`
  return pathname === path ? path : `${path}?next=${encodeURIComponent(pathname + search)}`
}
