import { expect, it } from 'vitest'
import { minute } from '#domain/time.ts'
import { notMe } from '#features/account/actions/not-me.ts'
import { confirm, editPassword, sendProof } from '#features/account/actions/password.ts'
import { signIn } from '#features/account/actions/sign-in.ts'
import { signOut, signOutAll } from '#features/account/actions/sign-out.ts'
import { resetPassword } from '#features/account/actions/sign-up.ts'
import { addAddress } from '#features/addresses/actions/book.ts'
import { exportData } from '#features/customer/actions/export.ts'
import { editName, info } from '#features/customer/actions/profile.ts'
import { loginVerification, security } from '#features/customer/actions/security.ts'
import { deleteAvatar } from '#features/customer/actions/avatar.ts'
import { editEmail, sendChangeCode } from '#features/identity/actions/change.ts'
import { eraseCustomer } from '#features/identity/actions/erase.ts'
import { verifyEmail } from '#features/identity/actions/verify-email.ts'
import { oauthFinish } from '#features/oauth/actions/finish.ts'
import { oauthProve, oauthSendCode } from '#features/oauth/actions/prove.ts'
import { oauthLink, oauthStart } from '#features/oauth/actions/start.ts'
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  renamePasskey,
} from '#features/passkeys/actions/manage.ts'
import { passkeyFinish, passkeyOptions } from '#features/passkeys/actions/sign-in.ts'
import { qrConfirm } from '#features/qr/actions/judge.ts'
import { qrCreate, qrStatus } from '#features/qr/actions/wait.ts'
import { secondFactor } from '#features/second-factor/actions/second-factor.ts'
import { beginFactor, endFactor, renewRecoveryCodes } from '#features/second-factor/actions/set-up.ts'
import { codeAt } from '#features/second-factor/rules/authenticator.ts'
import { insertSession } from '#features/session/queries/sessions.ts'
import type { Ctx } from '#platform/server/context.ts'
import { signLink } from '#platform/server/signing.ts'
import { accountVisitor, goodPassword } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { passkeyDevice } from '#test/passkey-device.ts'
import { plainProvider, returnedTo } from '#test/sign-in/plain-provider.ts'
import { setUpFactor } from '#test/second-factor.ts'

/*
 * An account that is closed while somebody signs in to it, or changes it in another browser: the refusal is that of an
 * account which does not exist, and nothing stays behind.
 */

const email = 'ada@example.com'
const noon = new Date('2026-11-24T12:00:00Z')

async function world() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  let now = noon
  let network = 0
  const browser = () => accountVisitor(db, { ip: `198.51.100.${(network += 1)}`, now: () => now })
  const ada = browser()
  await ada.signsUp(email, goodPassword)
  const { customer } = await ada.context().who()
  return {
    db,
    browser,
    ada,
    phone: browser(),
    now: () => now,
    wait: (ms: number) => void (now = new Date(now.getTime() + ms)),
    closes: () => db.transact((tx) => eraseCustomer(tx, customer!, now)),
  }
}

type World = Awaited<ReturnType<typeof world>>
type Browser = World['phone']

/** A request in whose way something comes just before its transaction begins. */
function interrupted(browser: Browser, by: () => Promise<unknown>): Ctx {
  const ctx = browser.context()
  const { transact } = ctx
  let isDone = false
  ctx.transact = async (work) => {
    if (!isDone) {
      isDone = true
      await by()
    }
    return transact(work)
  }
  return ctx
}

const byAccount = { account: email, password: '', code: '', countryCode: '', keep: 'on' as const, next: '' }
const linked = { ...plainProvider(), name: 'plain' }

function withProvider(ctx: Ctx): Ctx {
  ctx.signInBy = new Map([['plain', linked]])
  return ctx
}

async function linksTo(browser: Browser, call: 'in' | 'to') {
  const ctx = withProvider(browser.context())
  const begun = await (call === 'in'
    ? oauthStart(ctx, { provider: 'plain', next: '' })
    : oauthLink(ctx, { provider: 'plain' }))
  if (!begun.ok) throw new Error(begun.problem.name)
  return returnedTo(begun.value.url)
}

