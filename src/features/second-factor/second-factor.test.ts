import { expect, it } from 'vitest'
import { notMe } from '#features/account/actions/not-me.ts'
import { forget } from '#features/account/actions/send-code.ts'
import { resetPassword } from '#features/account/actions/sign-up.ts'
import { signIn } from '#features/account/actions/sign-in.ts'
import { day, minute, second } from '#domain/time.ts'
import { accountVisitor, goodPassword, type AccountVisitorOptions } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { setUpFactor } from '#test/second-factor.ts'
import { codesText, factorState, factorStep } from './actions/read.ts'
import { secondFactor } from './actions/second-factor.ts'
import {
  beginFactor,
  confirmFactor,
  endFactor,
  hideRecoveryCodes,
  renewRecoveryCodes,
} from './actions/set-up.ts'
import { codeAt } from './rules/authenticator.ts'

/** A customer with an app; the clock stands until a test moves it. */
async function withFactor() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  let now = new Date('2026-11-24T12:00:00Z')
  const clock = {
    now: () => now,
    move: (by: number) => (now = new Date(now.getTime() + by)),
  }
  const visitor = (options: AccountVisitorOptions = {}) =>
    accountVisitor(db, { ip: '198.51.100.7', now: clock.now, ...options })
  const ada = visitor({ ip: '192.0.2.1' })
  const { account } = await ada.signsUp(undefined, goodPassword)
  const app = await setUpFactor(ada, (secret) => codeAt(secret, now))
  // The step of the code that turned it on is used up.
  clock.move(minute)
  return { db, clock, visitor, ada, account, ...app, code: () => codeAt(app.secret, now) }
}

type World = Awaited<ReturnType<typeof withFactor>>
type Visitor = ReturnType<World['visitor']>

const byPassword = (account: string) => ({
  account,
  password: goodPassword,
  code: '',
  countryCode: '',
  keep: 'on' as const,
  next: '/cart',
})
const guess = (code: string, trust: 'on' | 'off' = 'off') => ({ code, trust })
const wanted = { ok: false, problem: { name: 'second_factor_wanted' } }
const over = { ok: false, problem: { name: 'sign_in_over' } }
const wrong = { ok: false, problem: { name: 'wrong_code' } }
const isSignedIn = async (visitor: Visitor) => (await visitor.context().who()).customer !== null

async function heldBack({ visitor, account }: World, options: AccountVisitorOptions = {}): Promise<Visitor> {
  const phone = visitor(options)
  expect(await phone.does(signIn, byPassword(account))).toMatchObject(wanted)
  return phone
}

/** A wrong code: none of the three that are taken now. */
function wrongCode({ secret, clock }: World, step = 0): string {
  const right = [-30, 0, 30].map((shift) => codeAt(secret, new Date(clock.now().getTime() + shift * second)))
  return Array.from({ length: 9 }, (_, digit) => String(digit + 1).repeat(6)).filter(
    (code) => !right.includes(code),
  )[step]!
}

it('begins no session by the password alone, and one by the code of the app', async () => {
  const world = await withFactor()
  const phone = await heldBack(world)
  expect(await isSignedIn(phone)).toBe(false)
  const { rows } = await world.db.pool.query('select from sessions')
  expect(rows, 'the one of the browser where the app was set up').toHaveLength(1)
  expect(await phone.does(secondFactor, guess(wrongCode(world)))).toMatchObject(wrong)
  expect(await phone.does(secondFactor, guess(''))).toMatchObject({ problem: { name: 'code_required' } })
  // Apps show it in two groups.
  const typed = world.code().replace(/^.../, '$& ')
  expect(await phone.does(secondFactor, guess(typed))).toMatchObject({ ok: true, value: { next: '/cart' } })
  expect(await isSignedIn(phone)).toBe(true)
  expect(phone.cookies['violet_pending']).toBeUndefined()
})

