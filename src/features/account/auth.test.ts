import { expect, it } from 'vitest'
import { addToCart } from '#features/cart/actions/lines.ts'
import { day, minute } from '#domain/time.ts'
import { adoptOrders } from '#features/orders/queries/adopt.ts'
import { accountVisitor, goodPassword } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { resetPassword, signUp } from './actions/sign-up.ts'
import { editPassword } from './actions/password.ts'
import { signIn } from './actions/sign-in.ts'
import { signOut, signOutAll } from './actions/sign-out.ts'

async function shop() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  return db
}

const byPassword = (account: string, password: string) => ({
  account,
  password,
  code: '',
  countryCode: '',
  keep: 'on' as const,
  next: '',
})
const byCode = (account: string, code: string) => ({ ...byPassword(account, ''), code })

it('signs up with the code of the mail, and knows the customer afterwards', async () => {
  const ada = accountVisitor(await shop())
  const { account, user, token } = await ada.signsUp('Ada@Example.com')
  expect(user).toMatchObject({ email: 'ada@example.com', firstName: 'Ada', hasPassword: false })
  expect(account).toBe('Ada@Example.com')
  const { customer, session } = await ada.context().who()
  expect(customer).not.toBeNull()
  expect(session).toMatchObject({ isKept: true, isFresh: true })
  expect(ada.cookies['violet_auth']).toBe(token)
  expect(ada.cookies['violet_session']).not.toBe(token)
})

it('asks of a call both the cookie and the proof, and of a page the cookie', async () => {
  const ada = accountVisitor(await shop())
  await ada.signsUp()
  expect((await ada.context(true).who()).customer).not.toBeNull()
  const stolen = { ...ada.cookies }
  // A page of another site that makes a call with the cookie cannot read the proof.
  delete ada.cookies['violet_auth']
  expect((await ada.context(true).who()).customer).toBeNull()
  expect((await ada.context().who()).customer).not.toBeNull()
  // The proof alone is worth nothing, and a call is told that its session is not valid.
  Object.assign(ada.cookies, stolen)
  delete ada.cookies['violet_session']
  expect(await ada.context(true).who()).toMatchObject({ customer: null, over: 'invalid' })
})

it('signs in by password and by code, in another browser', async () => {
  const db = await shop()
  const { account } = await accountVisitor(db).signsUp(undefined, goodPassword)
  const phone = accountVisitor(db, { ip: '198.51.100.7' })
  expect(await phone.does(signIn, byPassword(account, 'something else'))).toMatchObject({
    ok: false,
    problem: { name: 'wrong_credentials' },
  })
  expect(await phone.does(signIn, byPassword(account, goodPassword))).toMatchObject({ ok: true })
  const tablet = accountVisitor(db, { ip: '198.51.100.8' })
  await tablet.asks(account, 'signIn')
  expect(await tablet.does(signIn, byCode(account, await tablet.codeOf(account)))).toMatchObject({ ok: true })
})

it('answers the same about an account that exists and one that does not', async () => {
  const db = await shop()
  const { account } = await accountVisitor(db).signsUp(undefined, goodPassword)
  const noon = new Date('2026-11-21T12:00:00Z')
  const stranger = accountVisitor(db, { ip: '198.51.100.9', now: () => noon })
  const nobody = 'nobody@example.com'
  const answers = async (name: string) => {
    const replace = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll(name, 'ACCOUNT')) as unknown
    return [
      replace(await stranger.asks(name, 'signIn')),
      replace(await stranger.asks(name, 'reset')),
      replace(await stranger.asks(name, 'signUp')),
      replace(await stranger.does(signIn, byPassword(name, 'wrong'))),
      replace(await stranger.does(signIn, byCode(name, '000000'))),
    ]
  }
  expect(await answers(account)).toEqual(await answers(nobody))
  expect((await stranger.lastMail(nobody))?.plain).not.toMatch(/\b\d{6}\b.*works for/)
})

it('mails who signs up twice that there is an account, and takes no code for it', async () => {
  const db = await shop()
  const { account } = await accountVisitor(db).signsUp()
  const again = accountVisitor(db, { ip: '198.51.100.9' })
  await again.asks(account, 'signUp')
  const mail = await again.lastMail(account)
  expect(mail?.plain).toContain('You have an account already')
  await expect(again.codeOf(account)).rejects.toThrow('no code was mailed')
})

