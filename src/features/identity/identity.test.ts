import { expect, it } from 'vitest'
import { hour, minute } from '#domain/time.ts'
import { signIn } from '#features/account/actions/sign-in.ts'
import { signUp } from '#features/account/actions/sign-up.ts'
import type { Database } from '#platform/server/db/db.ts'
import { signLink } from '#platform/server/signing.ts'
import { accountVisitor, goodPassword } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { editEmail, editMobile, removeIdentity, sendChangeCode } from './actions/change.ts'
import { close } from './actions/close.ts'
import { eraseCustomer } from './actions/erase.ts'
import { undoChange } from './actions/undo.ts'
import { verifyEmail } from './actions/verify-email.ts'

const began = new Date('2026-11-24T12:00:00Z')

async function world() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  let at = began.getTime()
  const now = (): Date => new Date(at)
  let network = 0
  return {
    db,
    wait: (ms: number) => void (at += ms),
    browser: () => accountVisitor(db, { ip: `198.51.100.${(network += 1)}`, now }),
  }
}

type Browser = ReturnType<typeof accountVisitor>

async function sends(browser: Browser, account: string) {
  return browser.does(sendChangeCode, { account, countryCode: '' })
}

/** Changes the e-mail address with the code that came. */
async function changes(browser: Browser, account: string) {
  await sends(browser, account)
  return browser.does(editEmail, { account, code: await browser.codeOf(account) })
}

async function undoToken(browser: Browser, account: string): Promise<string> {
  const token = /[?&]undo=([\w-]{43})/.exec((await browser.lastMail(account))?.plain ?? '')?.[1]
  if (token === undefined) throw new Error(`nothing was written to ${account} that undoes a change`)
  return token
}

/** Of all mails to an address, the first one first. */
async function undoTokens({ pool }: Database, account: string): Promise<string[]> {
  const { rows } = await pool.query<{ plain: string }>(
    'select plain from outbox_mails where recipient = $1 order by id',
    [account],
  )
  return rows.flatMap(({ plain }) => /[?&]undo=([\w-]{43})/.exec(plain)?.[1] ?? [])
}

async function accounts(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ account: string }>(
    'select account from customer_identities order by account',
  )
  return rows.map(({ account }) => account)
}

const byCode = (account: string, code: string, password = '') => ({
  account,
  code,
  password,
  countryCode: '',
  keep: 'on' as const,
  next: '',
})

it('changes the e-mail address with the code that came to the new one, and ends other sessions', async () => {
  const { db, browser, wait } = await world()
  const ada = browser()
  await ada.signsUp('old@example.com', goodPassword)
  const phone = browser()
  await phone.does(signIn, byCode('old@example.com', '', goodPassword))
  expect(await changes(ada, 'New@Example.com')).toEqual({
    ok: true,
    value: { account: 'new@example.com', ended: 1 },
  })
  expect(await accounts(db)).toEqual(['new@example.com'])
  expect((await phone.context().who()).customer).toBeNull()
  expect((await ada.context().who()).customer).not.toBeNull()
  expect((await ada.lastMail('old@example.com'))?.plain).toContain('n…@example.com')
  wait(11 * minute)
  expect(await sends(ada, 'third@example.com')).toMatchObject({ problem: { name: 'proof_required' } })
})

