import { expect, it } from 'vitest'
import { ownerHash } from '#features/session/rules/who.ts'
import { day, hour } from '#domain/time.ts'
import { dictionaries } from '#storefront/dictionaries.ts'
import { endedTopics } from '#features/account/rules/announce.ts'
import { eventKinds } from '#features/account/queries/events.ts'
import { htmlLang, textLocales } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import { addAddress } from '#features/addresses/actions/book.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { tidyPhone } from '#features/postal/rules/phone.ts'
import { approveReturn, completeReturn, receiveReturn } from '#features/returns/shop/decide.ts'
import { buyer, home } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { onDelivery, parcel } from '#test/order-changes.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import { ofOrder, returnWorld } from '#test/returns/return-world.ts'
import { firefox, signedIn, type SignedIn } from '#test/signed-in.ts'
import { editName as editNameCall } from './contract/user.ts'
import { activity } from './actions/activity.ts'
import { exportData } from './actions/export.ts'
import { editInfo, editName, info } from './actions/profile.ts'
import { endSession, loginVerification, security, sessions } from './actions/security.ts'
import { statistics } from './actions/statistics.ts'
import { isBirthday } from './rules/birthday.ts'
import { browserName } from '#features/account/rules/browser-name.ts'
import { csvOf } from './rules/csv.ts'
import { eventText } from './rules/event-text.ts'

const texts = dictionaries('en')
const t = translator(texts, 'en')

const happened = async (somebody: SignedIn): Promise<string[]> => {
  const answer = await somebody.does(activity, { page: 1 })
  return answer.ok ? answer.value.events.map(({ text }) => text) : []
}

it('changes names and what is said about oneself, and writes down that it did', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  expect(await ada.does(editName, { firstName: '', lastName: 'Byron' })).toMatchObject({
    ok: false,
    problem: { name: 'name_required', fields: { firstName: expect.any(String) } },
  })
  expect(await ada.does(editName, { firstName: 'Augusta Ada', lastName: 'King' })).toMatchObject({ ok: true })
  const told = { nickname: 'Ada', bio: 'Counts.\nDreams.', birthday: '1985-12-10' }
  expect(await ada.does(editInfo, told)).toMatchObject({ ok: true, value: told })
  expect(await ada.does(info, {})).toMatchObject({
    ok: true,
    value: { ...told, firstName: 'Augusta Ada', lastName: 'King', email: ada.email, hasPassword: false },
  })
  expect(await ada.does(editInfo, { nickname: '', bio: '', birthday: '' })).toMatchObject({
    ok: true,
    value: { nickname: '', birthday: null },
  })
  expect(await ada.does(editInfo, { ...told, birthday: '2001-02-30' })).toMatchObject({
    ok: false,
    problem: { name: 'birthday_impossible' },
  })
  expect(await happened(ada)).toEqual(['Personal info changed', 'Personal info changed', 'Name changed'])
})

it('knows which dates are birthdays', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  for (const date of ['1900-01-01', '2000-02-29', '2026-11-23'])
    expect([date, isBirthday(date, now)]).toEqual([date, true])
  for (const date of ['1899-12-31', '2026-11-24', '1900-02-29', '2001-13-01', '2001-1-1', 'yesterday', ''])
    expect([date, isBirthday(date, now)]).toEqual([date, false])
})

it('lists the sessions that are open, this one first', async () => {
  const { db } = await freshDatabase()
  const now = new Date()
  const ada = await signedIn(db, { now })
  const phone = await signedIn(db, { customer: ada.customer, now: new Date(now.getTime() + hour), agent: '' })
  await signedIn(db, { customer: ada.customer, now: new Date(now.getTime() - 31 * day) })
  await signedIn(db)
  const answer = await ada.does(sessions, {})
  expect(answer).toMatchObject({
    ok: true,
    value: {
      sessions: [
        { id: ada.session, isThis: true, browser: 'Firefox on Linux', method: 'password', ip: '192.0.2.1' },
        { id: phone.session, isThis: false, browser: '' },
      ],
    },
  })
})

