import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Served } from '#platform/server/serve.ts'
import { endpoint } from '#wire/endpoint.ts'
import { buyer, home } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { plantComment } from '#test/planted/words.ts'
import { arrivedLine, ownReview, questionFor } from '#test/aftersale/written-things.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { endpoints } from '../endpoints.ts'
import { withReturn, withReturnOf, withSentOrder } from '#test/safety/sent-orders.ts'
import {
  type World,
  type Ask,
  open,
  secret,
  mailed,
  withLine,
  withLines,
  withCheckout,
  withOrder,
  withAddress,
  withPuzzle,
  withPasskey,
  withEvent,
  withLinked,
  ownArticle,
  withRevision,
} from '#test/safety/things.ts'

/*
 * Everything that a call can name, by who does not own it. Which calls name something is read from their contracts: a
 * new one must say here whose things it names before the tests pass.
 */

/** Names of fields that stand for a thing of the shop or of somebody's. */
const naming =
  /^(?:id|ids|slug|order|number|token|key|lines?|session|event|ticket|form|product|article|comment|review|orderLine|question|images|checkout|category|collection|tag)$|(?:Id|Ids|Slug|Token|Key|Number|Ticket)$/

/** What the calls name: `name` or `name.part`, wherever in the input it stands. */
function named({ endpoint: { input } }: Served): string[] {
  const inside = (schema: unknown, path: string): string[] => {
    if (schema instanceof z.ZodObject)
      return Object.entries(schema.shape as Record<string, unknown>).flatMap(([name, part]) => [
        ...(naming.test(name) ? [path + name] : []),
        ...inside(part, `${path}${name}.`),
      ])
    if (schema instanceof z.ZodArray) return inside(schema.element, path)
    if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => inside(part, path))
    const { innerType, in: before } =
      (schema as { def?: { innerType?: unknown; in?: unknown } } | undefined)?.def ?? {}
    return innerType === undefined
      ? before === undefined
        ? []
        : inside(before, path)
      : inside(innerType, path)
  }
  return inside(input, '')
}