it('gives the old address back by its link, once, however many come at the same time', async () => {
  const { db, browser } = await world()
  const ada = browser()
  await ada.signsUp('old@example.com', goodPassword)
  await changes(ada, 'thief@example.com')
  const owner = browser()
  const token = await undoToken(owner, 'old@example.com')
  const answers = await Promise.all([1, 2, 3].map(() => owner.does(undoChange, { token })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await accounts(db)).toEqual(['old@example.com'])
  expect((await ada.context().who()).customer).toBeNull()
  expect(await browser().does(signIn, byCode('old@example.com', '', goodPassword))).toMatchObject({
    problem: { name: 'wrong_credentials' },
  })
  for (const account of ['old@example.com', 'thief@example.com'])
    expect((await owner.lastMail(account))?.subject).toContain('was undone')
  expect(await owner.does(undoChange, { token })).toMatchObject({ problem: { name: 'stale_link' } })
})

it('undoes all that came after, and no link of those works any more', async () => {
  const { db, browser, wait } = await world()
  const ada = browser()
  await ada.signsUp('old@example.com')
  await changes(ada, 'second@example.com')
  await changes(ada, 'third@example.com')
  await ada.does(sendChangeCode, { account: '13800138000', countryCode: '+86' })
  const code = await ada.codeOf('+8613800138000')
  expect(await ada.does(editMobile, { account: '13800138000', countryCode: '+86', code })).toMatchObject({
    ok: true,
  })
  expect(await accounts(db)).toEqual(['+8613800138000', 'third@example.com'])
  // It came by a change that the old one can undo, and is told without a link.
  expect((await ada.lastMail('second@example.com'))?.plain).toContain('Your account was changed')
  await expect(undoToken(ada, 'second@example.com')).rejects.toThrow('nothing was written')
  const [, later] = await undoTokens(db, 'old@example.com')
  wait(71 * hour)
  const [first] = await undoTokens(db, 'old@example.com')
  expect(await ada.does(undoChange, { token: first! })).toMatchObject({ ok: true })
  expect(await accounts(db)).toEqual(['old@example.com'])
  expect(await ada.does(undoChange, { token: later! })).toMatchObject({ problem: { name: 'stale_link' } })
})

it('gives a thief no link when the owner changes the address back, or takes the thief’s number away', async () => {
  const { db, browser, wait } = await world()
  const ada = browser()
  await ada.signsUp('ada@example.com', goodPassword)
  await changes(ada, 'thief@example.com')
  wait(2 * minute)
  expect(await changes(ada, 'ada@example.com')).toMatchObject({ ok: true })
  expect(await undoTokens(db, 'thief@example.com')).toEqual([])
  expect((await ada.lastMail('thief@example.com'))?.subject).toContain('was changed')
  await ada.does(sendChangeCode, { account: '13800138000', countryCode: '+86' })
  const number = { account: '13800138000', countryCode: '+86' }
  await ada.does(editMobile, { ...number, code: await ada.codeOf('+8613800138000') })
  expect(await ada.does(removeIdentity, { kind: 'mobile' })).toMatchObject({ ok: true })
  expect(await undoTokens(db, '+8613800138000')).toEqual([])
  // The owner's own links: of the thief's address, of the number, and of its end.
  expect(await undoTokens(db, 'ada@example.com')).toHaveLength(3)
  expect(await accounts(db)).toEqual(['ada@example.com'])
})

it('leaves a second factor that was there long before the change, and removes one that came with it', async () => {
  for (const [hoursBefore, left] of [
    [73, 1],
    [71, 0],
  ] as const) {
    const { db, browser } = await world()
    const ada = browser()
    await ada.signsUp('old@example.com')
    await db.pool.query(
      `insert into second_factors (customer_id, secret, created_at, confirmed_at) select id, '\\x00', $1, $1 from customers`,
      [new Date(began.getTime() - hoursBefore * hour)],
    )
    await changes(ada, 'new@example.com')
    const token = await undoToken(ada, 'old@example.com')
    expect(await ada.does(undoChange, { token })).toMatchObject({ ok: true })
    const { rows } = await db.pool.query('select from second_factors')
    expect(rows, `${hoursBefore} hours before`).toHaveLength(left)
  }
})

it('undoes nothing after 73 hours', async () => {
  const { db, browser, wait } = await world()
  const ada = browser()
  await ada.signsUp('old@example.com')
  await changes(ada, 'new@example.com')
  wait(73 * hour)
  const token = await undoToken(ada, 'old@example.com')
  expect(await ada.does(undoChange, { token })).toMatchObject({ problem: { name: 'stale_link' } })
  expect(await accounts(db)).toEqual(['new@example.com'])
})

it('says nothing about an address that somebody else has, and mails its owner', async () => {
  const { db, browser } = await world()
  await browser().signsUp('bob@example.com')
  const ada = browser()
  await ada.signsUp('ada@example.com')
  expect(await sends(ada, 'bob@example.com')).toEqual({
    ok: true,
    value: { account: 'bob@example.com', wait: 60 },
  })
  expect(await sends(ada, 'nobody@example.com')).toMatchObject({ ok: true, value: { wait: 60 } })
  expect((await ada.lastMail('bob@example.com'))?.plain).toContain('no code was given out')
  for (const account of ['bob@example.com', 'nobody@example.com'])
    expect(await ada.does(editEmail, { account, code: '000000' })).toMatchObject({
      problem: { name: 'wrong_code' },
    })
  expect(await accounts(db)).toEqual(['ada@example.com', 'bob@example.com'])
  expect(await sends(ada, 'Ada@example.com')).toMatchObject({ problem: { name: 'account_unchanged' } })
})

it('gives an address that two customers want at the same time to one of them', async () => {
  const { db, browser } = await world()
  const both = [browser(), browser()]
  for (const [index, one] of both.entries()) await one.signsUp(`own${index}@example.com`)
  const codes: string[] = []
  for (const one of both) {
    await sends(one, 'wanted@example.com')
    codes.push(await one.codeOf('wanted@example.com'))
  }
  const answers = await Promise.all(
    both.map((one, index) => one.does(editEmail, { account: 'wanted@example.com', code: codes[index]! })),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ problem: { name: 'code_over' } })
  const loser = answers.findIndex(({ ok }) => !ok)
  expect(await accounts(db)).toEqual([`own${loser}@example.com`, 'wanted@example.com'])
})

