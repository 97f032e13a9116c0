import { createHash } from 'node:crypto'
import { mkdtemp, open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { eraseForShop } from '#features/customer/shop/customers.ts'
import { hashPassword } from '#platform/server/passwords/passwords.ts'
import { accountVisitor } from '#test/account-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Database } from '#platform/server/db/db.ts'
import { importCustomers, type CustomerImportReport } from './import.ts'

let db: Database
let folder: string
beforeEach(async () => {
  db = (await freshDatabase()).db
  folder = await mkdtemp(join(tmpdir(), 'violet-'))
})

const now = new Date('2026-11-24T08:00:00Z')

async function imports(
  content: string | Buffer,
  dryRun = false,
  revive = false,
): Promise<CustomerImportReport> {
  const path = join(folder, 'customers.csv')
  await writeFile(path, content)
  const options = { path, now, locale: 'en' as const, dryRun, revive, onProgress: () => {} }
  const done = await importCustomers(db, options)
  if (!done.ok) throw new Error(done.problem.reason)
  return done.value
}

const lines = (...rows: string[]): string => `${rows.join('\n')}\n`

/** All that an import can write. */
const state = async (): Promise<unknown> => {
  const { rows } = await db.pool.query(`
    select i.account, i.verified_at, c.first_name, c.last_name, c.locale, c.birthday::text, c.created_at,
      p.hash, a.address
    from customers c
    join customer_identities i on i.customer_id = c.id
    left join customer_passwords p on p.customer_id = c.id
    left join customer_addresses a on a.customer_id = c.id
    order by i.account`)
  return rows
}

describe('customers of other shops', () => {
  it('come from Shopify with names and address, unproven', async () => {
    const report = await imports(
      lines(
        'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Total Spent,Note,Tags',
        `'1001,Ada,"Lovelace, Countess",Ada@Example.COM,yes,Engines,"1 ""Old"" Street",,London,ENG,GB,'123 AB,'+442079460958,,10.00,"Two\nlines",vip`,
        `'1002,,,bare@example.com,no,,,,,,,,,,0.00,,`,
      ),
    )
    expect(report).toMatchObject({
      ...{ format: 'shopify', added: 2, there: 0, refused: 0, subscribed: 0, problems: [], applied: true },
      notes: [
        { note: 'a customer accepts marketing, without a confirmation that the shop could show', count: 1 },
      ],
    })
    expect(await state()).toMatchObject([
      {
        account: 'ada@example.com',
        verified_at: null,
        first_name: 'Ada',
        last_name: 'Lovelace, Countess',
        created_at: now,
        hash: null,
        address: {
          line1: '1 "Old" Street',
          company: 'Engines',
          country: 'GB',
          region: 'ENG',
          postcode: '123 AB',
          countryCode: '+44',
          phone: '2079460958',
        },
      },
      { account: 'bare@example.com', address: null },
    ])
    expect((await db.pool.query('select from newsletter_subscribers')).rows).toEqual([])
    expect((await db.pool.query('select kind from security_events')).rows).toEqual([
      { kind: 'imported' },
      { kind: 'imported' },
    ])
  })

  it('come from WooCommerce with their passwords, of the kinds that are known', async () => {
    const phpass = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'
    const bcrypt = '$2y$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy'
    const wp = '$wp$2y$10$v719Zyb/5DiglXjaGmtVoO.58ZfZLBkfIyjXnYyIbWYYFsofeucua'
    const argon = await hashPassword('Oak stool 7')
    const report = await imports(
      lines(
        'ID,user_login,user_pass,user_email,user_registered,first_name,last_name,billing_address_1,billing_city,billing_country,billing_phone',
        `1,a,${phpass},a@example.com,2019-05-06 07:08:09,A,One,1 Road,Berlin,DE,+49 30 901820`,
        `2,b,${bcrypt},b@example.com,2019-05-06 07:08:09,B,Two,,,,`,
        `3,c,${wp},c@example.com,nonsense,C,Three,,,,`,
        `4,d,"${argon}",d@example.com,2999-01-01,D,Four,,,,`,
        `5,e,5f4dcc3b5aa765d61d8327deb882cf99,e@example.com,,E,Five,,,,`,
      ),
    )
    expect(report).toMatchObject({
      ...{ format: 'woocommerce', added: 5, refused: 0 },
      notes: [
        { note: 'a day of sign-up is unreadable or in the future: the day of the import instead', count: 2 },
        { note: 'a password hash is of an unknown kind: its customer signs in with a code', count: 1 },
      ],
    })
    expect(await state()).toMatchObject([
      { hash: phpass, created_at: new Date('2019-05-06T07:08:09Z'), address: { city: 'Berlin' } },
      { hash: bcrypt },
      { hash: wp, created_at: now },
      { hash: argon, created_at: now },
      { hash: null },
    ])
  })

  it('come with own columns, and with the newsletter that they have confirmed', async () => {
    await db.pool.query(
      `insert into newsletter_subscribers (email, locale, state, created_at, changed_at)
       values ('No@example.com', 'en', 'unsubscribed', now(), now())`,
    )
    const report = await imports(
      lines(
        'email,firstName,locale,birthday,newsletter',
        'yes@example.com,Ja,zh-HK,1990-02-28,confirmed',
        'no@example.com,Nein,xx,1990-02-30,confirmed',
        'maybe@example.com,V,,,yes',
      ),
    )
    expect(report).toMatchObject({ format: 'violet', added: 3, subscribed: 1 })
    expect(await state()).toMatchObject([
      { account: 'maybe@example.com', locale: 'en' },
      { account: 'no@example.com', locale: 'en', birthday: null },
      { account: 'yes@example.com', locale: 'zh-HK', birthday: '1990-02-28' },
    ])
    const { rows } = await db.pool.query('select email, state from newsletter_subscribers order by id')
    expect(rows).toEqual([
      { email: 'No@example.com', state: 'unsubscribed' },
      { email: 'yes@example.com', state: 'subscribed' },
    ])
  })
})

describe('of the two addresses of a WooCommerce customer', () => {
  const header =
    'user_email,first_name,last_name,billing_first_name,billing_last_name,billing_company,billing_address_1,billing_address_2,billing_city,billing_state,billing_postcode,billing_country,billing_phone,shipping_first_name,shipping_last_name,shipping_company,shipping_address_1,shipping_address_2,shipping_city,shipping_state,shipping_postcode,shipping_country'
  const billing = 'Ada,Lovelace,Engines Inc.,1 Office Road,Floor 40,Los Angeles,CA,90001,US,+12135550123'

  it('the one for parcels comes whole, with the name on it, and nothing of the other', async () => {
    await imports(
      lines(header, `ada@example.com,Ada,Lovelace,${billing},Oma,Schmidt,,Lindenstr. 5,,Berlin,,,DE`),
    )
    expect(await state()).toMatchObject([
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        address: {
          ...{ firstName: 'Oma', lastName: 'Schmidt', company: '', line1: 'Lindenstr. 5', line2: '' },
          ...{ city: 'Berlin', region: '', postcode: '', country: 'DE', phone: '2135550123' },
        },
      },
    ])
  })

  it('the one for bills comes where the other has no street', async () => {
    await imports(lines(header, `ada@example.com,Ada,Lovelace,${billing},Oma,Schmidt,,,,,,,DE`))
    expect(await state()).toMatchObject([
      {
        address: {
          ...{ firstName: 'Ada', lastName: 'Lovelace', company: 'Engines Inc.', line1: '1 Office Road' },
          ...{ line2: 'Floor 40', city: 'Los Angeles', region: 'CA', postcode: '90001', country: 'US' },
        },
      },
    ])
  })
})