it('asks after a mailed code, and after a new password, which is set all the same', async () => {
  const world = await withFactor()
  const { visitor, account, clock } = world
  const phone = visitor()
  await phone.asks(account, 'signIn')
  const mailed = { ...byPassword(account), password: '', code: await phone.codeOf(account) }
  expect(await phone.does(signIn, mailed)).toMatchObject(wanted)
  expect(await phone.does(secondFactor, guess(world.code()))).toMatchObject({ ok: true })

  clock.move(2 * minute)
  const tablet = visitor()
  await tablet.asks(account, 'reset')
  const password = 'nine-lighthouses-in-fog'
  const input = { account, countryCode: '', token: '', code: await tablet.codeOf(account), password }
  expect(await tablet.does(resetPassword, input)).toMatchObject(wanted)
  expect(await isSignedIn(tablet)).toBe(false)
  expect(await isSignedIn(phone), 'a new password ends all sessions').toBe(false)
  expect((await factorStateOf(world)).isOn, 'whoever reads the mailbox cannot turn it off').toBe(true)
  expect(await tablet.does(signIn, byPassword(account))).toMatchObject({
    problem: { name: 'wrong_credentials' },
  })
  expect(await tablet.does(signIn, { ...byPassword(account), password })).toMatchObject(wanted)
  expect(await tablet.does(secondFactor, guess(world.code()))).toMatchObject({ ok: true })
})

async function factorStateOf({ db }: World): Promise<{ isOn: boolean }> {
  const { rows } = await db.pool.query('select from second_factors where confirmed_at is not null')
  return { isOn: rows.length === 1 }
}

it('takes the code of a step once, by whomever it was seen, and none of a step before', async () => {
  const world = await withFactor()
  const first = await heldBack(world)
  const thief = await heldBack(world, { ip: '198.51.100.66' })
  const code = world.code()
  expect(await first.does(secondFactor, guess(code))).toMatchObject({ ok: true })
  expect(await thief.does(secondFactor, guess(code))).toMatchObject(wrong)
  // The one before is within the drift of clocks, and older than the one that was taken.
  const before = codeAt(world.secret, new Date(world.clock.now().getTime() - 30 * second))
  expect(await thief.does(secondFactor, guess(before))).toMatchObject(wrong)
  const after = codeAt(world.secret, new Date(world.clock.now().getTime() + 30 * second))
  expect(await thief.does(secondFactor, guess(after)), 'a clock that is fast').toMatchObject({ ok: true })
})

it('takes one code once when two browsers send it at the same moment', async () => {
  const world = await withFactor()
  const both = [await heldBack(world), await heldBack(world)]
  const code = world.code()
  const answers = await Promise.all(both.map((phone) => phone.does(secondFactor, guess(code))))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
})

it('takes no code that is two steps old, or of the setting up', async () => {
  const world = await withFactor()
  const phone = await heldBack(world)
  for (const age of [60, 90])
    expect(
      await phone.does(
        secondFactor,
        guess(codeAt(world.secret, new Date(world.clock.now().getTime() - age * second))),
      ),
    ).toMatchObject(wrong)
})

it('judges five of a thousand guesses at once, and the right one no more', async () => {
  const world = await withFactor()
  const phone = await heldBack(world)
  const code = wrongCode(world)
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => phone.does(secondFactor, guess(code))),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(0)
  expect(answers.filter((answer) => !answer.ok && answer.problem.name === 'wrong_code')).toHaveLength(5)
  expect(await phone.does(secondFactor, guess(world.code()))).toMatchObject(over)
})

it('lets a stranger with the password try so often a day, and the owner in all the same', async () => {
  const world = await withFactor()
  const { account, clock } = world
  let judged = 0
  for (let network = 0; network < 6; network += 1) {
    const thief = await heldBack(world, { ip: `203.0.113.${network}` })
    for (let n = 0; n < 5; n += 1) {
      const answer = await thief.does(secondFactor, guess(wrongCode(world, n)))
      judged += Number(!answer.ok && answer.problem.name === 'wrong_code')
    }
  }
  expect(judged).toBe(20)
  const laptop = await heldBack(world, { ip: '203.0.113.200' })
  const right = await laptop.does(secondFactor, guess(world.code()))
  expect(right, 'of the browsers that nobody knows').toMatchObject({ problem: { name: 'too_many_tries' } })
  expect(await laptop.does(secondFactor, guess(world.codes[0]!))).toMatchObject({ ok: true })
  clock.move(minute)
  expect(await world.ada.does(signIn, byPassword(account))).toMatchObject(wanted)
  expect(await world.ada.does(secondFactor, guess(world.code()))).toMatchObject({ ok: true })
})

