import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { signatureHeader, signNotice } from '#features/payments/demo/signature.ts'
import { prepareCheckouts, type ReadyCheckout } from '../../bench/checkouts.ts'
import { memoryOf } from '../../bench/process.ts'
import { openMortalShop, type MortalShop } from './killed-shop.ts'
import { fillShelves } from './real-shop.ts'

/*
 * `npm run prove -- stalled [--seconds N] [--port N]`: PostgreSQL keeps every connection and answers none, while
 * visitors ask for one of each kind of thing, again and again. Every answer comes within the deadline and says what
 * is wrong, the shop is well again a second after PostgreSQL goes on, and an order whose outcome nobody knew is there
 * once when it is sent again. At its end the same in a shop whose deadlines never come, which has to be found.
 *
 * Source: scorecard row 11 of the project's study of reliability; SIGSTOP as a stand-in for a machine that hangs.
 * Size: 23 kinds of things, each asked for about five times a second, for half a minute.
 * Limits: one node, whose connections are open when it begins; a network that loses packets is not tried.
 */

export interface StalledOptions {
  /** How long PostgreSQL stands still. */
  seconds: number
  build: string
  port: number
  say: (line: string) => void
}

/** Milliseconds: the shop's deadline of six seconds, and the time to send the answer. */
const mostWait = 6_500
/** Milliseconds after PostgreSQL goes on. */
const mostHealing = 1_000
/**
 * Others may use the processor: both may take longer by this many of the slowest answer that needs no database, at
 * most by `mostSlack` milliseconds. On a machine of one's own that is a few hundredths of a second.
 */
const slackAnswers = 4
const mostSlack = 3_000
/** Megabytes that the server may grow by meanwhile. */
const mostGrowth = 100

const products = 400
const sales = {
  payment: [{ code: 'card', provider: 'demo', name: { en: 'Card' } }],
}

/** @param env variables of the shop beside its own */
export async function proveStalled(
  { seconds, build, port, say }: StalledOptions,
  env: Record<string, string> = {},
): Promise<boolean> {
  const shop = await openMortalShop(build, port, sales, { env })
  try {
    await fillShelves(shop.db, products, 1_000)
    const kinds = await kindsOf(shop)
    const faults: string[] = []
    for (const kind of kinds) {
      const { status } = await ask(shop.origin, kind)
      if (status >= 500 && kind.name !== 'ready') faults.push(`${kind.name}: ${status} before the stall`)
    }
    const checkouts = await prepareCheckouts(shop.db, 8, () => ['p1'])
    const before = memoryOf(shop.pid())?.now ?? 0

    const early = Promise.all(checkouts.map((checkout) => submit(shop.origin, checkout)))
    // Some of them are anywhere between their first statement and their commit.
    await sleep(15)
    const { goOn } = await shop.stallDatabase()
    const stalledAt = performance.now()
    const until = stalledAt + seconds * 1_000
    let isHealed = false
    const asked = Promise.all(
      kinds.map((kind) =>
        askWhile(shop.origin, kind, () => performance.now() < until || (kind.isApart === true && !isHealed)),
      ),
    )
    await sleep(seconds * 1_000)
    const grown = (memoryOf(shop.pid())?.now ?? 0) - before
    const wentOn = performance.now()
    goOn()
    const healed = await Promise.all(
      kinds.filter(({ heals }) => heals).map((kind) => healing(shop.origin, kind, wentOn)),
    )
    isHealed = true
    const answers = [...(await asked).flat(), ...(await early)]
    const apart = answers.filter(({ isApart }) => isApart).map(({ taken }) => taken)
    const slack = Math.min(mostSlack, slackAnswers * Math.max(...apart))
    for (const answer of answers) faults.push(...faultsOf(answer, stalledAt, wentOn, slack))
    for (const { name, taken } of healed)
      if (taken > mostHealing + slack) faults.push(`${name}: well again only ${Math.round(taken)} ms after`)
    if (grown > mostGrowth) faults.push(`the server has grown by ${Math.round(grown)} MB`)
    faults.push(...(await ordersAgain(shop, checkouts)))
    const noise = shop.said().match(/[Aa]lready sent|reply\.sent|unhandled/g) ?? []
    if (noise.length > 0) faults.push(`the log says ${[...new Set(noise)].join(', ')}`)

    const slowest = answers.toSorted((a, b) => b.taken - a.taken)[0]
    const statuses: Record<string, number> = {}
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
    say(
      `stalled for ${seconds} s: ${answers.length} answers ${JSON.stringify(statuses)}, the slowest ${slowest?.name} after ${Math.round(slowest?.taken ?? 0)} ms`,
    )
    say(
      `well again after ${healed.map(({ name, taken }) => `${Math.round(taken)} ms (${name})`).join(', ')}; ${Math.round(grown)} MB more; ${Math.round(slack)} ms for others on this machine`,
    )
    const distinct = [...new Set(faults)]
    for (const fault of distinct.slice(0, 40)) say(fault)
    if (faults.length > 0) say(shop.said())
    say(`${faults.length} faults`)
    return faults.length === 0
  } finally {
    await shop.end()
  }
}

