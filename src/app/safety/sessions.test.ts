import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#platform/server/passwords/passwords.ts'
import { linksFor } from '#wire/links.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { fixedPaths, userPaths } from '#wire/paths.ts'
import { goodPassword } from '#test/account-visitor.ts'
import { browserOf, type Browser } from '#test/signed-in-shop.ts'
import { openWholeShop, origin, type Answer, type WholeShop } from '#test/whole-shop.ts'
import { endpoints } from '../endpoints.ts'

/*
 * Sessions under attack, over HTTP and on two nodes. Beside each refusal the same request as the shop's own pages send
 * it is answered: what is refused is what makes the difference.
 */

let shop: WholeShop
let second: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
  second = await openWholeShop(() => new Date(), {}, shop)
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

const call = '/api/web/user/editName'
const form = '/form/user/editName'
const named = (firstName: string) => ({ firstName, lastName: 'King' })
const fields = (firstName: string) => new URLSearchParams(named(firstName))

async function nameOf({ who }: Browser): Promise<string> {
  const text = 'select first_name as name from customers where id = $1'
  const { rows } = await shop.database.db.pool.query<{ name: string }>(text, [who.customer])
  return rows[0]!.name
}

const codeOf = ({ body }: Answer): number => (JSON.parse(body) as { code: number }).code

describe('a call', () => {
  it('needs the cookie and its proof, of one session', async () => {
    const [ada, eve] = [await browserOf(shop), await browserOf(shop)]
    const { cookie, 'x-auth': proof, ...own } = ada.headers as Record<string, string>
    const attempts: Record<string, Record<string, string>> = {
      'the cookie alone': { ...own, cookie: cookie! },
      'the proof alone': { ...own, 'x-auth': proof! },
      'a cookie without its prefix': { ...own, cookie: `violet_session=${ada.token}`, 'x-auth': proof! },
      'the proof as the cookie': { ...own, cookie: `__Host-violet_session=${proof!}`, 'x-auth': proof! },
    }
    for (const [what, headers] of Object.entries(attempts)) {
      const answer = await shop.post(call, named('Eve'), headers)
      expect([what, answer.status, codeOf(answer)]).toEqual([what, 401, 50])
    }
    const wrong: Record<string, Record<string, string>> = {
      'the proof of another session': { ...own, cookie: cookie!, 'x-auth': eve.headers['x-auth']! },
      'the token as proof': { ...own, cookie: cookie!, 'x-auth': ada.token },
      'an empty proof': { ...own, cookie: cookie!, 'x-auth': '' },
    }
    for (const [what, headers] of Object.entries(wrong)) {
      const answer = await shop.post(call, named('Eve'), headers)
      expect([what, answer.status, codeOf(answer)]).toEqual([what, 409, 40])
    }
    expect(await nameOf(ada)).toBe('Ada')
    expect(codeOf(await shop.post(call, named('Augusta'), ada.headers))).toBe(0)
    expect(await nameOf(ada)).toBe('Augusta')
  })

  it('that the renewal of its session overtook signs nobody out, and is told to try again', async () => {
    const ada = await browserOf(shop)
    await shop.database.db.pool.query(
      'insert into customer_passwords (customer_id, hash, set_at) values ($1, $2, now())',
      [ada.who.customer, await hashPassword(goodPassword)],
    )
    const proven = await shop.post(
      '/api/web/user/confirm',
      { current: goodPassword, code: '', factor: '' },
      ada.headers,
    )
    expect(codeOf(proven)).toBe(0)
    const set = String(proven.headers['set-cookie'])
    const token = /__Host-violet_session=([\w-]{43})/.exec(set)![1]!
    const proof = /violet_auth=([\w-]{43})/.exec(set)![1]!
    const cookie = `__Host-violet_session=${token}`

    const late = await shop.post(call, named('Late'), ada.headers)
    expect([late.status, JSON.parse(late.body)]).toMatchObject([
      409,
      { data: { problem: 'session_renewed' } },
    ])
    expect(late.headers['set-cookie']).toBeUndefined()
    const mixed = await shop.post(call, named('Mixed'), { ...ada.headers, cookie })
    expect([mixed.status, JSON.parse(mixed.body)]).toMatchObject([
      409,
      { data: { problem: 'session_renewed' } },
    ])
    // What its scripts send next is right, and the cookie of the session itself stays.
    expect(String(mixed.headers['set-cookie'])).toMatch(new RegExp(`^violet_auth=${proof};`))
    const page = await shop.get('/user/info', { cookie: ada.cookie })
    expect([page.status, page.headers['set-cookie']]).toEqual([303, undefined])
    const posted = await shop.post(form, fields('Posted'), { ...ada.headers })
    expect(String(posted.headers['set-cookie'])).not.toContain('violet_session')
    expect(await nameOf(ada)).toBe('Ada')
    expect(codeOf(await shop.post(call, named('Augusta'), { ...ada.headers, cookie, 'x-auth': proof }))).toBe(
      0,
    )

    // A minute later the token is one that nobody has.
    await shop.database.db.pool.query(`update former_tokens set renewed_at = now() - interval '61 seconds'`)
    const stolen = await shop.post(call, named('Eve'), ada.headers)
    expect([stolen.status, codeOf(stolen)]).toEqual([401, 50])
    expect(String(stolen.headers['set-cookie'])).toContain('__Host-violet_session=;')
  })

  it('is none that a GET could make', async () => {
    const ada = await browserOf(shop)
    const query = String(fields('Eve'))
    expect((await shop.get(`${call}?${query}`, ada.headers)).status).toBe(404)
    // What is asked for by going back is the page that the form stands on.
    const gone = await shop.get(`${form}?${query}`, ada.headers)
    expect([gone.status, gone.headers.location]).toEqual([303, '/user/info'])
    expect(await nameOf(ada)).toBe('Ada')
  })
})

