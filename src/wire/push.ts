/** What the shop's service worker reads of a push message, and shows. */
export interface PushPayload {
  title: string
  body: string
  /** The own path that a press opens. */
  path: string
  /** One of the same tag takes its place. */
  tag: string
  /** BCP 47. */
  lang: string
}

/** Where the service worker is served. */
export const pushWorkerPath = '/push.js'
