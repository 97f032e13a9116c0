import pg from 'pg'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import { proofOf } from '#features/session/rules/sessions.ts'
import { hashPassword } from '#platform/server/passwords/passwords.ts'
import { median, milliseconds, percentile, perSecond, type Row } from './figures.ts'
import { generator, getPage, postCall } from './generator.ts'
import type { Ask, Job, Load } from './load.ts'
import type { Bench, Measure } from './measure.ts'
import type { HashJob, Hashes } from './accounts/hashes.ts'
import { ask, loadCore, serverCore, startScript } from './process.ts'
import { fillOrders, type ManyOrders } from './accounts/many-orders.ts'
import type { Shop } from './shop.ts'

export const accounts: Measure = {
  name: 'accounts',
  title: 'Accounts',
  method:
    'The demo shop with 1 200 customers. Sign-ins by password, four at a time, with the server opened on both cores: alone as fast as ' +
    'it goes, in turns with their limit, which is passwords verified by the same code and nothing around it, and 42 a second while 16 clients fetch a cached page, whose rate without sign-ins is its limit. Then, one request at a time: ' +
    '`/cart/count` by a guest and by a customer in turns, and the pages of the account area; the time of `/healthz` ' +
    'in the same run, which is transport and framework only, is taken off the pages’. One more customer has 5 000 orders of three ' +
    'lines among 10 000 of others: the list, its last page, a search and one order are measured in the same way.',
  run,
}

const customers = 1_200
const password = 'a-tall-ship-and-9-stars'
/** Milliseconds. */
const warmUp = 500
const window = 4_000
const target = { rate: 40, ratio: 0.5, cost: 0.3, page: 10, order: 8 }
const pages = ['center', 'info', 'security', 'security/activity', 'log'].map((page) => `/user/${page}`)

/** Of the customer with many orders: the path, and milliseconds at most. */
function orderPages(number: string): readonly (readonly [path: string, most: number])[] {
  const list = [
    '/user/order',
    '/user/order?page=250',
    '/user/order?payStatus=unpaid',
    '/user/order?q=nothing+of+this+name',
  ]
  return [
    ...list.map((path) => [path, target.page] as const),
    [`/user/order/${number}`, target.order] as const,
  ]
}

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.demo()
  const token = await fill(shop.databaseUrl)
  const many = await fillOrders(shop.databaseUrl)
  const other = startScript('load.ts', loadCore)
  const hashing = startScript('accounts/hashes.ts', null)
  // A server counts its cores when it begins: one that is given the second later still hashes one password at a time.
  await shop.reopen([serverCore, loadCore])
  const signIns = job(shop, 4, signInRequests(shop))
  // As many as are wanted: how many more would fit in takes the page's time by itself.
  const wanted = { ...signIns, every: (4 * 1_000) / (target.rate * 1.05) }
  const page = job(shop, 16, [getPage(shop.port, '/')])
  const bare: Hashes[] = []
  const alone: Load[] = []
  const pageAlone: Load[] = []
  const both: { signIns: Load; page: Load }[] = []
  for (let round = 0; round < rounds; round += 1) {
    pageAlone.push(await generator().run(page))
    bare.push(await ask<Hashes>(hashing, { clients: 4, warmUp, window } satisfies HashJob))
    alone.push(await generator().run(signIns))
    const [signedIn, fetched] = await Promise.all([generator().run(wanted), ask<Load>(other, page)])
    both.push({ signIns: signedIn, page: fetched })
    say(
      `round ${round + 1}: ${perSecond(alone.at(-1)!.rate)} sign-ins of ${perSecond(bare.at(-1)!.rate)}, ${perSecond(signedIn.rate)} beside a page, ` +
        `the page ${perSecond(fetched.rate)} of ${perSecond(pageAlone.at(-1)!.rate)}`,
    )
  }
  other.disconnect()
  hashing.disconnect()
  await shop.reopen()
  const rate = median(alone.map((load) => load.rate))
  const ratio = median(both.map((load, round) => load.page.rate / pageAlone[round]!.rate))
  return [
    {
      what: 'Sign-ins by password',
      limit: `passwords verified ${perSecond(median(bare.map((one) => one.rate)))}`,
      figure: `${perSecond(rate)}, half within ${milliseconds(median(alone.map(({ times }) => percentile(times['/auth/signIn']!, 50))))}`,
      ratio: median(alone.map((load, round) => load.rate / bare[round]!.rate)).toFixed(2),
      target: `≥ ${target.rate}/s`,
      ok: rate >= target.rate,
    },
    {
      what: 'A cached page meanwhile',
      limit: `without sign-ins ${perSecond(median(pageAlone.map((load) => load.rate)))}`,
      figure: `${perSecond(median(both.map((load) => load.page.rate)))} beside ${perSecond(median(both.map((load) => load.signIns.rate)))} sign-ins`,
      ratio: ratio.toFixed(2),
      target: `≥ ${target.ratio.toFixed(2)}`,
      ok: ratio >= target.ratio && median(both.map((load) => load.signIns.rate)) >= target.rate,
    },
    ...(await single(shop, token, many, rounds)),
  ]
}