const foreign: Record<string, Record<string, string>> = {
  'another site': { 'sec-fetch-site': 'cross-site' },
  'a neighbour’s host': { 'sec-fetch-site': 'same-site' },
  'a site that says nothing of itself': { 'sec-fetch-site': '' },
  'an older browser on another site': { origin: 'https://elsewhere.example' },
  'an older browser on a neighbour’s host': { origin: 'https://evil.shop.example' },
  'a frame without an origin': { origin: 'null' },
  'the same host without encryption': { origin: 'http://shop.example:80' },
}

describe('a write', () => {
  it.each(Object.entries(foreign))('is refused from %s', async (_, headers) => {
    const ada = await browserOf(shop)
    const { cookie } = ada
    expect((await shop.post(form, fields('Eve'), { cookie, ...headers })).status).toBe(403)
    expect((await shop.post(`/zh${form}`, fields('Eve'), { cookie, ...headers })).status).toBe(403)
    const { 'sec-fetch-site': __, ...own } = ada.headers
    expect((await shop.post(call, named('Eve'), { ...own, ...headers })).status).toBe(403)
    expect(await nameOf(ada)).toBe('Ada')
  })

  it.each([{ 'sec-fetch-site': 'same-origin' }, { origin }])(
    'is done from a page of the shop: %o',
    async (headers) => {
      const ada = await browserOf(shop)
      const answer = await shop.post(form, fields('Augusta'), { cookie: ada.cookie, ...headers })
      expect(answer.status).toBe(303)
      expect(await nameOf(ada)).toBe('Augusta')
    },
  )

  it('is refused from another site by every call and every form that there is', async () => {
    const ada = await browserOf(shop)
    const headers = { ...ada.headers, 'sec-fetch-site': 'cross-site' }
    for (const { endpoint, form: own } of endpoints) {
      const { path } = endpoint
      expect([path, (await shop.post(`/api/web${path}`, {}, headers)).status]).toEqual([path, 403])
      if (own === null) continue
      expect([path, (await shop.post(`/form${path}`, new URLSearchParams(), headers)).status]).toEqual([
        path,
        403,
      ])
    }
  })
})