it('takes a code once, from its own browser, within its time', async () => {
  const db = await shop()
  let now = new Date('2026-11-21T12:00:00Z')
  const { account } = await accountVisitor(db).signsUp()
  const phone = accountVisitor(db, { ip: '198.51.100.7', now: () => now })
  const thief = accountVisitor(db, { ip: '198.51.100.66', now: () => now })
  await phone.asks(account, 'signIn')
  const code = await phone.codeOf(account)
  await thief.asks('other@example.com', 'signIn')
  expect(await thief.does(signIn, byCode(account, code))).toMatchObject({ problem: { name: 'code_over' } })
  const both = await Promise.all([1, 2].map(() => phone.does(signIn, byCode(account, code))))
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  now = new Date(now.getTime() + 2 * minute)
  await phone.asks(account, 'signIn')
  const late = await phone.codeOf(account)
  now = new Date(now.getTime() + 11 * minute)
  expect(await phone.does(signIn, byCode(account, late))).toMatchObject({ problem: { name: 'code_over' } })
})

it('judges five guesses of one code, however many come at once', async () => {
  const db = await shop()
  const { account } = await accountVisitor(db).signsUp()
  const thief = accountVisitor(db, { ip: '10.0.0.9' })
  await thief.asks(account, 'signIn')
  const right = await thief.codeOf(account)
  const wrong = Array.from({ length: 40 }, (_, n) => String(n).padStart(6, '0')).filter((c) => c !== right)
  const answers = await Promise.all(wrong.map((code) => thief.does(signIn, byCode(account, code))))
  const judged = answers.filter((answer) => !answer.ok && answer.problem.name === 'wrong_code')
  expect(judged.length).toBeLessThanOrEqual(5)
  const { rows } = await db.pool.query<{ tries: number }>(
    'select tries from one_time_codes order by id desc limit 1',
  )
  expect(rows[0]!.tries).toBeLessThanOrEqual(5)
  expect(await thief.does(signIn, byCode(account, right))).toMatchObject({ ok: false })
})

it('lets the owner in from a known browser while strangers use up their tries', async () => {
  const db = await shop()
  const ada = accountVisitor(db)
  const { account } = await ada.signsUp(undefined, goodPassword)
  await ada.does(signOut, {})
  // They share the owner's network.
  const stranger = accountVisitor(db)
  for (let n = 0; n < 12; n += 1) await stranger.does(signIn, byPassword(account, 'wrong'))
  expect(await stranger.does(signIn, byPassword(account, goodPassword))).toMatchObject({ ok: false })
  expect(await ada.does(signIn, byPassword(account, goodPassword))).toMatchObject({ ok: true })
})

it('ends sessions at once, and tells the other browser which it was', async () => {
  const db = await shop()
  const ada = accountVisitor(db)
  const { account } = await ada.signsUp(undefined, goodPassword)
  const phone = accountVisitor(db, { ip: '198.51.100.7' })
  await phone.does(signIn, byPassword(account, goodPassword))
  expect((await phone.context().who()).customer).not.toBeNull()
  await ada.does(signOutAll, {})
  expect(await phone.context().who()).toMatchObject({ customer: null, over: 'elsewhere' })
  expect(ada.cookies['violet_session']).toBeUndefined()
  expect(ada.cookies['violet_auth']).toBeUndefined()
})

it('lets sessions end: idle after thirty days, unkept ones after one, all after half a year', async () => {
  const db = await shop()
  let now = new Date('2026-01-01T12:00:00Z')
  const ada = accountVisitor(db, { now: () => now })
  const { account } = await ada.signsUp(undefined, goodPassword)
  const borrowed = accountVisitor(db, { ip: '198.51.100.7', now: () => now })
  await borrowed.does(signIn, { ...byPassword(account, goodPassword), keep: 'off' as const })
  expect(borrowed.written.find(({ name }) => name === 'violet_session')?.maxAge).toBeUndefined()
  now = new Date(now.getTime() + 25 * 3_600_000)
  expect((await borrowed.context().who()).customer).toBeNull()
  for (let days = 0; days < 170; days += 10) {
    expect((await ada.context().who()).customer).not.toBeNull()
    now = new Date(now.getTime() + 10 * day)
  }
  now = new Date(now.getTime() + 10 * day)
  expect(await ada.context().who()).toMatchObject({ customer: null, over: 'invalid' })
  const idle = accountVisitor(db, { ip: '198.51.100.8', now: () => now })
  await idle.does(signIn, byPassword(account, goodPassword))
  now = new Date(now.getTime() + 31 * day)
  expect((await idle.context().who()).customer).toBeNull()
})