async function addsPasskey(browser: Browser) {
  const device = passkeyDevice()
  const asked = await browser.does(newPasskeyOptions, { silent: 'off' as const })
  if (!asked.ok) throw new Error(asked.problem.name)
  const added = await browser.does(addPasskey, { credential: device.makes(asked.value.options) })
  if (!added.ok) throw new Error(added.problem.name)
  return device
}

/** Each way to sign in, up to its last request: that one's action, and what an account that does not exist is told. */
const ways: Record<string, (world: World) => Promise<[(ctx: Ctx) => Promise<unknown>, object]>> = {
  password: async () => [
    (ctx) => signIn(ctx, { ...byAccount, password: goodPassword }),
    { ok: false, problem: { name: 'wrong_credentials' } },
  ],
  code: async ({ phone }) => {
    await phone.asks(email, 'signIn')
    const code = await phone.codeOf(email)
    return [(ctx) => signIn(ctx, { ...byAccount, code }), { ok: false, problem: { name: 'code_over' } }]
  },
  'the code for a new password': async ({ phone }) => {
    await phone.asks(email, 'reset')
    const code = await phone.codeOf(email)
    const sent = { account: email, countryCode: '', token: '', code, password: 'nine-lighthouses-in-fog' }
    return [(ctx) => resetPassword(ctx, sent), { ok: false, problem: { name: 'stale_link' } }]
  },
  passkey: async ({ ada, phone }) => {
    const device = await addsPasskey(ada)
    const asked = await phone.does(passkeyOptions, {})
    if (!asked.ok) throw new Error(asked.problem.name)
    const credential = device.signs(asked.value.options)
    return [
      (ctx) => passkeyFinish(ctx, { credential, keep: 'on', next: '' }),
      { ok: false, problem: { name: 'unknown_passkey' } },
    ]
  },
  'another provider': async ({ ada, phone }) => {
    const back = await linksTo(ada, 'to')
    expect(await oauthFinish(withProvider(ada.context()), back)).toMatchObject({ ok: true })
    const again = await linksTo(phone, 'in')
    return [(ctx) => oauthFinish(withProvider(ctx), again), { ok: false, problem: { name: 'oauth_over' } }]
  },
  'a proof for another provider': async ({ phone }) => {
    const back = await linksTo(phone, 'in')
    expect(await oauthFinish(withProvider(phone.context()), back)).toMatchObject({
      problem: { name: 'oauth_proof_wanted' },
    })
    await phone.does(oauthSendCode, { account: email, countryCode: '' })
    const code = await phone.codeOf(email)
    return [
      (ctx) => oauthProve(ctx, { account: email, countryCode: '', code, keep: 'on' }),
      // Nobody has the address any more: it becomes an account of its own.
      { ok: true },
    ]
  },
  'QR code': async ({ ada, phone }) => {
    const shown = await phone.does(qrCreate, {})
    if (!shown.ok) throw new Error(shown.problem.name)
    const { ticket } = shown.value
    expect(await ada.does(qrConfirm, { ticket, accept: 'yes' as const })).toMatchObject({ ok: true })
    return [
      (ctx) => qrStatus(ctx, { ticket, keep: 'on', next: '' }),
      { ok: true, value: { state: 'over', signedIn: null } },
    ]
  },
  'second factor': async ({ ada, phone, now, wait }) => {
    const { secret } = await setUpFactor(ada, (made) => codeAt(made, now()))
    wait(minute)
    expect(await phone.does(signIn, { ...byAccount, password: goodPassword })).toMatchObject({
      problem: { name: 'second_factor_wanted' },
    })
    return [
      (ctx) => secondFactor(ctx, { code: codeAt(secret, now()), trust: 'on' }),
      { ok: false, problem: { name: 'sign_in_over' } },
    ]
  },
}

