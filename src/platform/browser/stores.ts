import { atom } from 'nanostores'
import type { Json } from '#wire/page.ts'
import type { Theme } from '#wire/shop-config.ts'
import { cookie, dropToken, initial, readToken } from './state.ts'

/*
 * What islands share. Filled in the browser only: on the server these stay at their first values, which is
 * what an anonymous visitor sees, so an island reads them with `useStore(store, { ssr: 'initial' })`.
 */

export interface WishList {
  articles: readonly Json[]
  products: readonly Json[]
}

export interface LiveState {
  /** `reconnecting`: closed, and another attempt is to come. */
  state: 'connected' | 'disconnected' | 'reconnecting'
  connected: boolean
  lastMessage: Json
  /** Set once all attempts to reconnect have failed. */
  reconnectError: boolean
  /** ms */
  heartbeatInterval: number
  timer: ReturnType<typeof setInterval> | null
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
  state: 'disconnected',
  connected: false,
  lastMessage: null,
  reconnectError: false,
  heartbeatInterval: 10_000,
  timer: null,
})

/** The server writes the count into a readable cookie with every answer that changes the cart. */
export function readCartCount(): void {
  const count = cookie('violet_cart_count')
  if (count !== undefined) cartCount.set(Number(count) || 0)
}

/** The session's token is the server's, in a readable cookie that may come and go with every answer. */
export function readUser(): void {
  const now = readToken()
  // A token of somebody else, too.
  if (now !== token.get()) user.set(null)
  token.set(now)
}

/** Forgets who was signed in, in all tabs. */
export function forgetUser(): void {
  dropToken()
  readUser()
}

function fill(): void {
  readPage()
  langPath.set(initial().page.langPath)
  readUser()
  readCartCount()
  document.addEventListener('violet:page', readPage)
  // A page that comes back from the back/forward cache missed what other pages did to the cart.
  addEventListener('pageshow', readCartCount)
  addEventListener('pageshow', readUser)
  share()
}

function readPage(): void {
  const { pageData: data, theme: current } = initial()
  pageData.set(data)
  theme.set(current)
  const { showSlideImage, showFavorite, showCart } = current
  displayFlags.set({ showSlideImage, showFavorite, showCart })
}

/** Tells other tabs: a number is the cart's count, and `null` that somebody has signed in or out. */
function share(): void {
  const channel = new BroadcastChannel('violet')
  let heard: number
  channel.onmessage = ({ data }: MessageEvent<number | null>) =>
    data === null ? readUser() : cartCount.set((heard = data))
  cartCount.listen((count) => {
    if (count !== heard) channel.postMessage((heard = count))
  })
  token.listen((now, before) => {
    // Who is not the first to see it is told nothing new.
    if ((now === null) !== (before === null)) channel.postMessage(null)
  })
}

// Loaded by the first part that needs a store: there is no earlier moment at which to fill them.
if ('document' in globalThis) fill()