const entries: Readonly<Record<string, Ask | typeof open | typeof secret | typeof mailed>> = {
  '/auth/sendCode': withPuzzle({ account: 'somebody@example.org', purpose: 'signIn' }),
  '/auth/forget': withPuzzle({ account: 'somebody@example.org' }),
  '/auth/resetPassword': secret,
  '/auth/disown': secret,
  '/auth/undoChange': secret,
  '/auth/verifyEmail': secret,
  // The name of a passkey proves nothing: its signature of a challenge does, which only the browser has that asked.
  '/auth/passkeyFinish': open,
  '/user/addPasskey': open,
  '/user/renamePasskey': withPasskey({ name: 'Thief' }),
  '/user/deletePasskey': withPasskey(),
  '/user/oauthUnlink': withLinked(),
  // Whoever sees the code may scan it; to other browsers than the one that waits it is over, see features/qr.
  '/auth/qrStatus': open,
  '/auth/qrScan': open,
  '/auth/qrConfirm': open,
  '/coupon/claim': open,
  '/coupon/usable': async (world) => ({ checkout: ((await withCheckout()(world)) as { slug: string }).slug }),
  '/checkout/credit': withCheckout({ use: 'off' }),
  '/user/endSession': async ({ ada, shop }) => ({
    id: (await browserOf(shop, { customer: ada.who.customer })).who.session,
  }),
  '/user/disown': withEvent,
  '/address/edit': withAddress({ address: home }),
  '/address/delete': withAddress(),
  '/address/setDefault': withAddress(),
  '/product/list': open,
  '/product/detail': open,
  '/product/related': open,
  '/product/recent': open,
  '/comment/list': open,
  '/comment/add': open,
  '/comment/mine': open,
  '/comment/delete': async ({ ada, shop }) => ({
    comment: await plantComment(shop.database.db, ada.who.customer),
  }),
  '/article/list': open,
  '/article/save': withRevision({ title: 'Stolen', content: 'Mine.' }),
  '/article/delete': ownArticle,
  '/announcement/dismiss': open,
  '/review/list': open,
  '/question/list': open,
  '/question/ask': open,
  '/question/answer': async (world) => ({
    question: await questionFor(world),
    content: 'Yes.',
  }),
  '/review/helpful': open,
  '/review/add': async (world) => ({ orderLine: await arrivedLine(world), score: 4, content: 'Steady.' }),
  '/review/edit': async (world) => ({ review: await ownReview(world), score: 2, content: 'Wobbles.' }),
  '/review/delete': async (world) => ({ review: await ownReview(world) }),
  '/review/unsubscribe': secret,
  '/search/query': open,
  '/cart/update': withLine({ quantity: 3 }),
  '/cart/changeSku': withLine({ sku: 'vase-ink' }),
  '/cart/remove': withLines(),
  '/cart/select': withLines({ on: true }),
  '/cart/variants': withLine(),
  '/cart/keep': withLines(),
  '/cart/saveForLater': withLine(),
  '/favorite/add': open,
  '/favorite/cancel': open,
  '/checkout/create': withLines(),
  '/checkout/detail': withCheckout(),
  '/checkout/information': withCheckout({ contact: { email: 'thief@example.org' } }),
  '/checkout/line': withCheckout({ sku: 'stool-sage', quantity: 2 }),
  '/checkout/coupon': withCheckout({ code: 'TEN' }),
  '/checkout/removeCoupon': withCheckout({ code: 'TEN' }),
  '/checkout/shippingMethods': withCheckout(),
  '/checkout/shipping': withCheckout({ method: 'standard' }),
  '/checkout/paymentMethods': withCheckout(),
  '/checkout/payment': withCheckout({ method: 'manual' }),
  '/checkout/submit': withCheckout({ total: 1, paymentMethod: 'manual', terms: true }),
  '/inquiry/submit': open,
  '/newsletter/confirm': secret,
  '/newsletter/unsubscribe': secret,
  '/notification/unsubscribe': secret,
  '/alert/confirm': secret,
  '/alert/unsubscribe': secret,
  '/order/detail': withOrder('slug'),
  '/order/cancel': withOrder('slug'),
  '/order/withdrawCancellation': withOrder('slug'),
  '/order/confirmReceipt': withOrder('slug'),
  '/order/extendHold': withOrder('slug'),
  '/order/changeAddress': withOrder('slug', { address: home }),
  '/order/taxNumber': withOrder('slug', { taxNumber: 'DE123456789' }),
  '/order/buyAgain': withOrder('slug'),
  '/order/lookup': mailed,
  '/return/options': withSentOrder(),
  '/return/preview': withReturnOf({ type: 'return_and_refund', reason: 'style' }),
  '/return/apply': withReturnOf({ type: 'return_and_refund', reason: 'style', total: 4850 }),
  '/return/saveDraft': withSentOrder({ description: 'Thief' }),
  '/return/withdraw': withSentOrder(),
  // What is not the visitor's is not in the list, as the page of an order that has no returns.
  '/return/list': open,
  '/return/detail': withReturn(),
  '/return/cancel': withReturn(),
  '/return/sendParcel': withReturn({ company: 'Thief', trackingNumber: '1' }, true),
  '/payment/start': withOrder('order'),
  '/payment/status': withOrder('order'),
  '/payment/changeMethod': withOrder('order', { method: 'manual' }),
  '/verify/check': withPuzzle(),
}

/** Calls that name something, and of which nobody has said whose it is. */
function unsaid(table: readonly Served[]): string[] {
  return table.flatMap((row) =>
    named(row).length > 0 && !(row.endpoint.path in entries)
      ? [`${row.endpoint.path} ${String(named(row))}`]
      : [],
  )
}

let world: World
let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop(() => new Date(), { PUBLIC_URL: 'http://shop.example' })
  await shop.database.db.pool.query(cartCatalogue)
  const ada = await browserOf(shop)
  const owner = buyer(shop.database.db, { cookies: { violet_session: ada.token } })
  world = { shop, ada, owner }
})
afterAll(() => shop.close())

interface Answered {
  code: number
  problem: string
}
type Send = (who: string, path: string, body: object) => Promise<Answered>

/** The cookies of each, by who it is. */
async function people(): Promise<Record<string, Record<string, string>>> {
  const eve = await browserOf(shop)
  const ofEve = buyer(shop.database.db, { cookies: { violet_session: eve.token }, email: 'eve@example.org' })
  const hers = await ofEve.submit(await ofEve.ready({ 'vase-ink': 1 }))
  if (!hers.ok) throw new Error(JSON.stringify(hers.problem))
  return {
    // Cookies come with what the owner does meanwhile.
    get owner() {
      const cookie = Object.entries(world.owner.cookies).map(([name, value]) => `${name}=${value}`)
      return { ...world.ada.headers, cookie: cookie.join('; ') }
    },
    'another customer': { ...eve.headers, cookie: `violet_session=${eve.token}` },
    'a guest': { 'sec-fetch-site': 'same-origin' },
    'a guest with a cart': { 'sec-fetch-site': 'same-origin', cookie: `violet_cart=${'A'.repeat(43)}` },
  }
}