it("takes WooCommerce's own list of customers with their names, and says what it leaves out", async () => {
  const report = await imports(
    lines(
      'Name,Username,Last active,Date registered,Email,Orders,Total spend,AOV,Country / Region,City,Region,Postal code',
      'Maria da Silva,maria,2024-05-01,2019-03-02 08:00:00,maria@example.com,3,100.00,33.33,PT,Porto,,4000-001',
    ),
  )
  expect(report).toMatchObject({
    ...{ format: 'woocommerce', added: 1, notes: [] },
    unread: ['Username', 'Last active', 'Orders', 'Total spend', 'AOV'],
  })
  expect(await state()).toMatchObject([
    {
      ...{ first_name: 'Maria da', last_name: 'Silva', created_at: new Date('2019-03-02T08:00:00Z') },
      address: { city: 'Porto', country: 'PT', postcode: '4000-001', lastName: 'Silva' },
    },
  ])
})

it('says of each value that it could not take, and writes an address in single lines', async () => {
  const report = await imports(
    lines(
      'email,locale,createdAt,country code,city,line1,phone',
      'a@example.com,xx,2999-01-01,Germany,Berlin,"1 Road\r\nApt 4",',
      'b@example.com,,,,,,+4930901820',
    ),
  )
  expect(report).toMatchObject({
    added: 2,
    notes: [
      { note: 'a day of sign-up is unreadable or in the future: the day of the import instead', count: 1 },
      { note: 'a language is none that the shop knows: en instead', count: 1 },
      { note: 'a country is no code of two letters: its address has no country', count: 1 },
      { note: 'a telephone number has no address to go with: left out', count: 1 },
    ],
  })
  expect(await state()).toMatchObject([
    { address: { line1: '1 Road Apt 4', country: '' } },
    { address: null },
  ])
})

