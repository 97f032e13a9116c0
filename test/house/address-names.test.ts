import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitName } from '#domain/person/person-name.ts'
import { takeDialCode } from '#domain/person/phone.ts'
import { address, contact } from '#features/postal/contract.ts'
import { dialCode, dialCodes } from '#ui/forms/dial-codes.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { prototypeWords } from '#test/prototype-words.ts'

/* Addresses that were stored with one name and one telephone number are taken apart, and nothing of them is lost. */

const migration = readFileSync('db/migrations/20261123T0320_address_names.sql', 'utf8')
const corpus = '../shared/data/corpora/naughty-strings.json'
const naughty: string[] = existsSync(corpus) ? JSON.parse(readFileSync(corpus, 'utf8')) : []

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})

afterAll(() => database.drop())

type Stored = Record<string, unknown>

/** Stores checkouts as they were, migrates, and reads them in their order. */
async function migrated(
  before: readonly { contact?: Stored; address?: Stored; billing?: Stored | null }[],
): Promise<{ contact: Stored; address: Stored; billing: Stored | null }[]> {
  const { pool } = database.db
  await pool.query('delete from checkouts')
  const client = await pool.connect()
  try {
    for (const [n, row] of before.entries())
      await client.query(
        `insert into checkouts
           (slug, owner_hash, currency, locale, lines, contact, address, billing, created_at, updated_at)
         values ($1, '\\x01', 'USD', 'en', '[{}]', $2, $3, $4, now(), now())`,
        [`c${n}`, row.contact ?? {}, row.address ?? {}, row.billing ?? null],
      )
    await client.query(migration)
    const { rows } = await client.query('select contact, address, billing from checkouts order by id')
    return rows
  } finally {
    // The migration's functions end with the session.
    client.release(true)
  }
}

describe('stored addresses', () => {
  it('have two names and a number in two parts', async () => {
    const [western, chinese, empty] = await migrated([
      {
        contact: { email: 'ada@example.org', phone: '(213) 555-0100', marketing: true },
        address: { name: 'Ada Lovelace', country: 'US', city: 'Los Angeles', phone: '' },
        billing: { name: '歐陽小明', country: 'HK', phone: '' },
      },
      {
        contact: { email: '', phone: '+86 138 0013 8000', marketing: false },
        address: { name: '王小明', country: 'HK', phone: '' },
      },
      { address: { country: 'DE' } },
    ])
    expect(western).toEqual({
      contact: { email: 'ada@example.org', marketing: true },
      address: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        country: 'US',
        city: 'Los Angeles',
        countryCode: '+1',
        phone: '(213) 555-0100',
      },
      billing: { firstName: '小明', lastName: '歐陽', country: 'HK', countryCode: '', phone: '' },
    })
    expect(chinese!.address).toEqual({
      firstName: '小明',
      lastName: '王',
      country: 'HK',
      countryCode: '+86',
      phone: '138 0013 8000',
    })
    expect(empty).toEqual({
      contact: {},
      address: { firstName: '', lastName: '', country: 'DE', countryCode: '', phone: '' },
      billing: null,
    })
  })

  it('are read by the shop of today', async () => {
    const rows = await migrated([
      {},
      { contact: { email: '', phone: '1', marketing: false }, address: { name: 'A', phone: '2' } },
    ])
    for (const row of rows) {
      expect(address.safeParse(row.address).success).toBe(true)
      expect(contact.safeParse(row.contact).success).toBe(true)
    }
  })

  it('are taken apart as the shop does it, whatever was typed', async () => {
    const countries = ['US', 'CN', 'HK', 'JP', 'KR', 'SG', 'ZZ', '']
    const names = [
      ...naughty.filter((text) => !text.includes('\0') && text.isWellFormed()),
      ...prototypeWords,
      'Ada Lovelace',
      '  Jan \t de\u00a0Vries ',
      '王明',
      '王小明',
      '歐陽小明',
      '欧阳修',
      '山田太郎',
      '山田　太郎',
      '森太郎',
      '佐藤みどり',
      'ジョン スミス',
      '김민수',
      '남궁민',
      '𠮷野家',
      '阿里木·买买提',
      'R2 D2',
      'Müller & Söhne',
    ].map((name) => name.trim().slice(0, 120))
    const phones = [
      '',
      '9123 4567',
      '+852 9123 4567',
      '＋４４ 20 7946',
      '+(1) 415',
      '00852 1',
      '+999 1',
      'no',
    ]
    const typed = names.flatMap((name, n) => {
      const phone = phones[n % phones.length]!
      return countries.map((country) => ({ name, phone, country }))
    })
    const after = await migrated(
      typed.map(({ phone, ...sent }) => ({ contact: { phone }, address: { ...sent, phone: '' } })),
    )
    for (const [n, { name, phone, country }] of typed.entries()) {
      const number = takeDialCode(phone, dialCodes) ?? { countryCode: dialCode(country) ?? '', phone }
      expect(after[n]!.address, JSON.stringify(typed[n])).toEqual({
        country,
        ...splitName(name, country),
        ...(phone === '' ? { countryCode: '', phone: '' } : number),
      })
      const { firstName, lastName } = after[n]!.address
      const letters = (text: string): string => [...text.replace(/\s/g, '')].toSorted().join('')
      expect(letters(`${String(firstName)}${String(lastName)}`)).toBe(letters(name))
    }
  })
})

it('an order keeps every number that it had', async () => {
  const { pool } = database.db
  const place = async (n: number, row: Stored): Promise<void> => {
    await pool.query(
      `with checkout as (
         insert into checkouts (slug, owner_hash, currency, locale, lines, created_at, updated_at)
         values ($1, '\\x02', 'USD', 'en', '[{}]', now(), now()) returning id
       )
       insert into orders
         (number, checkout_id, owner_hash, locale, currency, email, contact, address, billing, shipping,
          payment_method, quote, total, placed_at)
       select $1, id, '\\x02', 'en', 'USD', 'ada@example.org', $2, $3, $4, '{}', 'bank', '{}', 0, now()
       from checkout`,
      [`order-${n}`, row['contact'], row['address'], row['billing']],
    )
  }
  const at = { name: '김민수', country: 'KR', phone: '' }
  await place(1, { contact: { phone: '010 1234 5678' }, address: at, billing: at })
  await place(2, {
    contact: { phone: '+44 20 7946 0958' },
    address: { ...at, phone: '010 1234 5678' },
    billing: { name: 'Ada', country: 'GB' },
  })
  const client = await pool.connect()
  await client.query(migration).finally(() => client.release(true))
  const { rows } = await pool.query('select contact, address, billing from orders order by number')
  const moved = {
    country: 'KR',
    firstName: '민수',
    lastName: '김',
    countryCode: '+82',
    phone: '010 1234 5678',
  }
  expect(rows).toEqual([
    { contact: {}, address: moved, billing: moved },
    {
      contact: { phone: '+44 20 7946 0958' },
      address: moved,
      billing: { country: 'GB', firstName: 'Ada', lastName: '', countryCode: '', phone: '' },
    },
  ])
})