it('ends another session at once, and tells its pages', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  const phone = await signedIn(db, { customer: ada.customer })
  expect((await phone.context().who()).customer).toBe(ada.customer)
  const ended = await ada.does(endSession, { id: phone.session })
  expect(ended.ok && ended.value.sessions.map(({ id }) => id)).toEqual([ada.session])
  expect(await phone.context().who()).toMatchObject({ customer: null, over: 'elsewhere' })
  const { rows } = await db.pool.query<{ tags: string[] }>('select tags from cache_changes')
  expect(rows.flatMap(endedTopics)).toEqual([`cart:${ownerHash(ada.customer).toString('base64url')}`])
  expect(await ada.does(endSession, { id: phone.session })).toMatchObject({
    ok: false,
    problem: { name: 'unknown_session' },
  })
  expect(await happened(ada)).toEqual(['Ended the session of another browser'])
})

it('signs out who ends the session that it is in', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  expect(await ada.does(endSession, { id: ada.session })).toEqual({ ok: true, value: { sessions: [] } })
  expect((await ada.context().who()).customer).toBeNull()
})

it('refuses the session of another customer as it refuses one that never was', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  const eve = await signedIn(db)
  const refused = { ok: false, problem: { name: 'unknown_session' } }
  expect(await eve.does(endSession, { id: ada.session })).toEqual(refused)
  expect(await eve.does(endSession, { id: 999_999 })).toEqual(refused)
  expect((await ada.context().who()).customer).toBe(ada.customer)
  expect(eve.told).toEqual([])
  expect(await happened(eve)).toEqual([])
})

it('switches the sign-in verification, and writes it down once', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  await ada.does(loginVerification, { on: 'on' })
  await ada.does(loginVerification, { on: 'on' })
  expect(await ada.does(security, {})).toMatchObject({ ok: true, value: { checksEmail: true } })
  await ada.does(loginVerification, { on: 'off' })
  expect(await happened(ada)).toEqual(['Sign-in verification turned off', 'Sign-in verification turned on'])
})

it('pages what happened, twenty at a time', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  await db.pool.query(
    `insert into security_events (customer_id, kind, at, ip, agent)
     select $1, 'name_changed', now(), '192.0.2.' || n, $2 from generate_series(1, 45) n`,
    [ada.customer, firefox],
  )
  const pages = await Promise.all([1, 2, 3, 4].map((page) => ada.does(activity, { page })))
  const seen = pages.map((answer) => (answer.ok ? answer.value.events.map(({ ip }) => ip) : []))
  expect(seen.map(({ length }) => length)).toEqual([20, 20, 5, 0])
  expect(seen[0]![0]).toBe('192.0.2.45')
  expect(pages[0]).toMatchObject({ value: { total: 45, pages: 3 } })
  const eve = await signedIn(db)
  expect(await eve.does(activity, { page: 1 })).toMatchObject({ value: { total: 0, pages: 1, events: [] } })
})

it('has words for every event in every language', () => {
  for (const locale of textLocales) {
    const own = translator(dictionaries(locale), htmlLang(locale))
    const said = eventKinds.map((kind) =>
      eventText({ kind, data: { method: 'code', on: 'on', count: 2 } }, own),
    )
    expect(new Set(said).size).toBe(eventKinds.length)
    for (const text of said) expect(text).not.toMatch(/user\.|undefined/)
  }
})

it('names browsers and systems as people know them', () => {
  const agents: Record<string, string> = {
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1':
      'Safari on iPhone',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0':
      'Edge on Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36':
      'Chrome on macOS',
    'Mozilla/5.0 (Linux; Android 15; PJD110) AppleWebKit/537.36 Chrome/134.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50':
      'WeChat on Android',
    [firefox]: 'Firefox on Linux',
    'curl/8.5.0': '',
    '': '',
  }
  expect(Object.keys(agents).map((agent) => browserName(agent, t))).toEqual(Object.values(agents))
})