it('keeps a sign-in to its browser, for ten minutes, and ends it with a new password', async () => {
  const world = await withFactor()
  const { account, clock, visitor } = world
  const phone = await heldBack(world)
  const other = visitor()
  await other.asks('nobody@example.com', 'signIn')
  other.cookies['violet_pending'] = phone.cookies['violet_pending']!
  expect(await other.does(secondFactor, guess(world.code())), 'another browser').toMatchObject(over)
  clock.move(11 * minute)
  expect(await phone.does(secondFactor, guess(world.code())), 'too late').toMatchObject(over)
  const late = await heldBack(world)
  const owner = visitor({ ip: '192.0.2.9' })
  await owner.does(forget, { account, countryCode: '', verifyId: '', verifyAnswer: '' })
  await owner.asks(account, 'reset')
  const password = 'nine-lighthouses-in-fog'
  const code = await owner.codeOf(account)
  await owner.does(resetPassword, { account, countryCode: '', token: '', code, password })
  expect(await late.does(secondFactor, guess(world.code())), 'the password was changed').toMatchObject(over)
  expect(await visitor().does(secondFactor, guess(world.code())), 'nothing waits').toMatchObject(over)
})

it('does not ask a trusted browser for 30 days, and no browser trusts another', async () => {
  const world = await withFactor()
  const { account, clock } = world
  const phone = await heldBack(world)
  expect(await phone.does(secondFactor, guess(world.code(), 'on'))).toMatchObject({ ok: true })
  expect(await phone.does(signIn, byPassword(account))).toMatchObject({ ok: true })
  await heldBack(world)
  clock.move(29 * day)
  expect(await phone.does(signIn, byPassword(account))).toMatchObject({ ok: true })
  clock.move(2 * day)
  expect(await phone.does(signIn, byPassword(account))).toMatchObject(wanted)
})

it('asks a trusted browser again when it was turned off and on since', async () => {
  const world = await withFactor()
  const { ada, clock, code, account } = world
  const phone = await heldBack(world)
  expect(await phone.does(secondFactor, guess(code(), 'on'))).toMatchObject({ ok: true })
  expect(await phone.does(signIn, byPassword(account))).toMatchObject({ ok: true })
  expect(await ada.does(endFactor, {})).toMatchObject({ ok: true })
  await setUpFactor(ada, (secret) => codeAt(secret, clock.now()))
  expect(await phone.does(signIn, byPassword(account))).toMatchObject(wanted)
})

