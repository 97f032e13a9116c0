import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveInformation } from './actions/fill.ts'
import { findOrder } from '#features/orders/shop/read.ts'
import { address } from '#features/postal/contract.ts'
import { addressLines } from '#i18n/address-lines.ts'
import { buyer, home } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { saveInformation as saveInformationCall } from './contract.ts'

/* What becomes of the names and the telephone number that a buyer types. */

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())

it('a dial code that was typed with the number is put into its own field', async () => {
  const ming = buyer(database.db)
  const { slug } = await ming.ready({ 'stool-sage': 1 })
  const type = (typed: object) =>
    saveInformation(ming.context(), { slug, address: address.parse({ ...home, ...typed }) })
  expect(await type({ countryCode: '+1', phone: '+44 20 7946 0958' })).toMatchObject({
    value: { address: { countryCode: '+44', phone: '20 7946 0958' }, missing: {} },
  })
  // Without a number the code is that of the country, whichever it is next.
  expect(await type({ countryCode: '+1', phone: '' })).toMatchObject({
    value: { address: { countryCode: '', phone: '' }, missing: { 'address.phone': 'Phone is required' } },
  })
  expect(await type({ countryCode: '', phone: '9123 4567' })).toMatchObject({
    value: { missing: { 'address.countryCode': 'Country code is required' } },
  })
  expect(await type({ firstName: ' ', lastName: '' })).toMatchObject({
    value: {
      missing: {
        'address.lastName': 'Last name is required',
        'address.firstName': 'First name is required',
      },
    },
  })
})

it('an order has the number within its country, and the name in the order of the country', async () => {
  const ming = buyer(database.db)
  const view = await ming.ready({ 'vase-ink': 1 })
  const answer = await ming.submit(view)
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  const order = await findOrder(database.db, answer.value.order)
  expect(order!.address).toMatchObject({
    firstName: 'Siu Ming',
    lastName: 'Chan',
    countryCode: '+852',
    phone: '23456789',
  })
  expect(order!.billing).toEqual(order!.address)
  expect(order!.contact).not.toHaveProperty('phone')
  expect(addressLines(order!.address, 'en')[0]).toBe('Siu Ming Chan')
})

it('names and numbers in one piece are no longer taken', () => {
  const isTaken = (part: object): boolean =>
    saveInformationCall.input.safeParse({ slug: 'c1', ...part }).success
  expect(isTaken({ address: { firstName: 'Ada', lastName: 'Byron', countryCode: '+44', phone: '1' } })).toBe(
    true,
  )
  expect(isTaken({ address: { name: 'Ada Byron' } })).toBe(false)
  expect(isTaken({ contact: { phone: '9123 4567' } })).toBe(false)
  expect(isTaken({ address: { countryCode: '852' } })).toBe(false)
})