it('counts what was bought in the currency of the visitor, and orders of all', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const ada = await signedIn(db)
  const nothing = { credit: 0, spending: 0, payment: 0, unpaidOrders: 0, orders: 0, otherCurrencies: [] }
  expect(await ada.does(statistics, {})).toEqual({
    ok: true,
    value: { currency: 'USD', ...nothing, lastSignIn: null },
  })
  const guest = buyer(db)
  for (const sku of ['stool-sage', 'vase-ink', 'tray-ink']) {
    const placed = await guest.submit(await guest.ready({ [sku]: 1 }))
    if (!placed.ok) throw new Error(JSON.stringify(placed.problem))
  }
  await db.pool.query('update orders set customer_id = $1', [ada.customer])
  const { rows } = await db.pool.query<{ id: number; total: number }>(
    'select id, total from orders order by id',
  )
  // The second one stays unpaid.
  const [paid, , gone] = rows
  await db.pool.query(
    `update orders set captured = total, refunded = 500, pay_status = 'paid', paid_at = now() where id = $1`,
    [paid!.id],
  )
  await db.pool.query(
    `update orders set status = 'cancelled', stock_status = 'released', cancelled_at = now() where id = $1`,
    [gone!.id],
  )
  await db.pool.query(
    `insert into credit_entries (customer_id, currency, amount, kind, cause, at)
     values ($1, 'USD', 1200, 'adjusted', 'a', now()), ($1, 'USD', -200, 'spent', 'b', now()),
       ($1, 'JPY', 300, 'adjusted', 'c', now())`,
    [ada.customer],
  )
  expect(await ada.does(statistics, {})).toMatchObject({
    value: {
      credit: 1000,
      spending: paid!.total - 500,
      payment: paid!.total - 500,
      unpaidOrders: 1,
      orders: 3,
      otherCurrencies: ['JPY'],
    },
  })
  // What a paid order waits for that became dearer is not spent yet.
  await db.pool.query('update orders set total = total + 300, due = 300 where id = $1', [paid!.id])
  expect(await ada.does(statistics, {})).toMatchObject({
    value: { spending: paid!.total - 500, payment: paid!.total - 500, unpaidOrders: 2 },
  })
  const inYen = await signedIn(db, { customer: ada.customer, currency: 'JPY' })
  expect(await inYen.does(statistics, {})).toMatchObject({
    value: { currency: 'JPY', credit: 300, spending: 0, orders: 3, otherCurrencies: ['USD'] },
  })
})

it('counts what is kept as spent: exchanged goods once, and nothing that went back in whatever way', async () => {
  const { db, order, owner, apply } = await returnWorld()
  const ada = await signedIn(db)
  await db.pool.query('update orders set customer_id = $2 where id = $1', [order.id, ada.customer])
  const spending = async (): Promise<number> => {
    const figures = await ada.does(statistics, {})
    return figures.ok ? figures.value.spending : Number.NaN
  }
  const completes = async (slug: string): Promise<string | null> => {
    await approveReturn(owner(5), slug, null)
    await receiveReturn(owner(5), slug, null, () => true)
    const done = await completeReturn(owner(5), slug)
    if (!done.ok) throw new Error(done.problem.name)
    return done.value.exchangeOrder
  }
  const exchange = { type: 'exchange' } as const
  // Two stools for 48.50 each, and delivery for 5.00.
  expect(await spending()).toBe(10_200)
  const made = await completes(await apply({ 'stool-sage': [1, 'stool-ink'] }, exchange))
  expect(await spending()).toBe(10_200)
  // Delivery comes back with the last stool.
  await completes(await apply({ 'stool-sage': 1 }, { refundTo: 'credit' }))
  expect(await spending()).toBe(4850)
  const credit = { customer: ada.customer, amount: 4850 }
  const again = await placeTestOrder(db, { units: { 'stool-sage': 1 }, credit })
  await payTestOrder(owner(5), again.id)
  expect(await spending()).toBe(4850 + again.total)
  // What was taken in exchange comes back: to where the first goods were paid.
  const { rows } = await db.pool.query<{ id: number; number: string }>(
    'select id, number from orders where number = $1',
    [made],
  )
  await shipOrder(owner(5), rows[0]!.number, parcel, onDelivery)
  await deliverOrder(owner(5), rows[0]!.number, null)
  await completes(await ofOrder(db, rows[0]!, owner).apply({ 'stool-ink': 1 }, {}, owner(5)))
  expect(await spending()).toBe(again.total)
})