/** What would be left of somebody in a closed account. */
async function leftOf({ db }: World): Promise<unknown> {
  const { rows } = await db.pool.query(
    `select
       (select count(*)::int from sessions s join customers c on c.id = s.customer_id where c.closed_at is not null) as sessions,
       (select count(*)::int from pending_sign_ins s join customers c on c.id = s.customer_id where c.closed_at is not null) as waiting,
       (select count(*)::int from known_browsers s join customers c on c.id = s.customer_id where c.closed_at is not null) as browsers,
       (select count(*)::int from customer_identities s join customers c on c.id = s.customer_id where c.closed_at is not null) as names,
       (select count(*)::int from customer_passwords s join customers c on c.id = s.customer_id where c.closed_at is not null) as passwords,
       (select count(*)::int from passkeys s join customers c on c.id = s.customer_id where c.closed_at is not null) as passkeys,
       (select count(*)::int from oauth_accounts s join customers c on c.id = s.customer_id where c.closed_at is not null) as linked,
       (select count(*)::int from second_factors s join customers c on c.id = s.customer_id where c.closed_at is not null) as factors,
       (select count(*)::int from customer_addresses s join customers c on c.id = s.customer_id where c.closed_at is not null) as addresses,
       (select count(*)::int from customers where closed_at is not null and first_name <> '') as "firstNames"`,
  )
  return rows[0]
}

const nothing = {
  sessions: 0,
  waiting: 0,
  browsers: 0,
  names: 0,
  passwords: 0,
  passkeys: 0,
  linked: 0,
  factors: 0,
  addresses: 0,
  firstNames: 0,
}

it.each(Object.entries(ways))('by %s: as of an account that does not exist', async (_, way) => {
  const shop = await world()
  const [act, refused] = await way(shop)
  expect(await act(interrupted(shop.phone, shop.closes))).toMatchObject(refused)
  expect(await leftOf(shop)).toEqual(nothing)
  const { rows } = await shop.db.pool.query(
    'select closed_at is not null as closed from customers where id = 1',
  )
  expect(rows).toEqual([{ closed: true }])
})

it('would notice a way that begins its session without asking for the account once more', async () => {
  const shop = await world()
  const { db, phone, closes, now } = shop
  const ctx = interrupted(phone, closes)
  const planted = {
    tokenHash: Buffer.alloc(32),
    customer: 1,
    method: 'password',
    isKept: true,
    ip: '',
    agent: '',
  }
  await ctx.transact((tx) => insertSession(tx, { ...planted, now: now() }))
  expect(await leftOf(shop)).toEqual({ ...nothing, sessions: 1 })
  expect((await db.pool.query('select from sessions')).rowCount).toBe(1)
})

it.each(Object.entries(ways))('by %s at the same moment: nobody is in a closed account', async (_, way) => {
  const shop = await world()
  const [act] = await way(shop)
  await Promise.all([act(shop.phone.context()), shop.closes()])
  expect(await leftOf(shop)).toEqual(nothing)
})

/** Ways whose proof an event can end that comes after it was looked at. */
const ended: Record<string, (world: World) => Promise<unknown>> = {
  password: ({ ada }) =>
    ada.does(editPassword, {
      current: goodPassword,
      code: '',
      factor: '',
      password: 'nine-lighthouses-in-fog',
    }),
  'QR code': ({ ada }) => ada.does(signOut, {}),
  passkey: ({ ada }) => ada.does(notMe, { event: 1 }),
  'another provider': ({ ada }) => ada.does(notMe, { event: 1 }),
  'second factor': ({ ada }) => ada.does(notMe, { event: 1 }),
}

it.each(Object.entries(ended))(
  'by %s: a proof that has just been ended signs nobody in',
  async (name, ends) => {
    const shop = await world()
    const [act] = await ways[name]!(shop)
    const before = await sessionsIn(shop)
    const answer = await act(interrupted(shop.phone, () => ends(shop)))
    expect([answer, (await shop.phone.context().who()).customer]).toMatchObject([expect.anything(), null])
    expect(await sessionsIn(shop)).toBe(before)
  },
)

async function sessionsIn({ db }: World): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>('select count(*)::int as count from sessions')
  return rows[0]!.count
}

