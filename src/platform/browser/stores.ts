import { atom } from 'nanostores'
import type { InitialData, Json } from '#wire/page.ts'
import type { Theme } from '#wire/shop-config.ts'
import { byId } from './dom.ts'

/*
 * What islands share. Written in the browser only: on the server these stay at their first values, which is
 * what an anonymous visitor sees, so an island reads them with `useStore(store, { ssr: 'initial' })`.
 */

export interface WishList {
  articles: readonly Json[]
  products: readonly Json[]
}

export interface LiveState {
  connected: boolean
  lastMessage: Json
  /** Set once all attempts to reconnect have failed. */
  reconnectError: boolean
  /** ms */
  heartbeatInterval: number
  timer: number | null
}

export const cartCount = atom(0)
export const user = atom<Readonly<Record<string, Json>> | null>(null)
export const token = atom<string | null>(null)
export const langPath = atom('')
export const verifyId = atom<string | null>(null)
export const pageData = atom<Json>(null)
export const theme = atom<Theme | null>(null)
export const wishList = atom<WishList>({ articles: [], products: [] })
export const displayFlags = atom({ showSlideImage: true, showFavorite: true, showCart: true })
export const live = atom<LiveState>({
  connected: false,
  lastMessage: null,
  reconnectError: false,
  heartbeatInterval: 10_000,
  timer: null,
})

/** What the first document said about itself: the build, the language, the runtime's own texts. */
export let initial: InitialData

const TOKEN = 'violet_token'

/** Fills the stores from the document, the readable cookie and the last session; keeps tabs in step. */
export function startStores(): void {
  initial = JSON.parse(byId('initial-data')!.textContent) as InitialData
  langPath.set(initial.page.langPath)
  pageData.set(initial.pageData)
  setTheme(initial.theme)
  token.set(remembered(TOKEN))
  token.listen((value) => remember(TOKEN, value))
  readCartCount()
  // A page that comes back from the back/forward cache missed what other pages did to the cart.
  addEventListener('pageshow', readCartCount)
  shareCartCount()
}

export function setTheme(value: Theme): void {
  theme.set(value)
  const { showSlideImage, showFavorite, showCart } = value
  displayFlags.set({ showSlideImage, showFavorite, showCart })
}

/** The server writes the count into a readable cookie with every answer that changes the cart. */
export function readCartCount(): void {
  const count = cookie('violet_cart_count')
  if (count !== undefined) cartCount.set(Number(count) || 0)
}

/** Forgets who was signed in, here. */
export function forgetUser(): void {
  token.set(null)
  user.set(null)
}

export function cookie(name: string): string | undefined {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1))
  }
  return undefined
}

function shareCartCount(): void {
  const channel = new BroadcastChannel('violet')
  let heard: number
  channel.onmessage = ({ data }: MessageEvent<number>) => cartCount.set((heard = data))
  cartCount.listen((count) => {
    if (count !== heard) channel.postMessage((heard = count))
  })
}

// Storage throws where the visitor has forbidden it; the shop then forgets, and works.
function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}
