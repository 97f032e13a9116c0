import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeAt, newSecret, sealSecret } from '#features/second-factor/rules/authenticator.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import { proofOf } from '#features/session/rules/sessions.ts'
import { hashPassword } from '#platform/server/passwords/passwords.ts'
import { accountFiles } from '#wire/paths.ts'
import { goodPassword } from '#test/account-visitor.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import { openWholeShop, type Answer, type WholeShop } from '#test/whole-shop.ts'
import { endpoints } from '../endpoints.ts'

/*
 * What asks for a fresh proof, over HTTP, as scripts and as plain forms ask: in a session that began by the password
 * alone, in a browser that is not asked for the second factor, nothing of it is done.
 */

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[]) => shop.database.db.pool.query(text, values)

/** Ada signs in by her password alone, in a browser that is trusted; her account has an app. */
async function trusted() {
  const { who } = await browserOf(shop)
  const { customer, email } = who
  const device = newToken()
  const secret = newSecret()
  const { db } = shop.database
  await query('insert into customer_passwords (customer_id, hash, set_at) values ($1, $2, now())', [
    customer,
    await hashPassword(goodPassword),
  ])
  await query(
    `insert into second_factors (customer_id, secret, created_at, confirmed_at) values ($1, $2, now(), now())`,
    [customer, await sealSecret(db, customer, secret)],
  )
  await query(
    `insert into known_browsers (customer_id, browser, seen_at, factor_until)
     values ($1, $2, now(), now() + interval '1 day')`,
    [customer, hashToken(device)],
  )
  const own = { cookie: `__Host-violet_device=${device}`, 'sec-fetch-site': 'same-origin' }
  const signedIn = await shop.post(
    '/form/auth/signIn',
    new URLSearchParams({ account: email, password: goodPassword }),
    own,
  )
  const headersWith = (answer: Answer) => {
    const token = /__Host-violet_session=([\w-]{43})/.exec(String(answer.headers['set-cookie']))?.[1]
    if (token === undefined) throw new Error(`no session: ${answer.status}`)
    const cookie = `${own.cookie}; __Host-violet_session=${token}`
    return { ...own, cookie, 'x-auth': proofOf(token) }
  }
  const isOn = async (): Promise<boolean> =>
    (await query('select from second_factors where customer_id = $1', [customer])).rowCount === 1
  return {
    headers: headersWith(signedIn),
    headersWith,
    isOn,
    code: () => codeAt(secret, new Date()),
  }
}

const bytes = 'AAAA'
/** What each call is asked with; those that take the proof themselves are not among them. */
const calls: Record<string, object> = {
  '/user/disown': { event: 1 },
  '/user/export': {},
  '/user/loginVerification': { on: 'off' },
  '/user/beginFactor': {},
  '/user/confirmFactor': { code: '123456' },
  '/user/renewRecoveryCodes': {},
  '/user/endFactor': {},
  '/user/passkeyOptions': {},
  '/user/addPasskey': { credential: { id: bytes, attestationObject: bytes, clientDataJSON: bytes } },
  '/user/deletePasskey': { id: 1 },
  '/user/oauthLink': { provider: 'acme' },
  '/user/oauthUnlink': { id: 1 },
  '/user/sendChangeCode': { account: 'other@example.com' },
  '/user/editEmail': { account: 'other@example.com', code: '123456' },
  '/user/editMobile': { account: '13800138000', countryCode: '+86', code: '123456' },
  '/user/removeIdentity': { kind: 'email' },
  '/user/close': { confirmation: 'ada' },
}
const proofs = ['/user/confirm', '/user/editPassword']

it('knows every call that asks for a fresh proof', () => {
  const asking = endpoints.flatMap(({ endpoint: { path, problems } }) =>
    problems.includes('proof_required') ? [path] : [],
  )
  expect(asking.toSorted()).toEqual([...Object.keys(calls), ...proofs].toSorted())
})

it('refuses each of them in a session that has not given the second factor', async () => {
  const { headers, isOn } = await trusted()
  for (const [path, input] of Object.entries(calls)) {
    const answer = await shop.post(`/api/web${path}`, input, headers)
    expect([path, JSON.parse(answer.body)]).toMatchObject([path, { data: { problem: 'proof_required' } }])
  }
  expect(await isOn()).toBe(true)
})

it('turns the factor off by plain forms with both proofs, and with neither of them alone', async () => {
  const { headers, headersWith, isOn, code } = await trusted()
  const post = (path: string, fields: Record<string, string>, own: Record<string, string> = headers) =>
    shop.post(`/form/user/${path}`, new URLSearchParams(fields), own)
  const stopped = await post('endFactor', {})
  expect([stopped.status, stopped.body.includes('name="factor"')]).toEqual([422, true])
  const alone = await post('confirm', { current: goodPassword })
  expect(alone.status).toBe(422)
  expect(alone.body).toContain('Please type the code of your authenticator app, too.')
  expect((await post('confirm', { factor: code() })).status).toBe(422)
  expect((await post('endFactor', {})).status).toBe(422)
  expect(await isOn()).toBe(true)
  const both = await post('confirm', { current: goodPassword, factor: code(), next: '/user/log' })
  expect([both.status, both.headers['location']]).toEqual([303, '/user/log'])
  expect((await post('endFactor', {}, headersWith(both))).status).toBe(303)
  expect(await isOn()).toBe(false)
})

it('asks on the page of a password, too, as long as the session has not given it', async () => {
  const { headers, headersWith, code } = await trusted()
  const field = async (own: Record<string, string>) =>
    (await shop.get('/user/security', own)).body.includes('name="factor"')
  expect(await field(headers)).toBe(true)
  const fields = { current: goodPassword, password: 'nine-lighthouses-in-fog' }
  const refused = await shop.post('/form/user/editPassword', new URLSearchParams(fields), headers)
  expect([refused.status, refused.body.includes('authenticator app, too')]).toEqual([422, true])
  const given = new URLSearchParams({ current: goodPassword, factor: code() })
  const proven = await shop.post('/form/user/confirm', given, headers)
  expect(await field(headersWith(proven))).toBe(false)
})

it('gives the file with all data after a fresh proof, and leads to the page that asks for it before', async () => {
  const { headers, headersWith, code } = await trusted()
  const stopped = await shop.get(accountFiles.data, headers)
  expect([stopped.status, stopped.headers['location']]).toEqual([
    303,
    '/user/security/confirm?next=%2Fuser%2Flog',
  ])
  const zh = await shop.get(`/zh${accountFiles.data}`, headers)
  expect(zh.headers['location']).toBe('/zh/user/security/confirm?next=%2Fzh%2Fuser%2Flog')
  // The log alone says nothing that the page does not.
  expect((await shop.get(accountFiles.log, headers)).status).toBe(200)
  const given = new URLSearchParams({ current: goodPassword, factor: code(), next: '/user/log' })
  const proven = headersWith(await shop.post('/form/user/confirm', given, headers))
  const file = await shop.get(accountFiles.data, proven)
  expect([file.status, file.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="account.json"',
  ])
  expect(JSON.parse(file.body)).toMatchObject({ profile: { firstName: 'Ada' } })
})