it('changes nothing the second time, and never a customer who is there', async () => {
  const ada = await signedIn(db)
  const file = lines(
    'email,firstName,passwordHash',
    `${ada.email.toUpperCase()},Mallory,$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0`,
    'new@example.com,Neu,',
    'NEW@example.com,Twice,',
  )
  expect(await imports(file)).toMatchObject({ added: 1, there: 2, refused: 0 })
  const before = await state()
  expect(before).toMatchObject([{ first_name: 'Ada', hash: null }, { first_name: 'Neu' }])
  expect(await imports(file)).toMatchObject({ added: 0, there: 3 })
  expect(await state()).toEqual(before)
})

describe('somebody who was erased', () => {
  const file = lines(
    'email,firstName,newsletter',
    'eva@example.com,Eve,',
    'ADA@example.com,Ada,confirmed',
    'ada@example.com,Twice,',
  )
  const idOf = async (email: string): Promise<number> =>
    (
      await db.pool.query<{ id: number }>(
        'select customer_id as id from customer_identities where account = $1',
        [email],
      )
    ).rows[0]!.id
  const marks = async (): Promise<number> => (await db.pool.query('select from erased_emails')).rowCount!

  beforeEach(async () => {
    await imports(file)
    const work = { transact: db.transact, now, live: { tell: () => {} } }
    expect(await eraseForShop(work, await idOf('ada@example.com'))).toBe(true)
  })

  it('stays out of a repeated import, and is named by the lines', async () => {
    for (const dryRun of [true, false])
      expect(await imports(file, dryRun)).toMatchObject({
        ...{ added: 0, there: 1, refused: 0, erased: 2, subscribed: 0, problems: [] },
        erasedRows: [
          { line: 3, entry: 'ada@example.com' },
          { line: 4, entry: 'ada@example.com' },
        ],
      })
    expect(await state()).toMatchObject([{ account: 'eva@example.com' }])
    expect((await db.pool.query('select from newsletter_subscribers')).rowCount).toBe(0)
  })

  it('is known by a hash alone, which nobody makes without the key', async () => {
    const plain = createHash('sha256').update('ada@example.com').digest('hex')
    const { rows } = await db.pool.query<{ hash: string }>(
      `select encode(email_hash, 'hex') as hash from erased_emails`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(rows[0]!.hash).not.toBe(plain)
  })

  it('comes back when the shop says so, and stays then', async () => {
    expect(await imports(file, true, true)).toMatchObject({ added: 1, there: 2, erased: 0 })
    expect(await marks()).toBe(1)
    expect(await imports(file, false, true)).toMatchObject({ added: 1, there: 2, erased: 0, erasedRows: [] })
    expect(await state()).toMatchObject([{ account: 'ada@example.com' }, { account: 'eva@example.com' }])
    expect(await marks()).toBe(0)
    expect(await imports(file)).toMatchObject({ added: 0, there: 3, erased: 0 })
  })

  it('signs up again without asking anybody, and is no erased customer any more', async () => {
    await accountVisitor(db).signsUp('Ada@example.com')
    expect(await marks()).toBe(0)
    expect(await imports(file)).toMatchObject({ added: 0, there: 3, erased: 0 })
  })
})

it('keeps nothing of a dry run, which says the same as the import', async () => {
  const file = lines('email', 'a@example.com', 'b@example.com', 'A@example.com', 'x')
  const tried = await imports(file, true)
  expect(await state()).toEqual([])
  const done = await imports(file)
  expect({ ...tried, ms: 0, applied: true }).toEqual({ ...done, ms: 0 })
  expect(done).toMatchObject({ added: 2, there: 1, refused: 1 })
})

it('refuses a row by its line and its reason, and takes the others', async () => {
  const report = await imports(
    Buffer.concat([
      Buffer.from('\uFEFFemail,firstName,city\r\n'),
      Buffer.from('good@example.com,"Two\r\nlines",Rome\r\n'),
      Buffer.from(',Nobody,\r\n'),
      Buffer.from('not an address,X,\r\n'),
      Buffer.from('cut@example.com,X\r\n'),
      Buffer.from('stray@example.com,"X"y,\r\n'),
      Buffer.concat([Buffer.from('bytes@example.com,'), Buffer.from([0xff, 0xfe]), Buffer.from(',\r\n')]),
      Buffer.from(`long@example.com,${'x'.repeat(101)},\r\n`),
      Buffer.from(`nul@example.com,a\0b,\r\n`),
      Buffer.from(`far@example.com,X,${'y'.repeat(121)}\r\n`),
      Buffer.from('\r\n'),
      Buffer.from('last@example.com,=1+1,Rome'),
    ]),
  )
  expect(report).toMatchObject({ added: 2, refused: 8 })
  expect(report.problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '4 has no e-mail address, by whose mails alone a customer could show that it is theirs',
    '5 "not an address" is not an e-mail address',
    '6 has 2 columns where the first line has 3',
    '7 there is text after a closing quote',
    '8 is not UTF-8 text',
    '9 firstName has more than 100 characters',
    '10 firstName has a NUL character',
    '11 city is too long',
  ])
})

