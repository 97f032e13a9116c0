import { expect, it } from 'vitest'
import { minute, second } from '#domain/time.ts'
import { signOut, signOutAll } from '#features/account/actions/sign-out.ts'
import { sendChangeCode } from '#features/identity/actions/change.ts'
import { beginFactor } from '#features/second-factor/actions/set-up.ts'
import { accountVisitor } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { qrConfirm, qrScan } from './actions/judge.ts'
import { qrCreate, qrStatus } from './actions/wait.ts'
import { pruneQrTickets } from './queries.ts'

const noon = new Date('2026-11-21T12:00:00Z')

/** A phone that is signed in, a browser that is not, and a clock that both have. */
async function shop() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const clock = { now: noon }
  const now = (): Date => clock.now
  const phone = accountVisitor(db, { now, ip: '198.51.100.7' })
  const { account } = await phone.signsUp()
  const desk = accountVisitor(db, { now })
  return { db, clock, now, phone, desk, account }
}

type Visitor = Awaited<ReturnType<typeof shop>>['desk']

async function shows(desk: Visitor) {
  const made = await desk.does(qrCreate, {})
  if (!made.ok) throw new Error(made.problem.name)
  return made.value
}

const asks = (desk: Visitor, ticket: string) =>
  desk.does(qrStatus, { ticket, keep: 'on' as const, next: '/cart' })
const says = (phone: Visitor, ticket: string, accept: 'yes' | 'no' = 'yes') =>
  phone.does(qrConfirm, { ticket, accept })

const over = { ok: true, value: { state: 'over', seconds: 0, signedIn: null } }
const refused = { ok: false, problem: { name: 'qr_over' } }

it('signs the browser in that shows the code, once the phone has confirmed it', async () => {
  const { db, phone, desk, account, clock } = await shop()
  const { ticket, url, svg, seconds, watch } = await shows(desk)
  expect(url).toBe(`http://shop.example/auth/qr?ticket=${ticket}`)
  expect(svg).toMatch(/^<svg [^>]*viewBox/)
  expect(seconds).toBe(120)
  expect(watch).not.toContain(ticket)
  clock.now = new Date(noon.getTime() + 10 * second)
  expect(await asks(desk, ticket)).toEqual({
    ok: true,
    value: { state: 'created', seconds: 110, signedIn: null },
  })
  expect(await phone.does(qrScan, { ticket })).toMatchObject({
    ok: true,
    value: { browser: '', ip: '192.0.2.1', isNear: false, askedAt: noon.toISOString() },
  })
  expect(await asks(desk, ticket)).toMatchObject({ value: { state: 'scanned' } })
  expect(await says(phone, ticket)).toEqual({ ok: true, value: { ticket, state: 'confirmed' } })
  expect(await asks(desk, ticket)).toMatchObject({
    ok: true,
    value: { state: 'used', signedIn: { user: { email: account }, next: '/cart' } },
  })
  const { session } = await desk.context(true).who()
  expect(session).toMatchObject({ isKept: true })
  const { rows } = await db.pool.query<{ method: string }>('select method from sessions where id = $1', [
    session!.id,
  ])
  expect(rows).toEqual([{ method: 'qr' }])
  expect(phone.told.map(({ message }) => message.type).filter((type) => type.startsWith('qr.'))).toEqual([
    'qr.scanned',
    'qr.confirmed',
  ])
})

it('signs in once, however many questions come at once', async () => {
  const { db, phone, desk } = await shop()
  const { ticket } = await shows(desk)
  await says(phone, ticket)
  const before = await sessionsIn(db)
  const answers = await Promise.all(Array.from({ length: 20 }, () => asks(desk, ticket)))
  const done = answers.filter((answer) => answer.ok && answer.value.signedIn !== null)
  expect(done).toHaveLength(1)
  expect(answers.filter((answer) => answer.ok && answer.value.state === 'over')).toHaveLength(19)
  expect(await sessionsIn(db)).toBe(before + 1)
})

it('gives whoever has seen the code nothing', async () => {
  const { db, now, phone, desk } = await shop()
  const { ticket } = await shows(desk)
  const thief = accountVisitor(db, { now })
  await says(phone, ticket)
  expect(await asks(thief, ticket)).toEqual(over)
  // With a token of its own, and a code of its own.
  await shows(thief)
  expect(await asks(thief, ticket)).toEqual(over)
  expect((await thief.context().who()).customer).toBeNull()
  expect(await asks(desk, ticket)).toMatchObject({ value: { state: 'used' } })
})