/** All that is somebody's, in one text. */
async function everything(): Promise<string> {
  const tables = [
    'orders',
    'order_lines',
    'returns',
    'checkouts',
    'payments',
    'carts',
    'cart_lines',
    'sessions',
    'skus',
    'one_time_codes',
    'customer_addresses',
    'passkeys',
    'oauth_accounts',
    'security_events',
    'article_comments',
    'reviews',
    'question_answers',
    'customer_articles',
    'article_revisions',
  ]
  const columns = tables.map((name) => `(select json_agg(t order by t.id) from ${name} t)::text`)
  const { rows } = await shop.database.db.pool.query<{ all: string }>(
    `select concat(${columns.join(', ')}) as all`,
  )
  return rows[0]!.all
}

/** Sends every call with what is the owner's, as each of them. @returns what strangers were answered, and what the owner was not */
async function sweep(send: Send, strangers: readonly string[], paths: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) {
    const ask = entries[path]!
    if (typeof ask === 'string') continue
    const body = await ask(world)
    const refusals = new Set<string>()
    const before = await everything()
    for (const who of strangers) {
      const { code, problem } = await send(who, path, body)
      refusals.add(problem)
      const isRefused =
        /^(?:unknown_\w+|not_a_buyer|sign_in_required|verification_required|cart_empty)$/.test(problem)
      if (code === 0 || !isRefused) faults.push(`${path} answers ${who}: ${code} ${problem}`)
    }
    if ((await everything()) !== before) faults.push(`${path} changes something for a stranger`)
    const { problem } = await send('owner', path, body)
    if (refusals.has(problem)) faults.push(`${path} refuses its owner: ${problem}`)
  }
  return faults
}

it('knows of every call whose things it names', () => {
  expect(unsaid(endpoints)).toEqual([])
  const known = new Set(endpoints.map(({ endpoint: { path } }) => path))
  expect(Object.keys(entries).filter((path) => !known.has(path))).toEqual([])
})

it.each([
  ['at the top', z.strictObject({ id: z.int() })],
  ['with a default', z.strictObject({ orderId: z.string().default('') })],
  [
    'coerced, inside of a list',
    z.strictObject({ rows: z.array(z.object({ id: z.coerce.number().int() })).max(3) }),
  ],
  [
    'in one of several shapes',
    z.strictObject({ thing: z.union([z.object({ token: z.string() }), z.null()]) }),
  ],
])('finds a planted call that names something %s', (_, input) => {
  const planted = endpoint({ path: '/planted/call', summary: '', input, output: z.object({}) })
  const row = {
    endpoint: planted,
    action: () => Promise.reject(new Error()),
    form: null,
  } as unknown as Served
  expect(unsaid([...endpoints, row])).toEqual([expect.stringContaining('/planted/call')])
})

it('answers nobody with what is another’s, and changes nothing of it', async () => {
  const all = await people()
  const paths = Object.keys(entries)
  const send: Send = async (who, path, body) => {
    const answer = await shop.post(`/api/web${path}`, body, all[who]!)
    const { code, data } = JSON.parse(answer.body) as { code: number; data: { problem?: string } | null }
    return { code, problem: data?.problem ?? '' }
  }
  const strangers = Object.keys(all).filter((who) => who !== 'owner')
  expect(await sweep(send, strangers, paths)).toEqual([])

  // Planted: one call after the other forgets to ask whose it is.
  for (const path of [
    '/order/detail',
    '/user/endSession',
    '/cart/variants',
    '/checkout/detail',
    '/verify/check',
  ]) {
    const weak: Send = (who, called, body) => send(called === path ? 'owner' : who, called, body)
    expect((await sweep(weak, ['another customer'], [path])).length).toBeGreaterThan(0)
  }
}, 120_000)

it('refuses secrets that were made up', async () => {
  const all = await people()
  for (const [path, kind] of Object.entries(entries)) {
    if (kind !== secret) continue
    const body = {
      token: 'A'.repeat(40),
      ...(path.startsWith('/auth') ? { password: 'nine-lighthouses-in-fog' } : {}),
    }
    const answer = await shop.post(`/api/web${path}`, body, all['another customer']!)
    expect([path, answer.status >= 400]).toEqual([path, true])
  }
})

it('says the same of an order of somebody else’s as of none', async () => {
  const [all, ask] = [await people(), withOrder('order')]
  const { order } = (await ask(world)) as { order: string }
  const answers = []
  for (const number of [order, 'AAAAA-AAAAA'])
    answers.push(
      (
        await shop.post(
          '/api/web/order/lookup',
          { number, account: 'eve@example.org' },
          all['another customer']!,
        )
      ).body,
    )
  expect(answers[0]).toBe(answers[1])
})