it.each([
  ['', 'the file is empty'],
  ['email\n', 'nothing follows the first line of the file'],
  ['name\nAda\n', 'there is no column with e-mail addresses: "email", "Email" or "user_email"'],
  ['email,Email\na@example.com,b@example.com\n', 'the column "email" is there 2 times'],
])('refuses the file %j: %s', async (content, reason) => {
  expect(await imports(content)).toMatchObject({ added: 0, problems: [{ reason }] })
  expect(await state()).toEqual([])
})

it('takes whatever people are called', async () => {
  const names = ['Robert"); drop table customers;--', '<b>Ada</b>', '田中 𠮷', '\u202Eevil', '👩‍🚀', "O'Brien"]
  const rows = names.map((name, n) => `n${n}@example.com,"${name.replaceAll('"', '""')}"`)
  expect(await imports(lines('email,firstName', ...rows))).toMatchObject({ added: names.length })
  expect(await state()).toMatchObject(names.map((first_name) => ({ first_name })))
})

/** Twenty batches show what a hundred do: those are in `npm run prove -- samples`. */
const many = process.env['VIOLET_PROVE'] === 'whole' ? 50_000 : 10_000

it(`reads ${many} rows one batch after the other`, { timeout: 120_000 }, async () => {
  const path = join(folder, 'many.csv')
  const file = await open(path, 'w')
  await file.write('email,firstName,line1,city\n')
  for (let from = 0; from < many; from += 1000)
    await file.write(
      Array.from({ length: 1000 }, (_, n) => `c${from + n}@example.com,Name ${from + n},1 Road,Rome\n`).join(
        '',
      ),
    )
  await file.close()
  let seen = 0
  const done = await importCustomers(db, {
    path,
    now,
    locale: 'en',
    dryRun: false,
    revive: false,
    onProgress: () => void (seen += 1),
  })
  expect(done).toMatchObject({ value: { added: many, refused: 0, there: 0 } })
  expect(seen).toBe(many / 500)
  const { rows } = await db.pool.query(
    'select count(*)::int as customers, (select count(*)::int from customer_addresses) as addresses from customers',
  )
  expect(rows).toEqual([{ customers: many, addresses: many }])
})