it('gives all that is stored about a customer, and nothing of another', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const ada = await signedIn(db)
  const eve = await signedIn(db)
  const guest = buyer(db)
  const placed = await guest.submit(await guest.ready({ 'stool-sage': 2 }))
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem))
  await db.pool.query('update orders set customer_id = $1', [ada.customer])
  await ada.does(editName, { firstName: 'Ada', lastName: 'King' })
  const kept = [home, { ...home, line1: '2 Argyle Street' }]
  for (const address of kept) await ada.does(addAddress, { address, isDefault: 'off' })
  const owner = ownerHash(ada.customer)
  await db.pool.query(
    `insert into carts (token_hash, note, created_at, updated_at) values ($1, 'Ring twice', now(), now())`,
    [owner],
  )
  await db.pool.query(
    `insert into saved_lines (cart_id, sku_id, quantity, saved_at)
     select c.id, s.id, 3, now() from carts c, skus s where c.token_hash = $1 and s.sku = 'vase-ink'`,
    [owner],
  )
  await db.pool.query(
    `with l as (
       insert into favourite_lists (customer_id, created_at, updated_at) values ($1, now(), now()) returning id
     )
     insert into favourites (list_id, product_id, added_at)
     select l.id, s.product_id, now() from l, skus s where s.sku = 'vase-ink'`,
    [ada.customer],
  )
  await db.pool.query(
    `insert into identity_changes (customer_id, kind, old_account, new_account, undo_hash, at)
     values ($1, 'email', 'old@example.com', $2, 'x', now())`,
    [ada.customer, ada.email],
  )
  const answer = await ada.does(exportData, {})
  expect(answer).toMatchObject({
    ok: true,
    value: {
      profile: { firstName: 'Ada', lastName: 'King', hasPassword: false },
      identities: [{ kind: 'email', account: ada.email }],
      addresses: kept.map((address, at) => ({
        address: tidyPhone(address),
        isDefault: at === 0,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      })),
      orders: [{ number: placed.value.order, lines: [{ sku: 'stool-sage', quantity: 2 }] }],
      sessions: [{ method: 'password', agent: firefox }],
      securityEvents: [{ kind: 'name_changed' }],
      cartNote: 'Ring twice',
      savedForLater: [{ sku: 'vase-ink', quantity: 3 }],
      favourites: [{ product: expect.any(String), article: null }],
      identityChanges: [{ from: 'old@example.com', to: ada.email }],
    },
  })
  const others = await eve.does(exportData, {})
  expect(others).toMatchObject({
    ok: true,
    value: {
      addresses: [],
      orders: [],
      securityEvents: [],
      favourites: [],
      savedForLater: [],
      identityChanges: [],
      cartNote: '',
    },
  })
  expect(JSON.stringify(others)).not.toContain(ada.email)
  expect(JSON.stringify(answer)).not.toMatch(/hash|token/i)
})

it('gives all that is stored to who has just proven who it is', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  await db.pool.query("update sessions set proven_at = proven_at - interval '11 minutes'")
  expect(await ada.does(exportData, {})).toEqual({ ok: false, problem: { name: 'proof_required' } })
})

it('writes a file that spreadsheets read, and no formula', () => {
  expect(
    csvOf([
      ['When', 'What'],
      ['a "b", c', '=HYPERLINK("x")'],
    ]),
  ).toBe('\uFEFFWhen,What\r\n"a ""b"", c","\'=HYPERLINK(""x"")"\r\n')
})

it('turns the sign-in verification off for who has just proven who it is, and on for whoever is there', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  await db.pool.query("update sessions set proven_at = proven_at - interval '11 minutes'")
  expect(await ada.does(loginVerification, { on: 'on' })).toMatchObject({ ok: true })
  expect(await ada.does(loginVerification, { on: 'off' })).toEqual({
    ok: false,
    problem: { name: 'proof_required' },
  })
  expect(await ada.does(security, {})).toMatchObject({ value: { checksEmail: true } })
})

it('takes a name in one line, and none that turns letters round', () => {
  const typed = { firstName: ' Ada\r\nC-FAKE\u001b[31m ', lastName: '\u202eecalevoL' }
  expect(editNameCall.input.parse(typed)).toEqual({ firstName: 'Ada C-FAKE[31m', lastName: 'ecalevoL' })
})