it('gives a session a new token at sign-in: one that was planted is worth nothing', async () => {
  const db = await shop()
  const ada = accountVisitor(db)
  const planted = 'p'.repeat(43)
  ada.cookies['violet_session'] = planted
  await ada.signsUp()
  expect(ada.cookies['violet_session']).not.toBe(planted)
  expect(
    (
      await accountVisitor(db, { cookies: { violet_session: planted } })
        .context()
        .who()
    ).customer,
  ).toBeNull()
})

it('resets the password by the link or the code, once, and ends every session', async () => {
  const db = await shop()
  const ada = accountVisitor(db)
  const { account } = await ada.signsUp(undefined, goodPassword)
  const phone = accountVisitor(db, { ip: '198.51.100.7' })
  await phone.asks(account, 'reset')
  const link = /token=(\S+)/.exec((await phone.lastMail(account))!.plain)![1]!
  const blank = { account: '', countryCode: '', code: '' }
  const next = { ...blank, token: link, password: 'another-quite-long-one-7' }
  expect(await phone.does(resetPassword, { ...next, password: 'short' })).toMatchObject({
    problem: { name: 'password_too_short' },
  })
  expect(await phone.does(resetPassword, { ...next, password: 'password123' })).toMatchObject({
    problem: { name: 'password_breached' },
  })
  const both = await Promise.all([1, 2].map(() => phone.does(resetPassword, next)))
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { name: 'stale_link' } })
  expect(await ada.context().who()).toMatchObject({ customer: null, over: 'elsewhere' })
  // The code of the same mail is used up with the link.
  const code = await phone.codeOf(account)
  expect(await phone.does(resetPassword, { ...next, token: '', account, code })).toMatchObject({ ok: false })
  expect(await phone.does(signIn, byPassword(account, goodPassword))).toMatchObject({ ok: false })
})

it('changes the password by the present one: other sessions end, and this one gets another token', async () => {
  const db = await shop()
  const ada = accountVisitor(db)
  const { account } = await ada.signsUp(undefined, goodPassword)
  const phone = accountVisitor(db, { ip: '198.51.100.7' })
  await phone.does(signIn, byPassword(account, goodPassword))
  const before = ada.cookies['violet_session']
  expect(
    await ada.does(editPassword, {
      current: 'wrong',
      code: '',
      factor: '',
      password: 'another-quite-long-one-7',
    }),
  ).toMatchObject({ problem: { name: 'wrong_credentials' } })
  expect(
    await ada.does(editPassword, {
      current: goodPassword,
      code: '',
      factor: '',
      password: 'another-quite-long-one-7',
    }),
  ).toEqual({ ok: true, value: { ended: 1 } })
  expect(ada.cookies['violet_session']).not.toBe(before)
  expect((await ada.context().who()).customer).not.toBeNull()
  expect((await phone.context().who()).over).toBe('elsewhere')
  expect((await ada.lastMail(account))?.subject).toContain('was changed')
})