it('gives the address to nobody who is gone, when the link that proves it comes too late', async () => {
  const shop = await world()
  const { db, phone, now } = shop
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into one_time_codes (purpose, kind, account, browser, code_hash, created_at, expires_at)
     values ('verify', 'email', $1, '\\x00', '\\x00', $2, $3) returning id`,
    [email, now(), new Date(now().getTime() + minute)],
  )
  const token = await signLink(db, 'account.verify', rows[0]!.id, new Date(now().getTime() + minute))
  const [answer] = await Promise.all([phone.does(verifyEmail, { token }), shop.closes()])
  expect(answer.ok || answer.problem.name === 'stale_link').toBe(true)
  expect(await leftOf(shop)).toEqual(nothing)
})

const address = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'MO',
  line1: '1 Rua',
  countryCode: '+853',
  phone: '66123456',
}

/** What a browser that is still signed in asks for: each is refused as a guest is. */
const own: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  info: (ctx) => info(ctx, {}),
  editName: (ctx) => editName(ctx, { firstName: 'Augusta', lastName: 'King' }),
  security: (ctx) => security(ctx, {}),
  loginVerification: (ctx) => loginVerification(ctx, { on: 'on' }),
  deleteAvatar: (ctx) => deleteAvatar(ctx, {}),
  exportData: (ctx) => exportData(ctx, {}),
  sendProof: (ctx) => sendProof(ctx, {}),
  confirm: (ctx) => confirm(ctx, { current: goodPassword, code: '', factor: '' }),
  editPassword: (ctx) =>
    editPassword(ctx, { current: goodPassword, code: '', factor: '', password: 'nine-lighthouses-in-fog' }),
  signOutAll: (ctx) => signOutAll(ctx, {}),
  beginFactor: (ctx) => beginFactor(ctx, {}),
  renewRecoveryCodes: (ctx) => renewRecoveryCodes(ctx, {}),
  endFactor: (ctx) => endFactor(ctx, {}),
  newPasskeyOptions: (ctx) => newPasskeyOptions(ctx, { silent: 'off' }),
  listPasskeys: (ctx) => listPasskeys(ctx, {}),
  renamePasskey: (ctx) => renamePasskey(ctx, { id: 1, name: 'Phone' }),
  qrConfirm: (ctx) => qrConfirm(ctx, { ticket: 'none', accept: 'no' }),
  addAddress: (ctx) => addAddress(ctx, { address: { ...emptyAddress, ...address }, isDefault: 'off' }),
}

const emptyAddress = { company: '', line2: '', district: '', city: '', region: '', postcode: '' }

it('refuses what a browser asks for that was signed in, as it refuses a guest', async () => {
  const shop = await world()
  const asking = Object.entries(own).map(([name, act]) => ({ name, act, ctx: shop.ada.context() }))
  for (const { ctx } of asking) await ctx.who()
  await shop.closes()
  for (const { name, act, ctx } of asking)
    await expect(act(ctx), name).rejects.toMatchObject({ problem: { name: 'sign_in_required' } })
  expect(await leftOf(shop)).toEqual(nothing)
})

it('refuses by name what has begun when its account is closed', async () => {
  const shop = await world()
  const { ada } = shop
  const back = await linksTo(ada, 'to')
  await ada.does(sendChangeCode, { account: 'new@example.com', countryCode: '' })
  const code = await ada.codeOf('new@example.com')
  const asked = await ada.does(newPasskeyOptions, { silent: 'off' as const })
  if (!asked.ok) throw new Error(asked.problem.name)
  const credential = passkeyDevice().makes(asked.value.options)
  const contexts = [1, 2, 3, 4].map(() => withProvider(ada.context()))
  for (const ctx of contexts) await ctx.who()
  await shop.closes()
  expect(await editEmail(contexts[0]!, { account: 'new@example.com', code })).toMatchObject({
    problem: { name: 'code_over' },
  })
  expect(await notMe(contexts[1]!, { event: 1 })).toMatchObject({ problem: { name: 'unknown_event' } })
  expect(await oauthFinish(contexts[2]!, back)).toMatchObject({ problem: { name: 'oauth_over' } })
  expect(await addPasskey(contexts[3]!, { credential })).toMatchObject({ problem: { name: 'passkey_over' } })
  expect(await leftOf(shop)).toEqual(nothing)
})