/** What is asked one at a time. */
async function single(shop: Shop, token: string, many: ManyOrders, rounds: number): Promise<Row[]> {
  const ofMany = orderPages(many.number)
  const cookie = `violet_session=${token}`
  const guest = `violet_cart=${newToken()}`
  // Both are asked whose cart it is: a guest without any cookie costs no question to the database.
  const count = postCall(shop.port, '/cart/count', {}, { writes: false, cookie: guest })
  const requests: Ask[] = [
    { ...count, kind: 'guest' },
    {
      ...withHeaders({ ...count, text: count.text.replace(guest, cookie) }, [`x-auth: ${proofOf(token)}`]),
      kind: 'customer',
    },
    { ...getPage(shop.port, '/healthz'), kind: 'healthz' },
    ...pages.map((path) => withHeaders(getPage(shop.port, path), [`cookie: ${cookie}`])),
    ...ofMany.map(([path]) =>
      withHeaders(getPage(shop.port, path), [`cookie: violet_session=${many.token}`]),
    ),
  ]
  const loads: Load[] = []
  for (let round = 0; round <= rounds; round += 1)
    loads.push(
      await generator().run({ ...job(shop, 1, requests), until: { answers: 200 * requests.length } }),
    )
  // The first round is for the compiler.
  const counted = loads.slice(1)
  const middle = (kind: string): number => median(counted.map(({ times }) => percentile(times[kind]!, 50)))
  const cost = median(
    counted.map(({ times }) => percentile(times['customer']!, 50) - percentile(times['guest']!, 50)),
  )
  return [
    {
      what: 'A call of a customer',
      limit: `a guest’s ${middle('guest').toFixed(2)} ms`,
      figure: `${middle('customer').toFixed(2)} ms: ${cost.toFixed(2)} ms more`,
      ratio: '',
      target: `≤ ${target.cost} ms more`,
      ok: cost <= target.cost,
    },
    ...[...pages.map((path) => [path, target.page] as const), ...ofMany].map(([path, most]) => {
      const time = middle(path) - middle('healthz')
      return {
        what: `\`${path.replace(many.number, '…')}\`${path.includes('/order') ? ' of a customer with 5 000 orders' : ''}`,
        limit: '',
        figure: milliseconds(time),
        ratio: '',
        target: `≤ ${most} ms`,
        ok: time <= most,
      }
    }),
  ]
}

function job({ port }: Shop, connections: number, requests: Ask[]): Job {
  return { port, connections, requests, until: { warmUp, window } }
}

function withHeaders(request: Ask, headers: readonly string[]): Ask {
  return { ...request, text: request.text.replace('\r\n', `\r\n${headers.join('\r\n')}\r\n`) }
}

function signInRequests({ port }: Shop): Ask[] {
  return Array.from({ length: customers }, (_, n) =>
    postCall(port, '/auth/signIn', { account: emailOf(n), password }, { writes: false }),
  )
}

function emailOf(n: number): string {
  return `bench${n}@example.com`
}

/** Makes the customers, one of whom is signed in. Returns its token. */
async function fill(url: string): Promise<string> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const token = newToken()
    await db.query(
      `with made as (
         insert into customers (number, first_name, last_name, locale, created_at)
         select 'bench' || n, 'Ada', 'King', 'en', now() from generate_series(0, $1::int - 1) n
         returning id, number
       ), known as (
         insert into customer_identities (kind, account, customer_id, verified_at)
         select 'email', number || '@example.com', id, now() from made
       ), secret as (
         insert into customer_passwords (customer_id, hash, set_at) select id, $2, now() from made
       )
       insert into sessions (token_hash, customer_id, method, is_kept, created_at, seen_at, proven_at, ip, agent)
       select $3, id, 'password', true, now(), now(), now(), '192.0.2.1', '' from made where number = 'bench0'`,
      [customers, await hashPassword(password), hashToken(token)],
    )
    return token
  } finally {
    await db.end()
  }
}
