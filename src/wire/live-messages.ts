/*
 * The live channel: `GET /ws/message?session=<ticket>&format=json`. A message says what changed and not how it is
 * now: whoever shows it asks for it anew, in the visitor's language and currency. The browser needs no more than this.
 */

export const livePath = '/ws/message'

/** How many products one page may follow. */
export const mostWatched = 120

/** What a page shows: products by id, whether the visitor's cart is among it, and an order by the key that its page has. */
export interface Watch {
  type: 'watch'
  products: number[]
  cart: boolean
  order: string | null
}

/** What a page sends: that it is there, every ten seconds; and what it shows. */
export type FromPage = { code: 200; msg: 'ping' } | Watch

/** What a node tells another, and the pages. */
export type LiveMessage =
  | { type: 'price.changed'; product: number }
  | { type: 'stock.changed'; product: number }
  | { type: 'cart.changed' }
  /** By its number. */
  | { type: 'order.changed'; order: string }
  /** From the shop to everybody who is here; text by language. */
  | { type: 'notice'; text: Readonly<Record<string, string>> }

/** What a page is sent: the answer to its ping, or a message with its text in the page's language. */
export type ToPage =
  | { code: 200; msg: 'pong' }
  | Exclude<LiveMessage, { type: 'notice' }>
  | { type: 'notice'; text: string }