/** Whether a shop is found out whose deadlines of four to seven seconds never come. */
export async function findsPatience(options: Pick<StalledOptions, 'build' | 'port'>): Promise<boolean> {
  const plant = new URL('planted-patience.mjs', import.meta.url).href
  const lines: string[] = []
  const holds = await proveStalled(
    { ...options, seconds: 10, say: (line) => void lines.push(line) },
    { NODE_OPTIONS: `--import ${plant}` },
  )
  return !holds && /answered after \d+ ms/.test(lines.join('\n'))
}

interface Kind {
  name: string
  path: (n: number) => string
  init?: (n: number) => RequestInit
  /** Answered without the database. */
  isApart?: boolean
  /** Looked at to see whether the shop is well again. */
  heals?: boolean
}

interface Told {
  name: string
  /** 0: the connection broke. */
  status: number
  taken: number
  startedAt: number
  text: string
  isApart: boolean
}

/** One of each kind of thing that is answered. */
async function kindsOf({ db }: MortalShop): Promise<Kind[]> {
  const [visitor] = await prepareCheckouts(db, 1, () => ['p2'], { email: () => 'looker@example.org' })
  const { token, slug } = visitor!
  const headers = { cookie: `violet_cart=${token}`, 'sec-fetch-site': 'same-origin' }
  const call = (body: object) => (): RequestInit => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { rows } = await db.query<{ key: Buffer }>(
    `select key from signing_keys where purpose = 'demo-gateway'`,
  )
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a83' } })
    .png()
    .toBuffer()
  const form = (): FormData => {
    const data = new FormData()
    data.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png')
    return data
  }
  const get = (): RequestInit => ({ headers })
  return [
    { name: 'health', path: () => '/healthz', isApart: true },
    { name: 'ready', path: () => '/readyz', heals: true },
    { name: 'page', path: (n) => `/product/p${1 + (n % products)}?sku=p${n}`, heals: true },
    { name: 'visit', path: (n) => `/product/p${1 + (n % products)}?sku=v${n}&request=route` },
    { name: 'search', path: (n) => `/search?q=product${n}` },
    { name: 'missing page', path: (n) => `/page/none-${n}` },
    { name: 'private page', path: () => '/cart', init: get, heals: true },
    { name: 'checkout page', path: () => `/checkout/${slug}`, init: get },
    { name: 'order page', path: () => '/order/AAAAA-AAAAA', init: get },
    { name: 'receipt', path: () => '/order/AAAAA-AAAAA/receipt.pdf', init: get },
    { name: 'call', path: () => '/api/web/cart/list', init: call({}) },
    {
      name: 'call that writes',
      path: () => '/api/web/cart/add',
      init: call({ sku: 'p3', quantity: 1 }),
      heals: true,
    },
    {
      name: 'call with a key',
      path: () => '/api/web/cart/add',
      init: (n) => ({
        ...call({ sku: 'p4', quantity: 1 })(),
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `key-${n}` },
      }),
    },
    {
      name: 'form',
      path: () => '/form/cart/add',
      init: () => ({
        method: 'POST',
        headers,
        body: new URLSearchParams({ sku: 'p5', quantity: '1' }),
        redirect: 'manual',
      }),
    },
    {
      name: 'upload',
      path: () => '/api/web/upload/image',
      init: () => ({ method: 'POST', headers, body: form() }),
    },
    {
      name: 'webhook',
      path: () => '/webhooks/demo',
      init: (n) => notice(rows[0]!.key, n),
    },
    { name: 'bank', path: () => '/demo-gateway/none' },
    { name: 'sitemap', path: () => '/sitemap.xml' },
    { name: 'sitemap file', path: () => '/sitemap-en-product-1.xml' },
    { name: 'feed', path: () => '/feed.xml' },
    { name: 'llms', path: () => '/llms.txt' },
    { name: 'picture', path: () => `/media/${'a'.repeat(16)}/og.jpg` },
    { name: 'share picture', path: () => '/share/en/USD/product/p1.jpg' },
  ]
}

