import type { InitialData } from '#wire/page.ts'
import { byId } from './dom.ts'

/*
 * State of the document and the visitor that needs no store: loaded before everything else.
 */

const TOKEN = 'violet_token'

let document_: InitialData

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

// Storage throws where the visitor has forbidden it; the shop then forgets, and works.
export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN)
  } catch {
    return null
  }
}

export function writeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN)
    else localStorage.setItem(TOKEN, token)
  } catch {}
}
