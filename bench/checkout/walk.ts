/*
 * Guests who go the whole way to an order, each from a new browser: two additions, the beginning of a checkout, what is
 * typed, shipping, payment, the order. A process of its own, on the core of the load.
 */
import { Agent, request, type RequestOptions } from 'node:http'
import { randomUUID } from 'node:crypto'
import { someAddress } from '../checkouts.ts'

export interface WalkJob {
  port: number
  /** How many walk at the same time, on a connection each. */
  clients: number
  /** Each guest takes the next two, from the beginning again after the last. */
  skus: readonly string[]
  /** Also the pages on the way: the cart, and the steps of the checkout. */
  pages: boolean
  orders: number
}

export interface Walk {
  /** Orders per second. */
  rate: number
  /** Milliseconds, by call or page. */
  times: Record<string, number[]>
  /** Bytes of the bodies of one order's answers. */
  bytes: number
  /** Share of its core that this process used: near 1 it was itself that was measured. */
  busy: number
}

process.once('disconnect', () => process.exit())

process.on('message', (job: WalkJob) => {
  drive(job).then(
    (walk) => process.send!(walk),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.message : String(error) }),
  )
})

interface Tally {
  bytes: number
  times: Record<string, number[]>
}

async function drive(job: WalkJob): Promise<Walk> {
  const tally: Tally = { bytes: 0, times: {} }
  let guests = 0
  const [beganAt, cpu] = [performance.now(), process.cpuUsage()]

  async function client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (guests < job.orders) {
      const sku = (guests++ * 2) % job.skus.length
      await buy(job, agent, [job.skus[sku]!, job.skus[sku + 1]!], tally)
    }
    agent.destroy()
  }

  await Promise.all(Array.from({ length: job.clients }, client))
  const seconds = (performance.now() - beganAt) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const { times, bytes } = tally
  return {
    rate: job.orders / seconds,
    times,
    bytes: bytes / job.orders,
    busy: (user + system) / 1e6 / seconds,
  }
}

interface Checkout {
  total: number
  shippingMethods: { code: string }[]
  paymentMethods: { code: string }[]
}

/** One guest's order. */
async function buy(
  { port, pages }: WalkJob,
  agent: Agent,
  skus: readonly string[],
  tally: Tally,
): Promise<void> {
  let cookie = ''

  async function exchange(
    method: string,
    path: string,
    body: string,
    own: Record<string, string>,
  ): Promise<string> {
    const headers = { ...own, ...(cookie === '' ? {} : { cookie }) }
    const sentAt = performance.now()
    const answer = await send({ host: '127.0.0.1', port, agent, method, path, headers }, body)
    ;(tally.times[path.replace(/^\/checkout\/[^?]+/, '/checkout')] ??= []).push(performance.now() - sentAt)
    tally.bytes += Buffer.byteLength(answer.text)
    const cart = answer.cookies.find((one) => one.includes('violet_cart='))
    if (cart !== undefined) cookie = cart.split(';', 1)[0]!
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`)
    return answer.text
  }
  async function call<T>(path: string, body: object): Promise<T> {
    const text = await exchange('POST', `/api/web${path}`, JSON.stringify(body), {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'idempotency-key': randomUUID(),
    })
    const { code, data, msg } = JSON.parse(text) as { code: number; data: T; msg: string }
    if (code !== 0) throw new Error(`${path} was refused: ${msg}`)
    return data
  }
  const look = async (path: string): Promise<void> => {
    if (pages) await exchange('GET', path, '', { accept: 'text/html' })
  }

  for (const sku of skus) await call('/cart/add', { sku, quantity: 1 })
  await look('/cart')
  const { slug } = await call<{ slug: string }>('/checkout/create', {})
  await look(`/checkout/${slug}?step=information`)
  const contact = { email: `${slug}@example.org` }
  const typed = await call<Checkout>('/checkout/information', { slug, contact, address: someAddress })
  await look(`/checkout/${slug}?step=payment`)
  await call('/checkout/shipping', { slug, method: typed.shippingMethods[0]!.code })
  const paymentMethod = typed.paymentMethods[0]!.code
  const { total } = await call<Checkout>('/checkout/payment', { slug, method: paymentMethod })
  const { order } = await call<{ order: string }>('/checkout/submit', {
    slug,
    paymentMethod,
    total,
    terms: true,
  })
  await look(`/checkout/thankyou?order=${order}`)
}

function send(
  options: RequestOptions,
  body: string,
): Promise<{ status: number; cookies: string[]; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, cookies: response.headers['set-cookie'] ?? [], text }),
      )
    })
    sent.on('error', reject)
    sent.end(body === '' ? undefined : body)
  })
}