function notice(key: Buffer, n: number): RequestInit {
  const charge = { reference: 'none', status: 'captured', amount: 100, currency: 'USD' }
  const body = Buffer.from(JSON.stringify({ id: `event-${n}`, charge }))
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signNotice(key, body, new Date()),
    },
    body: new Uint8Array(body),
  }
}

/** No two asks are for the same page: none may be answered from what another has left. */
let turn = 0

async function ask(origin: string, { name, path, init, isApart = false }: Kind): Promise<Told> {
  const n = turn++
  const startedAt = performance.now()
  const told = await fetch(`${origin}${path(n)}`, {
    ...init?.(n),
    signal: AbortSignal.timeout(60_000),
  }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    (error: unknown) => ({ status: 0, text: String(error) }),
  )
  return { name, ...told, startedAt, taken: performance.now() - startedAt, isApart }
}

async function askWhile(origin: string, kind: Kind, goesOn: () => boolean): Promise<Told[]> {
  const answers: Told[] = []
  while (goesOn()) {
    answers.push(await ask(origin, kind))
    await sleep(200)
  }
  return answers
}

/** Asked by other visitors, from the moment on. */
async function healing(origin: string, kind: Kind, since: number): Promise<{ name: string; taken: number }> {
  for (;;) {
    const { status } = await ask(origin, kind)
    const taken = performance.now() - since
    if (status === 200 || taken > 60_000) return { name: kind.name, taken }
    await sleep(20)
  }
}

/** What was begun before PostgreSQL stood still, or answered after it went on, may be answered well. */
function faultsOf(
  { name, status, taken, startedAt, text, isApart }: Told,
  stalledAt: number,
  wentOn: number,
  slack: number,
): string[] {
  const faults: string[] = []
  if (taken > mostWait + slack) faults.push(`${name}: answered after ${Math.round(taken)} ms`)
  const mayBeWell = startedAt < stalledAt || startedAt + taken >= wentOn
  const refused = status === 503 || status === 504
  if (isApart ? status !== 200 : !refused && !(mayBeWell && status >= 200 && status < 500))
    faults.push(`${name}: ${status} ${text.slice(0, 100)}`)
  if (refused && !isNamed(text)) faults.push(`${name}: ${status} and not why: ${text.slice(0, 100)}`)
  return faults
}

/** A call names the problem, a page says it. */
function isNamed(text: string): boolean {
  return /"problem":"(?:unavailable|too_slow)"|<h1|"status":"not ready"/.test(text)
}

async function submit(origin: string, { slug, token }: ReadyCheckout): Promise<Told> {
  const body = JSON.stringify({ slug, paymentMethod: 'card', total: 1001, terms: true })
  const headers = {
    cookie: `violet_cart=${token}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  }
  return ask(origin, {
    name: 'submit',
    path: () => '/api/web/checkout/submit',
    init: () => ({ method: 'POST', headers, body }),
  })
}

/** Sends every order once more, and once more: each has one number, and there is one of each. */
async function ordersAgain({ origin, db }: MortalShop, checkouts: ReadyCheckout[]): Promise<string[]> {
  const faults: string[] = []
  for (const checkout of checkouts) {
    const answers = [await submit(origin, checkout), await submit(origin, checkout)]
    const numbers = answers.map(({ text }) => /"order":"([0-9A-Z]{5}-[0-9A-Z]{5})"/.exec(text)?.[1])
    if (numbers[0] === undefined || numbers[0] !== numbers[1])
      faults.push(
        `sent again, an order is ${answers.map(({ text }) => text.slice(0, 100)).join(' and then ')}`,
      )
  }
  const { rows } = await db.query<{ orders: number; held: number }>(
    `select (select count(*)::int from orders) as orders, (select held from skus where sku = 'p1') as held`,
  )
  const { orders, held } = rows[0]!
  if (orders !== checkouts.length || held !== checkouts.length)
    faults.push(`${checkouts.length} checkouts made ${orders} orders, which hold ${held} units`)
  return faults
}
