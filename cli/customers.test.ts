import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { mkdtemp } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import type { Database } from '#platform/server/db/db.ts'
import { createProgram } from './program.ts'
import { Failure } from './terminal.ts'

let db: Database
let ada: SignedIn
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  vi.stubEnv('DATABASE_URL', made.url)
  ada = await signedIn(db)
})
afterEach(() => {
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

/** What a call printed, and the word of its failure. */
async function violet(...args: string[]): Promise<{ out: string; failure: string | null }> {
  let out = ''
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += text.toString()
      return true
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true),
  ]
  try {
    await createProgram('1.2.3').parseAsync(args, { from: 'user' })
    return { out, failure: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { out, failure: error.message }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const events = async (): Promise<string[]> =>
  (await db.pool.query<{ kind: string }>('select kind from security_events order by id')).rows.map(
    ({ kind }) => kind,
  )

const numberOf = async (customer: number): Promise<string> => {
  const { rows } = await db.pool.query<{ number: string }>(
    `update customers set number = upper(number) where id = $1 returning number`,
    [customer],
  )
  return rows[0]!.number
}

it('finds customers by name, address and number, page by page, the newest first', async () => {
  const eve = await signedIn(db)
  await db.pool.query(`update customers set first_name = 'Eve', last_name = '100%_' where id = $1`, [
    eve.customer,
  ])
  const list = async (...flags: string[]): Promise<string[]> =>
    (await violet('customers', 'list', '--json', ...flags)).out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { email: string }).email)
  expect(await list()).toEqual([eve.email, ada.email])
  expect(await list('--most', '1')).toEqual([eve.email])
  expect(await list('--after', eve.email)).toEqual([ada.email])
  expect(await list('--search', 'ada LOVE')).toEqual([ada.email])
  expect(await list('--search', '100%_')).toEqual([eve.email])
  expect(await list('--search', ada.email.slice(2, 9))).toEqual([ada.email])
  expect(await list('--search', 'nobody')).toEqual([])
  expect((await violet('customers', 'list')).out).toContain('NUMBER')
})

it('shows one by number, e-mail address or mobile number, however it is typed', async () => {
  const number = await numberOf(ada.customer)
  await db.pool.query(
    `insert into customer_identities (kind, account, customer_id, verified_at) values ('mobile', '+8613800138000', $1, now())`,
    [ada.customer],
  )
  for (const given of [number, number.toLowerCase(), ` ${ada.email.toUpperCase()} `, '138 0013 8000'])
    expect(JSON.parse((await violet('customers', 'show', given, '--json')).out)).toMatchObject({
      number,
      email: ada.email,
      mobile: '+8613800138000',
      isEmailProven: true,
      openSessions: 1,
      credit: [],
    })
  expect((await violet('customers', 'show', number)).out).toContain(`${number}  open  Ada Lovelace`)
  expect(await violet('customers', 'show', 'nobody@example.com')).toMatchObject({
    failure: 'the shop has no customer "nobody@example.com"',
  })
})

it('gives and takes store credit with a reason, once under a key, and never below zero', async () => {
  const number = await numberOf(ada.customer)
  const credit = (...args: string[]) => violet('customers', 'credit', ...args, '--reason', 'Late parcel')
  expect((await credit(ada.email, '12.50', 'usd', '--key', 'one')).out).toBe(
    `${number}: 12.50 USD, 12.50 USD left\n`,
  )
  expect((await credit(ada.email, '12.50', 'USD', '--key', 'one')).out).toBe(
    `${number}: done before, under this key; 12.50 USD left\n`,
  )
  expect((await credit(ada.email, '7', 'USD', '--key', 'one')).failure).toBe(
    'under this key 12.50 USD was given before; another change needs another key',
  )
  const taken = await violet(
    ...['customers', 'credit', '--reason', 'Mistake', '--json', '--', number, '-0.05', 'USD'],
  )
  expect(JSON.parse(taken.out)).toEqual({
    ...{ customer: number, currency: 'USD', amount: -5, balance: 1245, isAgain: false },
  })
  const tooMuch = await violet('customers', 'credit', '--reason', 'Mistake', '--', number, '-13', 'USD')
  expect(tooMuch.failure).toBe(`${number} has 12.45 USD, and a balance is never below zero`)
  expect((await credit(number, '1.005', 'USD')).failure).toBe('"1.005" is not an amount in USD')
  expect((await credit(number, '0', 'USD')).failure).toBe('"0" is not an amount in USD')
  expect((await credit(number, '1', 'XAU')).failure).toBe('the shop does not sell in XAU')
  expect((await violet('customers', 'show', number)).out).toContain('store credit 12.45 USD')
  expect(await events()).toEqual(['shop_changed_credit', 'shop_changed_credit'])
})

it('bounds store credit, says the bound, and tries a change without keeping it', async () => {
  const number = await numberOf(ada.customer)
  const credit = (amount: string, ...flags: string[]) =>
    violet('customers', 'credit', '--reason', 'Sorry', ...flags, '--', number, amount, 'USD')
  const bound = 'one change is at most 10000000.00 USD, and so is a balance that it fills'
  for (const amount of ['10000000.01', '-10000000.01', '90071992547409.91'])
    expect((await credit(amount)).failure).toBe(`${bound}; ${number} has 0.00 USD`)
  for (const amount of ['90071992547409.92', `-1${'0'.repeat(400)}`])
    expect((await credit(amount)).failure).toBe(bound)
  expect((await credit('1e9')).failure).toBe('"1e9" is not an amount in USD')
  expect((await violet('customers', 'show', number)).out).not.toContain('store credit')

  expect((await credit('10000000', '--dry-run')).out).toBe(
    `a dry run: ${number} would be given 10000000.00 USD and then have 10000000.00 USD; nothing was kept\n`,
  )
  expect(JSON.parse((await credit('5', '--dry-run', '--json')).out)).toEqual({
    ...{ customer: number, currency: 'USD', amount: 500, balance: 500, isAgain: false, applied: false },
  })
  expect((await violet('customers', 'show', number)).out).not.toContain('store credit')
  expect(await events()).toEqual([])

  expect((await credit('10000000')).out).toBe(`${number}: 10000000.00 USD, 10000000.00 USD left\n`)
  expect((await credit('0.01')).failure).toBe(`${bound}; ${number} has 10000000.00 USD`)
  // Earned and given back beyond the bound: it can be taken.
  await db.pool.query('update credit_balances set balance = balance + 500')
  expect((await credit('-7', '--dry-run')).out).toBe(
    `a dry run: ${number} would lose 7.00 USD and then have 9999998.00 USD; nothing was kept\n`,
  )
  expect((await credit('-7')).out).toBe(`${number}: -7.00 USD, 9999998.00 USD left\n`)
  expect(await events()).toEqual(['shop_changed_credit', 'shop_changed_credit'])
})

it('signs a customer out everywhere, and writes all that is stored to a file, which the owner sees', async () => {
  await signedIn(db, { customer: ada.customer })
  const number = await numberOf(ada.customer)
  expect((await violet('customers', 'end-sessions', ada.email)).out).toBe(`${number}: 2 sessions ended\n`)
  expect((await violet('customers', 'end-sessions', ada.email)).out).toBe(`${number}: 0 sessions ended\n`)
  const { rows } = await db.pool.query('select ended_by from sessions')
  expect(rows).toEqual([{ ended_by: 'elsewhere' }, { ended_by: 'elsewhere' }])
  const written = JSON.parse((await violet('customers', 'export', number)).out) as Record<string, unknown>
  expect(written).toMatchObject({ profile: { number, firstName: 'Ada' }, storeCredit: [] })
  expect(await events()).toEqual(['shop_ended_sessions', 'shop_exported'])
})

it('turns the second factor off for who has lost it, and signs out whoever knew it', async () => {
  const number = await numberOf(ada.customer)
  const end = (...args: string[]) => violet('customers', 'end-factor', ada.email, ...args)
  expect((await end('--yes')).failure).toBe(`${number} has no second factor`)
  await db.pool.query(
    `insert into second_factors (customer_id, secret, created_at, confirmed_at) values ($1, '\\x00', now(), now())`,
    [ada.customer],
  )
  expect((await end()).failure).toContain('Say --yes to do it.')
  expect((await end('--yes')).out).toBe(`${number}: the second factor is off\n`)
  const { rows } = await db.pool.query(
    'select (select count(*)::int from second_factors) as factors, ended_by from sessions',
  )
  expect(rows).toEqual([{ factors: 0, ended_by: 'elsewhere' }])
  expect(await events()).toEqual(['shop_ended_factor'])
})

it('erases a customer when it is told so twice over, and says what goes and what stays', async () => {
  const number = await numberOf(ada.customer)
  await violet('customers', 'credit', number, '5', 'USD', '--reason', 'Sorry')
  expect((await violet('customers', 'erase', ada.email)).failure).toBe(
    `Erase ${number} (${ada.email})? Its name, addresses, ways to sign in, cart, favourites, newsletter, alerts, inquiries and mails are deleted for good, and imports leave it out; 0 orders stay for the books, mails about orders for 30 to 90 days, its log for 30 days. Store credit of 5.00 USD is lost. Say --yes to do it.`,
  )
  expect((await violet('customers', 'show', ada.email)).failure).toBeNull()
  expect(await violet('customers', 'erase', ada.email, '--yes')).toEqual({
    out: `${number}: erased\n`,
    failure: null,
  })
  expect(await events()).toEqual(['shop_changed_credit', 'closed'])
  expect((await violet('customers', 'show', ada.email)).failure).toContain('the shop has no customer')
  const closed = (await violet('customers', 'show', number)).out
  expect(closed).toContain('closed')
  expect(closed).toContain('store credit 5.00 USD, lost with the account')
  expect((await violet('customers', 'erase', number, '--yes')).failure).toBe(
    `the account of ${number} is closed already`,
  )
})

it('says before it erases that orders under way go on', async () => {
  await db.pool.query(cartCatalogue)
  const guest = buyer(db)
  for (const sku of ['stool-sage', 'vase-ink'])
    expect(await guest.submit(await guest.ready({ [sku]: 1 }))).toMatchObject({ ok: true })
  await db.pool.query('update orders set customer_id = $1', [ada.customer])
  await db.pool.query(
    `update orders set status = 'pending_cancellation' where id = (select min(id) from orders)`,
  )
  const { failure } = await violet('customers', 'erase', ada.email)
  expect(failure).toContain('2 orders stay for the books')
  expect(failure).toContain('2 orders under way go on; store credit that comes back from there is lost, too.')
})

it('erases what else has the address: newsletter and alerts, but no wish to be left alone, and nothing of others', async () => {
  await db.pool.query(cartCatalogue)
  const eve = await signedIn(db)
  const gone = await signedIn(db)
  for (const [email, state] of [
    [ada.email.toUpperCase(), 'subscribed'],
    [eve.email, 'subscribed'],
    [gone.email, 'unsubscribed'],
  ])
    await db.pool.query(
      `insert into newsletter_subscribers (email, locale, state, created_at, changed_at) values ($1, 'en', $2, now(), now())`,
      [email, state],
    )
  for (const { email } of [ada, eve])
    await db.pool.query(
      `insert into alerts (sku_id, kind, email, locale, currency, amount, state, created_at, changed_at)
       select id, 'stock', $1, 'en', 'USD', 100, 'active', now(), now() from skus where sku = 'stool-sage'`,
      [email],
    )
  await violet('customers', 'erase', ada.email, '--yes')
  await violet('customers', 'erase', gone.email, '--yes')
  const left = await db.pool.query('select email, state from newsletter_subscribers order by id')
  expect(left.rows).toEqual([
    { email: eve.email, state: 'subscribed' },
    { email: gone.email, state: 'unsubscribed' },
  ])
  expect((await db.pool.query('select email from alerts')).rows).toEqual([{ email: eve.email }])
})

it('exports what an imported customer has, though nobody has proven its address', async () => {
  await db.pool.query(cartCatalogue)
  const file = join(await mkdtemp(join(tmpdir(), 'violet-')), 'customers.csv')
  await writeFile(file, 'email,newsletter\nnew@example.com,confirmed\n')
  await violet('import', 'customers', file)
  const { out } = await violet('customers', 'export', 'new@example.com')
  expect(JSON.parse(out)).toMatchObject({
    newsletter: [{ email: 'new@example.com', state: 'subscribed' }],
    ...{ favourites: [], savedForLater: [], identityChanges: [], cartNote: '', avatar: null },
  })
})

it('takes credit back in a currency that the shop has left, and gives none in it', async () => {
  await violet('customers', 'credit', ada.email, '12', 'USD', '--reason', 'Sorry')
  await db.pool.query(`update credit_balances set currency = 'XPF'`)
  await db.pool.query(`update credit_entries set currency = 'XPF'`)
  const number = await numberOf(ada.customer)
  const credit = (amount: string) =>
    violet('customers', 'credit', '--reason', 'Moved', '--', number, amount, 'XPF')
  expect((await credit('1')).failure).toBe('the shop does not sell in XPF')
  expect((await credit('-1200')).out).toBe(`${number}: -1200 XPF, 0 XPF left\n`)
})

it('imports a file of customers, tries it first, and names the lines that are refused', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'violet-')), 'customers.csv')
  await writeFile(file, '\uFEFFemail,firstName\r\nnew@example.com,Neu\r\nnonsense,X\r\n')
  const tried = await violet('import', 'customers', file, '--dry-run', '--json')
  expect(JSON.parse(tried.out)).toMatchObject({
    added: 1,
    refused: 1,
    applied: false,
    problems: [{ line: 3 }],
  })
  expect(process.exitCode).toBe(2)
  expect((await violet('customers', 'list', '--search', 'new@', '--json')).out).toBe('')
  expect((await violet('import', 'customers', file)).out).toContain(
    'customers: 1 added, 0 there before, 1 refused',
  )
  expect((await violet('customers', 'list', '--search', 'new@')).out).toContain('imported')
  await violet('customers', 'erase', 'new@example.com', '--yes')
  const again = await violet('import', 'customers', file)
  expect(again.out).toContain('customers: 0 added, 0 there before, 1 refused')
  expect(again.out).toContain('note: 1 was erased and stays out; --revive takes it\n')
  expect(JSON.parse((await violet('import', 'customers', file, '--json')).out)).toMatchObject({
    erased: 1,
    erasedRows: [{ line: 2, entry: 'new@example.com' }],
  })
  expect((await violet('import', 'customers', file, '--revive')).out).toContain('customers: 1 added')
  expect((await violet('import', 'customers', '/nowhere.csv')).failure).toBe(
    '/nowhere.csv cannot be read: it is not there',
  )
})