it('ends what waits when an event of the account was somebody else', async () => {
  const world = await withFactor()
  const { db, ada, code } = world
  const phone = await heldBack(world)
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into security_events (customer_id, kind, at, ip, agent) values ($1, 'signed_in', $2, '', '')
     returning id`,
    [(await ada.context().who()).customer, world.clock.now()],
  )
  expect(await ada.does(notMe, { event: rows[0]!.id })).toMatchObject({ ok: true })
  expect(await phone.does(secondFactor, guess(code()))).toMatchObject(over)
  expect(await isSignedIn(phone)).toBe(false)
})

it('takes a recovery code once, also twice at the same moment, and says how many are left', async () => {
  const world = await withFactor()
  const { ada, codes } = world
  expect(new Set(codes).size).toBe(10)
  expect(await factorState(ada.context())).toEqual({ isOn: true, left: 10 })
  const both = [await heldBack(world), await heldBack(world)]
  // Typed in small letters, with a letter that looks like a digit.
  const typed = codes[0]!.toLowerCase().replaceAll('0', 'o').replaceAll('-', ' ')
  const answers = await Promise.all(both.map((phone) => phone.does(secondFactor, guess(typed))))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject(wrong)
  expect(await factorState(ada.context())).toEqual({ isOn: true, left: 9 })
  expect(await mailsTo(world)).toContain('Somebody signed in with a recovery code')
})

async function mailsTo({ db, account }: World): Promise<string> {
  const { rows } = await db.pool.query<{ plain: string }>(
    'select plain from outbox_mails where recipient = $1 order by id',
    [account],
  )
  return rows.map(({ plain }) => plain).join('\n')
}

it('ends the old recovery codes with the new ones, and shows codes once, to their own customer', async () => {
  const world = await withFactor()
  const { ada, codes, clock } = world
  expect(await factorStep(ada.context())).toEqual({ kind: 'codes', codes })
  await ada.does(hideRecoveryCodes, {})
  expect(await factorStep(ada.context())).toBeNull()
  expect(await renewedLate(world)).toMatchObject({ problem: { name: 'proof_required' } })
  clock.move(-20 * minute)
  const made = await ada.does(renewRecoveryCodes, {})
  if (!made.ok) throw new Error('no codes were made')
  const shown = made.value.codes
  expect(await factorStep(ada.context())).toEqual({ kind: 'codes', codes: shown })
  expect(await codesText(ada.context(), 0), 'of another customer').toBeNull()
  const { customer } = await ada.context().who()
  expect(await codesText(ada.context(), customer!)).toContain(shown.join('\n'))
  expect(ada.cookies['violet_recovery']).not.toContain(shown[0])
  await ada.does(hideRecoveryCodes, {})
  expect(await factorStep(ada.context())).toBeNull()
  const phone = await heldBack(world)
  expect(await phone.does(secondFactor, guess(codes[3]!))).toMatchObject(wrong)
  expect(await phone.does(secondFactor, guess(shown[3]!))).toMatchObject({ ok: true })
})

async function renewedLate({ ada, clock }: World) {
  clock.move(20 * minute)
  return ada.does(renewRecoveryCodes, {})
}

it('sets up and turns off with a fresh proof only, writes it down and mails it', async () => {
  const world = await withFactor()
  const { ada, clock, account } = world
  const { rows: stored } = await world.db.pool.query<{ secret: Buffer }>('select secret from second_factors')
  expect(stored[0]!.secret.toString('latin1')).not.toContain(world.secret)
  expect(await ada.does(beginFactor, {})).toMatchObject({ problem: { name: 'factor_in_use' } })
  clock.move(20 * minute)
  for (const refused of [
    await ada.does(beginFactor, {}),
    await ada.does(confirmFactor, { code: world.code() }),
    await ada.does(endFactor, {}),
  ])
    expect(refused).toMatchObject({ problem: { name: 'proof_required' } })
  expect(await ada.does(signIn, byPassword(account))).toMatchObject(wanted)
  expect(await ada.does(secondFactor, guess(world.code()))).toMatchObject({ ok: true })
  expect(await ada.does(endFactor, {})).toMatchObject({ ok: true })
  expect(await ada.does(endFactor, {})).toMatchObject({ problem: { name: 'no_factor' } })
  expect(await world.visitor().does(signIn, byPassword(account))).toMatchObject({ ok: true })
  const { rows } = await world.db.pool.query<{ kind: string }>('select kind from security_events order by id')
  expect(rows.map(({ kind }) => kind)).toEqual([
    'signed_up',
    'factor_on',
    'signed_in',
    'factor_off',
    'signed_in',
  ])
  const mails = await mailsTo(world)
  for (const title of ['Two-step verification is on', 'Two-step verification is off'])
    expect(mails).toContain(title)
})

it('asks for nothing while the first code of the app has not come', async () => {
  const world = await withFactor()
  const { visitor } = world
  const eve = visitor()
  const { account } = await eve.signsUp(undefined, goodPassword)
  expect(await eve.does(beginFactor, {})).toMatchObject({ ok: true })
  expect(await eve.does(confirmFactor, { code: '000' })).toMatchObject(wrong)
  expect(await eve.does(confirmFactor, { code: wrongCode(world) })).toMatchObject(wrong)
  expect(await visitor().does(signIn, byPassword(account))).toMatchObject({ ok: true })
})
