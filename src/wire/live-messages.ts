/*
 * The live channel: `GET /ws/message?session=<ticket>&format=json`. A message says what changed, not the new state:
 * the page fetches that, in the visitor's language and currency. The browser needs no more than this file.
 */

export const livePath = '/ws/message'

/** Why the server closes a connection whose ticket may be good no more: its page is to ask for another at once. */
export const renewed = 4001

/** How many products one page may follow. */
export const mostWatched = 120

/**
 * What a page shows: products by id, whether the visitor's cart is among it, and an order, a customer's orders or a QR
 * code for signing in, by the signed key of its page.
 */
export interface Watch {
  products: number[]
  cart: boolean
  key: string | null
}

/** Frames from a page: a ping every ten seconds, and the topics it shows. */
export type FromPage = { code: 200; msg: 'ping' } | { code: 200; msg: 'watch'; data: Watch }

/** Messages between nodes, and to pages in frames. */
export type LiveMessage =
  | { type: 'price.changed'; product: number }
  | { type: 'stock.changed'; product: number }
  | { type: 'cart.changed' }
  /** By its number. */
  | { type: 'order.changed'; order: string }
  /** By its number and that of its order, to the order's pages. */
  | { type: 'return.changed'; return: string; order: string }
  /** To the pages of a customer: one of its sessions has ended. */
  | { type: 'session.ended' }
  /** To the browser that shows a QR code for signing in. */
  | { type: 'qr.scanned' }
  | { type: 'qr.confirmed' }
  /** From the shop to everybody who has a page open; text by language. */
  | { type: 'notice'; text: Readonly<Record<string, string>> }

/** A message for a page: its text is in the page's language. */
export type PageMessage = Exclude<LiveMessage, { type: 'notice' }> | { type: 'notice'; text: string }

/** Frames to a page: the answer to its ping, or a message. */
export type ToPage = { code: 200; msg: 'pong'; data: null } | { code: 0; msg: ''; data: PageMessage }