it('is over after two minutes, unless it was confirmed in its last seconds', async () => {
  const { db, clock, phone, desk } = await shop()
  const [late, last] = [await shows(desk), await shows(desk)]
  clock.now = new Date(noon.getTime() + 2 * minute - second)
  expect(await says(phone, last.ticket)).toMatchObject({ ok: true })
  clock.now = new Date(noon.getTime() + 2 * minute)
  expect(await phone.does(qrScan, { ticket: late.ticket })).toEqual(refused)
  expect(await says(phone, late.ticket)).toEqual(refused)
  expect(await asks(desk, late.ticket)).toEqual(over)
  clock.now = new Date(noon.getTime() + 2 * minute + 28 * second)
  expect(await asks(desk, last.ticket)).toMatchObject({ value: { state: 'used' } })
  await pruneQrTickets(db, new Date(noon.getTime() + 2 * minute + 1))
  const { rows } = await db.pool.query('select state from qr_tickets')
  expect(rows).toEqual([{ state: 'used' }])
})

it('is refused by "This was not me", also after it was confirmed, and then signs nobody in', async () => {
  const { db, phone, desk } = await shop()
  const [first, second_] = [await shows(desk), await shows(desk)]
  expect(await says(phone, first.ticket, 'no')).toMatchObject({ value: { state: 'refused' } })
  expect(await asks(desk, first.ticket)).toMatchObject({ value: { state: 'refused', signedIn: null } })
  expect(await says(phone, first.ticket)).toEqual(refused)
  await says(phone, second_.ticket)
  await says(phone, second_.ticket, 'no')
  expect(await asks(desk, second_.ticket)).toMatchObject({ value: { state: 'refused', signedIn: null } })
  expect((await desk.context().who()).customer).toBeNull()
  const { rows } = await db.pool.query("select kind from security_events where kind = 'qr_refused'")
  expect(rows).toHaveLength(2)
})

it('is the first one’s who scans it', async () => {
  const { db, now, phone, desk } = await shop()
  const { ticket } = await shows(desk)
  const other = accountVisitor(db, { now, ip: '198.51.100.8' })
  await other.signsUp()
  await phone.does(qrScan, { ticket })
  expect(await other.does(qrScan, { ticket })).toEqual(refused)
  expect(await says(other, ticket)).toEqual(refused)
  expect(await says(other, ticket, 'no')).toEqual(refused)
  expect(await phone.does(qrScan, { ticket }), 'read twice').toMatchObject({ ok: true })
})

it('cannot be used again after signing out', async () => {
  const { phone, desk } = await shop()
  const { ticket } = await shows(desk)
  await says(phone, ticket)
  await asks(desk, ticket)
  await desk.does(signOut, {})
  expect(await asks(desk, ticket)).toEqual(over)
  expect(await says(phone, ticket)).toEqual(refused)
  expect((await desk.context().who()).customer).toBeNull()
})

it('is worth nothing when the phone has signed out everywhere meanwhile', async () => {
  const { phone, desk } = await shop()
  const { ticket } = await shows(desk)
  await says(phone, ticket)
  await phone.does(signOutAll, {})
  expect(await asks(desk, ticket)).toEqual(over)
  expect((await desk.context().who()).customer).toBeNull()
})

it('takes no more codes of one browser, of one network, nor polls than a page needs', async () => {
  const { db, now, desk } = await shop()
  const { ticket } = await shows(desk)
  const tooFast = { ok: false, problem: { name: 'too_many_requests' } }
  const limited = { ok: false, problem: { name: 'too_many_requests', details: { hours: 0, minutes: 15 } } }
  for (let n = 1; n < 20; n++) await shows(desk)
  expect(await desk.does(qrCreate, {})).toEqual(limited)
  const answers = []
  for (let n = 0; n < 31; n++) answers.push(await asks(desk, ticket))
  expect(answers.at(-2)).toMatchObject({ ok: true })
  expect(answers.at(-1)).toEqual(tooFast)
  const stranger = () => accountVisitor(db, { now, ip: '203.0.113.5' })
  for (let n = 0; n < 100; n++) await shows(stranger())
  expect(await stranger().does(qrCreate, {})).toEqual(limited)
})

async function sessionsIn(db: Awaited<ReturnType<typeof shop>>['db']): Promise<number> {
  const { rows } = await db.pool.query<{ count: string }>('select count(*) from sessions')
  return Number(rows[0]!.count)
}

it('proves nothing anew: a stolen session makes itself no fresh one', async () => {
  const { clock, phone, desk } = await shop()
  clock.now = new Date(noon.getTime() + 11 * minute)
  const fresh = { ok: false, problem: { name: 'proof_required' } }
  expect(await phone.does(beginFactor, {})).toEqual(fresh)
  const { ticket } = await shows(desk)
  await says(phone, ticket)
  expect(await asks(desk, ticket)).toMatchObject({ value: { state: 'used' } })
  expect(await desk.does(beginFactor, {})).toEqual(fresh)
  const changed = { account: 'thief@example.com', countryCode: '' }
  expect(await desk.does(sendChangeCode, changed)).toEqual(fresh)
})