it('joins the cart of the browser with the account’s, once, and gives each back at sign-out', async () => {
  const db = await shop()
  const ada = accountVisitor(db)
  await ada.does(addToCart, { sku: 'stool-sage', quantity: 2 })
  const { account, joined } = await ada.signsUp(undefined, goodPassword)
  expect(joined).toEqual({ cartLines: 1, cartJoined: 0, favourites: 0, orders: 0 })
  const cartOf = async (who: typeof ada) => {
    const { rows } = await db.pool.query<{ sku: string; quantity: number }>(
      `select s.sku, l.quantity from cart_lines l join skus s on s.id = l.sku_id
       join carts c on c.id = l.cart_id where c.token_hash = $1 order by s.sku`,
      [(await who.context().who()).owner],
    )
    return Object.fromEntries(rows.map(({ sku, quantity }) => [sku, quantity]))
  }
  expect(await cartOf(ada)).toEqual({ 'stool-sage': 2 })
  const phone = accountVisitor(db, { ip: '198.51.100.7' })
  await phone.does(addToCart, { sku: 'stool-sage', quantity: 5 })
  await phone.does(addToCart, { sku: 'vase-sage', quantity: 1 })
  const signed = await phone.does(signIn, byPassword(account, goodPassword))
  expect(signed).toMatchObject({ ok: true, value: { joined: { cartLines: 1, cartJoined: 1 } } })
  expect(await cartOf(ada)).toEqual({ 'stool-sage': 5, 'vase-sage': 1 })
  await phone.does(signOut, {})
  expect(await cartOf(phone)).toEqual({})
  await phone.does(signIn, byPassword(account, goodPassword))
  expect(await cartOf(phone)).toEqual({ 'stool-sage': 5, 'vase-sage': 1 })
})

it('makes a guest’s orders the customer’s who proves their address', async () => {
  const db = await shop()
  await db.pool.query(
    `insert into checkouts (slug, owner_hash, currency, locale, lines, created_at, updated_at)
     values ('c', 'x', 'USD', 'en', '[1]', now(), now())`,
  )
  await db.pool.query(
    `insert into orders (number, checkout_id, owner_hash, locale, currency, email, contact, address, billing,
       shipping, payment_method, quote, total, credit, pay_status, placed_at)
     select 'AAAAA-BBBBB', id, 'x', 'en', 'USD', 'Guest@Example.com', '{}', '{}', '{}', '{}', 'transfer', '{}', 0, 0,
       'unpaid', now() from checkouts`,
  )
  const guest = accountVisitor(db)
  expect((await guest.signsUp('guest@example.com')).joined.orders).toBe(1)
  const other = accountVisitor(db, { ip: '198.51.100.7' })
  expect((await other.signsUp('other@example.com')).joined.orders).toBe(0)
})

it('leaves a guest’s orders alone while nobody has proven the address, by whichever way its customer signs in', async () => {
  const db = await shop()
  await db.pool.query(
    `insert into checkouts (slug, owner_hash, currency, locale, lines, created_at, updated_at)
     values ('c', 'x', 'USD', 'en', '[1]', now(), now())`,
  )
  const customer = accountVisitor(db)
  await customer.signsUp('mallory@example.com')
  const { rows } = await db.pool.query<{ customer: number }>(
    `update customer_identities set account = 'guest@example.com', verified_at = null
     returning customer_id as customer`,
  )
  await db.pool.query(
    `insert into orders (number, checkout_id, owner_hash, locale, currency, email, contact, address, billing,
       shipping, payment_method, quote, total, credit, pay_status, placed_at)
     select 'AAAAA-BBBBB', id, 'x', 'en', 'USD', 'Guest@Example.com', '{}', '{}', '{}', '{}', 'transfer', '{}', 0, 0,
       'unpaid', now() from checkouts`,
  )
  const adopted = () => db.transact((tx) => adoptOrders(tx, rows[0]!.customer))
  expect(await adopted()).toBe(0)
  await db.pool.query('update customer_identities set verified_at = now()')
  expect(await adopted()).toBe(1)
})

it('makes no second account for one address, however many sign up at once', async () => {
  const db = await shop()
  const visitors = ['192.0.2.1', '198.51.100.7'].map((ip) => accountVisitor(db, { ip }))
  const account = 'twice@example.com'
  for (const visitor of visitors) await visitor.asks(account, 'signUp')
  const { rows } = await db.pool.query<{ plain: string }>(
    'select plain from outbox_mails where recipient = $1 order by id',
    [account],
  )
  const codes = rows.map(({ plain }) => /\b(\d{6})\b/.exec(plain)![1]!)
  const made = await Promise.all(
    visitors.map((visitor, n) =>
      visitor.does(signUp, {
        account,
        code: codes[n]!,
        password: '',
        countryCode: '',
        firstName: 'A',
        lastName: 'B',
        keep: 'on',
        next: '',
      }),
    ),
  )
  expect(made.filter(({ ok }) => ok)).toHaveLength(1)
})