it('signs up and in by a number and its code, and answers the same about one without an account', async () => {
  const { browser } = await world()
  const ada = browser()
  const made = await ada.signsUp('+8613800138000')
  expect(made.user).toMatchObject({ email: null, mobile: '+8613800138000' })
  const phone = browser()
  const known = await phone.asks('+86 138 0013 8000', 'signIn')
  const unknown = await phone.asks('+86 138 0013 8001', 'signIn')
  expect(known).toEqual({ ok: true, value: { account: '+8613800138000', wait: 60 } })
  expect(unknown).toEqual({ ok: true, value: { account: '+8613800138001', wait: 60 } })
  expect((await phone.lastMail('+8613800138001'))?.plain).toContain('no account has this number')
  const code = await phone.codeOf('+8613800138000')
  expect(await phone.does(signIn, byCode('13800138000', code))).toMatchObject({ ok: true })
  expect(await phone.asks('9123 4567', 'signIn')).toMatchObject({
    problem: { name: 'account_format', fields: { countryCode: 'Country code is required' } },
  })
})

it('removes a number, and never the last way to sign in', async () => {
  const { db, browser } = await world()
  const ada = browser()
  await ada.signsUp('ada@example.com')
  expect(await ada.does(removeIdentity, { kind: 'email' as const })).toMatchObject({
    problem: { name: 'last_identity' },
  })
  const mobile = { account: '13800138000', countryCode: '+86' }
  await ada.does(sendChangeCode, mobile)
  await ada.does(editMobile, { ...mobile, code: await ada.codeOf('+8613800138000') })
  const both = await Promise.all(
    (['email', 'mobile'] as const).map((kind) => ada.does(removeIdentity, { kind })),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await accounts(db)).toHaveLength(1)
})

it('proves an imported address by the link of a mail', async () => {
  const { db, browser } = await world()
  const ada = browser()
  await ada.signsUp('ada@example.com')
  await db.pool.query('update customer_identities set verified_at = null')
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into one_time_codes (purpose, kind, account, browser, code_hash, created_at, expires_at)
     values ('verify', 'email', 'ada@example.com', '\\x00', '\\x00', $1, $2) returning id`,
    [began, new Date(began.getTime() + 10 * minute)],
  )
  const token = await signLink(db, 'account.verify', rows[0]!.id, new Date(began.getTime() + 10 * minute))
  expect(await ada.does(verifyEmail, { token })).toEqual({ ok: true, value: { orders: 0 } })
  expect(await ada.does(verifyEmail, { token })).toMatchObject({ problem: { name: 'stale_link' } })
  const proven = await db.pool.query('select verified_at from customer_identities')
  expect(proven.rows).toEqual([{ verified_at: began }])
})

it('closes an account: nothing says who it was, and the address can sign up anew', async () => {
  const { db, browser } = await world()
  const ada = browser()
  await ada.signsUp('ada@example.com', goodPassword)
  const { customer } = await ada.context().who()
  await db.pool.query(
    `insert into credit_entries (customer_id, currency, amount, kind, cause, at)
     values ($1, 'USD', 500, 'adjusted', 'test', $2)`,
    [customer, began],
  )
  expect(await ada.does(close, { confirmation: 'yes', forfeit: 'on' as const })).toMatchObject({
    problem: { name: 'confirmation_differs' },
  })
  const right = { confirmation: 'Ada@example.com' }
  expect(await ada.does(close, { ...right, forfeit: 'off' as const })).toMatchObject({
    problem: { name: 'credit_left' },
  })
  expect(await accounts(db)).toEqual(['ada@example.com'])
  expect(await ada.does(close, { ...right, forfeit: 'on' as const })).toEqual({ ok: true, value: {} })
  expect((await ada.lastMail('ada@example.com'))?.subject).toContain('is closed')
  const { rows } = await db.pool.query(
    `select first_name, last_name, birthday, closed_at,
       (select count(*)::int from customer_passwords) as passwords,
       (select count(*)::int from sessions) as sessions,
       (select count(*)::int from known_browsers) as browsers
     from customers`,
  )
  expect(rows).toEqual([
    {
      first_name: '',
      last_name: '',
      birthday: null,
      closed_at: began,
      passwords: 0,
      sessions: 0,
      browsers: 0,
    },
  ])
  expect((await ada.context().who()).customer).toBeNull()
  expect(await db.transact((tx) => eraseCustomer(tx, customer!, began))).toBe(false)
  const again = browser()
  await again.asks('ada@example.com', 'signUp')
  const code = await again.codeOf('ada@example.com')
  const names = { firstName: 'Ada', lastName: 'Lovelace' }
  expect(await again.does(signUp, { ...byCode('ada@example.com', code), ...names })).toMatchObject({
    ok: true,
  })
  expect((await again.context().who()).customer).not.toBe(customer)
})