it('gives another token at sign-in than the one that was planted, and ends the session before', async () => {
  const eve = await browserOf(shop)
  const ada = await browserOf(shop)
  await shop.database.db.pool.query(
    'insert into customer_passwords (customer_id, hash, set_at) values ($1, $2, now())',
    [ada.who.customer, await hashPassword(goodPassword)],
  )
  const signsIn = (cookie: string) =>
    shop.post('/form/auth/signIn', new URLSearchParams({ account: ada.who.email, password: goodPassword }), {
      cookie,
      'sec-fetch-site': 'same-origin',
    })
  const tokenOf = (answer: Answer): string =>
    /__Host-violet_session=([\w-]{43})/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
  const made = 'p'.repeat(43)
  const tokens = []
  for (const planted of [made, eve.token, ada.token]) {
    const answer = await signsIn(`__Host-violet_session=${planted}`)
    expect(answer.status).toBe(303)
    expect(tokenOf(answer)).toMatch(/^[\w-]{43}$/)
    expect(tokenOf(answer)).not.toBe(planted)
    tokens.push(tokenOf(answer))
  }
  expect(new Set(tokens).size).toBe(3)
  const page = (token: string) => shop.get('/user/security', { cookie: `__Host-violet_session=${token}` })
  // Nobody has what was planted, nor the token before.
  for (const old of [made, eve.token, ada.token]) expect((await page(old)).status).toBe(303)
  for (const token of tokens) expect((await page(token)).status).toBe(200)
})

it('gives another token when the password is changed, and the old one is worth nothing on any node', async () => {
  const ada = await browserOf(shop)
  const phone = await browserOf(shop, { customer: ada.who.customer })
  await shop.database.db.pool.query(
    'insert into customer_passwords (customer_id, hash, set_at) values ($1, $2, now())',
    [ada.who.customer, await hashPassword(goodPassword)],
  )
  const change = { current: goodPassword, password: 'nine-lighthouses-in-fog' }
  const changed = await shop.post('/api/web/user/editPassword', change, ada.headers)
  expect(codeOf(changed)).toBe(0)
  const token = /__Host-violet_session=([\w-]{43})/.exec(String(changed.headers['set-cookie']))?.[1]
  expect(token).not.toBe(ada.token)
  for (const node of [shop, second]) {
    const former = await node.post('/api/web/user/info', {}, ada.headers)
    expect(JSON.parse(former.body)).toMatchObject({ code: 40, data: { problem: 'session_renewed' } })
    expect(codeOf(await node.post('/api/web/user/info', {}, phone.headers))).toBe(51)
    expect((await node.get('/user/info', { cookie: `__Host-violet_session=${token!}` })).status).toBe(200)
  }
})

it('refuses an ended session with the next request to any node: 51 when it was ended elsewhere, else 50', async () => {
  const ada = await browserOf(shop)
  const phone = await browserOf(shop, { customer: ada.who.customer })
  const asks = (node: WholeShop, { headers }: Browser) => node.post('/api/web/user/info', {}, headers)
  expect(codeOf(await asks(second, phone))).toBe(0)
  const ended = { id: phone.who.session }
  expect(codeOf(await shop.post('/api/web/user/endSession', ended, ada.headers))).toBe(0)
  const answer = await asks(second, phone)
  expect([codeOf(answer), answer.status]).toEqual([51, 401])
  expect(String(answer.headers['set-cookie'])).toMatch(/__Host-violet_session=;/)
  expect(codeOf(await asks(second, ada))).toBe(0)
  expect(codeOf(await shop.post('/api/web/auth/signOut', {}, ada.headers))).toBe(0)
  expect(codeOf(await asks(second, ada))).toBe(50)
})

