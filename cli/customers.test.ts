import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { mkdtemp } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
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

it('erases a customer when it is told so twice over, and says what goes and what stays', async () => {
  const number = await numberOf(ada.customer)
  await violet('customers', 'credit', number, '5', 'USD', '--reason', 'Sorry')
  expect((await violet('customers', 'erase', ada.email)).failure).toBe(
    `Erase ${number} (${ada.email})? Its name, addresses, ways to sign in, cart and favourites are deleted for good; 0 orders stay for the books. Store credit of 5.00 USD is lost. Say --yes to do it.`,
  )
  expect((await violet('customers', 'show', ada.email)).failure).toBeNull()
  expect(await violet('customers', 'erase', ada.email, '--yes')).toEqual({
    out: `${number}: erased\n`,
    failure: null,
  })
  expect((await violet('customers', 'show', ada.email)).failure).toContain('the shop has no customer')
  expect((await violet('customers', 'show', number)).out).toContain('closed')
  expect((await violet('customers', 'erase', number, '--yes')).failure).toBe(
    `the account of ${number} is closed already`,
  )
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
  expect((await violet('import', 'customers', '/nowhere.csv')).failure).toBe(
    '/nowhere.csv cannot be read: it is not there',
  )
})
