import type { call } from '#platform/browser/call.ts'
import type { Props } from '#platform/browser/islands.ts'
import { rouse } from '#platform/browser/rouse.ts'
import { startBrowser } from '#platform/browser/start.ts'
import type { toast } from '#platform/browser/toast.ts'
import { visit } from '#platform/browser/visit.ts'

/*
 * What runs in the fixture pages: the runtime as the shop starts it, with its functions in reach of the tests.
 * What is loaded late in a shop is loaded late here.
 */

interface Channel {
  /** What was heard. */
  news: unknown[]
  /** How many tickets were asked for. */
  tickets: number
  /** No ticket can be had. */
  isShut: boolean
}

/** As a script reaches it that is not the shop's own. */
interface Mounting {
  mountLater(element: Element, name: string, props: Props, ms?: number): Promise<boolean>
}

const runtime = {
  mountLater: (...given: Parameters<Mounting['mountLater']>) =>
    (customElements.get('x-island') as unknown as Mounting).mountLater(...given),
  rouse,
  visit,
  call: async (...args: Parameters<typeof call>) => (await import('#platform/browser/call.ts')).call(...args),
  toast: async (...args: Parameters<typeof toast>) =>
    (await import('#platform/browser/toast.ts')).toast(...args),
  stores: () => import('#platform/browser/stores.ts'),
  user: async () => (await import('#features/customer/parts/user.browser.ts')).startUser(),
  track: async () => (await import('#features/visitor/parts/track.browser.ts')).startTracking(),
  /** The live channel of a page that follows one product. `heartbeat`: ms between two pings. */
  live: async (heartbeat: number): Promise<void> => {
    const [{ startLive }, { live }] = await Promise.all([
      import('#platform/browser/live.ts'),
      import('#platform/browser/stores.ts'),
    ])
    live.set({ ...live.get(), heartbeatInterval: heartbeat })
    const channel: Channel = (window.channel = { news: [], tickets: 0, isShut: false })
    const heard = (message: unknown): void => void channel.news.push(message)
    const { watch } = startLive({
      ticket: async () => {
        channel.tickets++
        return channel.isShut ? null : 'a-ticket'
      },
      visitor: () => document.cookie,
      watched: () => ({ products: [7], cart: false, key: null }),
      handlers: {
        'price.changed': heard,
        'stock.changed': heard,
        'order.changed': heard,
        'return.changed': heard,
        'cart.changed': heard,
        'session.ended': heard,
        notice: heard,
      },
      resync: () => heard('resync'),
    })
    document.addEventListener('violet:watch', watch)
  },
}

declare global {
  interface Window {
    runtime: typeof runtime
    channel: Channel
  }
}

window.runtime = runtime
startBrowser({ islands: () => import('./fixtures.ts'), later: async () => {} })