it('tells a visit of a page whose session is over the same by its code, and where to sign in', async () => {
  const ada = await browserOf(shop)
  const phone = await browserOf(shop, { customer: ada.who.customer })
  const visit = async (headers: Record<string, string>) => {
    const { status, body } = await shop.get('/user/info?request=route&referer=%2F', headers)
    const { code, data } = JSON.parse(body) as { code: number; data: { meta: { redirect?: string } } }
    return [status, code, data.meta.redirect]
  }
  const toSignIn = '/auth/signin?next=%2Fuser%2Finfo'
  expect(await visit({ cookie: phone.cookie })).toEqual([200, 0, undefined])
  await shop.post('/api/web/user/endSession', { id: phone.who.session }, ada.headers)
  expect(await visit({ cookie: phone.cookie })).toEqual([200, 51, toSignIn])
  await shop.post('/api/web/auth/signOut', {}, ada.headers)
  expect(await visit({ cookie: ada.cookie })).toEqual([200, 50, toSignIn])
  // Who was never signed in has lost nothing.
  expect(await visit({})).toEqual([200, 0, toSignIn])
})

it.each([
  ['is used again after 29 days', 'seen_at', 29, true, 0],
  ['was not used for 31 days', 'seen_at', 31, true, 50],
  ['began 179 days ago', 'created_at', 179, true, 0],
  ['began 181 days ago', 'created_at', 181, true, 50],
  ['is not kept, and was not used for two days', 'seen_at', 2, false, 50],
] as const)('answers a session that %s', async (_, column, days, isKept, code) => {
  const ada = await browserOf(shop)
  await shop.database.db.pool.query(
    `update sessions set ${column} = now() - make_interval(days => $2), is_kept = $3 where id = $1`,
    [ada.who.session, days, isKept],
  )
  expect(codeOf(await shop.post('/api/web/user/info', {}, ada.headers))).toBe(code)
})

it('lets no page of signing in or of the account be framed or kept', async () => {
  const ada = await browserOf(shop)
  const links = linksFor(shopConfig.parse({}).router, '')
  const auth = Object.entries(fixedPaths).flatMap(([name, path]) => (name.startsWith('auth-') ? [path] : []))
  const own = Object.values(userPaths).map((page) => {
    if (page === 'return/:slug') return links.userReturn('R-2')
    return page === 'order/:slug' ? links.userOrder('K7M2N-9QXD4') : links.user(page)
  })
  expect(auth.length + own.length).toBeGreaterThan(10)
  const pages = [
    ...auth.map((path) => [path, {}] as const),
    ...own.map((path) => [path, { cookie: ada.cookie }] as const),
  ]
  for (const [path, headers] of pages) {
    const { status, headers: sent } = await shop.get(path, headers)
    expect([path, status < 500]).toEqual([path, true])
    expect([path, sent['content-security-policy']]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
    expect([path, sent['x-content-type-options']]).toEqual([path, 'nosniff'])
    if (status === 200) expect([path, sent['cache-control']]).toEqual([path, 'private, no-store'])
  }
})

it('the page of security says by which ways one gets in again, and asks for a second', async () => {
  const ada = await browserOf(shop)
  const section = async (): Promise<string> =>
    /aria-label="Restoring access".*?<\/section>/s.exec(
      (await shop.get('/user/security', { cookie: ada.cookie })).body,
    )![0]
  const readyIn = (html: string): number => html.match(/>Ready</g)?.length ?? 0
  const before = await section()
  expect([readyIn(before), before.includes('Set up at least two')]).toEqual([1, true])
  expect(before).toContain('href="/auth/forget"')
  await shop.database.db.pool.query(
    `insert into customer_identities (customer_id, kind, account, verified_at) values ($1, 'mobile', '+85291234567', now())`,
    [ada.who.customer],
  )
  const after = await section()
  expect([readyIn(after), after.includes('Set up at least two')]).toEqual([2, false])
})
