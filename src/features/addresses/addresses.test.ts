import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCheckout } from '#features/checkout/actions/open.ts'
import { checkoutDetail } from '#features/checkout/actions/browse.ts'
import { address as addressOf, type Address } from '#features/postal/contract.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import {
  addAddress,
  deleteAddress,
  editAddress,
  listAddresses,
  mostAddresses,
  setDefaultAddress,
} from './actions/book.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())

const home: Address = addressOf.parse({
  firstName: 'Ada',
  lastName: 'Byron',
  country: 'US',
  region: 'CA',
  city: 'Los Angeles',
  line1: '1 Main Street',
  postcode: '90012',
})
const work: Address = { ...home, line1: '2 Side Street' }

/** Keeps an address; returns its id. */
async function keeps(who: SignedIn, address: Address, isDefault: 'on' | 'off' = 'off'): Promise<number> {
  const answer = await who.does(addAddress, { address, isDefault })
  if (!answer.ok) throw new Error(answer.problem.name)
  return answer.value.addresses.find((one) => one.address.line1 === address.line1)!.id
}

/** `1 Main Street*`: the street of each address, the default marked. */
async function bookOf(who: SignedIn): Promise<string[]> {
  const answer = await who.does(listAddresses, {})
  return answer.ok
    ? answer.value.addresses.map(({ address, isDefault }) => `${address.line1}${isDefault ? '*' : ''}`)
    : []
}

describe('the address book', () => {
  it('has the first address as the default, and then the one that is chosen', async () => {
    const ada = await signedIn(database.db)
    expect(await bookOf(ada)).toEqual([])
    await keeps(ada, home)
    const second = await keeps(ada, work)
    expect(await bookOf(ada)).toEqual(['1 Main Street*', '2 Side Street'])
    await ada.does(setDefaultAddress, { id: second })
    expect(await bookOf(ada)).toEqual(['2 Side Street*', '1 Main Street'])
    await keeps(ada, { ...home, line1: '3 New Street' }, 'on')
    expect(await bookOf(ada)).toEqual(['3 New Street*', '2 Side Street', '1 Main Street'])
  })

  it('changes an address, which stays what it was: the default, or one of the others', async () => {
    const ada = await signedIn(database.db)
    const first = await keeps(ada, home)
    const second = await keeps(ada, work)
    const edited = { ...work, line1: '4 High Street', countryCode: '', phone: '+44 20 7946 0958' }
    expect(await ada.does(editAddress, { id: second, address: edited, isDefault: 'off' })).toMatchObject({
      ok: true,
      value: {
        addresses: [
          { id: first, isDefault: true },
          {
            id: second,
            isDefault: false,
            address: { line1: '4 High Street', countryCode: '+44', phone: '20 7946 0958' },
          },
        ],
      },
    })
    await ada.does(editAddress, { id: first, address: { ...home, line1: '5 Low Street' }, isDefault: 'off' })
    expect(await bookOf(ada)).toEqual(['5 Low Street*', '4 High Street'])
    await ada.does(editAddress, { id: second, address: work, isDefault: 'on' })
    expect(await bookOf(ada)).toEqual(['2 Side Street*', '5 Low Street'])
  })

  it('shows each by its name first, wherever the country writes it', async () => {
    const ada = await signedIn(database.db)
    await keeps(ada, { ...home, countryCode: '+1', phone: '2135550100' })
    await keeps(
      ada,
      addressOf.parse({
        firstName: '明',
        lastName: '陈',
        country: 'CN',
        region: 'SH',
        city: '上海市',
        district: '黄浦区',
        line1: '南京东路 1 号',
        postcode: '200001',
        countryCode: '+86',
        phone: '13800138000',
      }),
    )
    const answer = await ada.does(listAddresses, {})
    const shown = answer.ok ? answer.value.addresses.map(({ name, lines }) => [name, ...lines]) : []
    expect(shown[0]).toEqual([
      'Ada Byron',
      '1 Main Street',
      'Los Angeles, CA 90012',
      'United States',
      '+1 213 555 0100',
    ])
    expect([shown[1]?.[0], shown[1]?.at(-1)]).toEqual(['陈明', '+86 138 0013 8000'])
    expect(shown[1]?.slice(1).join()).not.toContain('陈明')
  })

  it('has a default as long as it has any address', async () => {
    const ada = await signedIn(database.db)
    const first = await keeps(ada, home)
    const second = await keeps(ada, work)
    await ada.does(deleteAddress, { id: first })
    expect(await bookOf(ada)).toEqual(['2 Side Street*'])
    await ada.does(deleteAddress, { id: second })
    expect(await bookOf(ada)).toEqual([])
  })

  it('keeps one default, whatever is asked for at once', async () => {
    const ada = await signedIn(database.db)
    const ids = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((street) => keeps(ada, { ...home, line1: street }, 'on')),
    )
    await Promise.all(ids.map((id) => ada.does(setDefaultAddress, { id })))
    const book = await bookOf(ada)
    expect(book).toHaveLength(6)
    expect(book.filter((one) => one.endsWith('*'))).toHaveLength(1)
  })

  it('takes no address that nothing can be sent to, and says why at its field', async () => {
    const ada = await signedIn(database.db)
    const typed = addressOf.parse({ country: 'US', postcode: '9' })
    expect(await ada.does(addAddress, { address: typed, isDefault: 'off' })).toMatchObject({
      ok: false,
      problem: {
        name: 'address_incomplete',
        fields: { 'address.lastName': 'Last name is required', 'address.line1': expect.any(String) },
      },
    })
    expect(await bookOf(ada)).toEqual([])
  })

  it('keeps an address once, however often the button is pressed', async () => {
    const ada = await signedIn(database.db)
    await Promise.all([keeps(ada, home), keeps(ada, home), keeps(ada, home)])
    expect(await bookOf(ada)).toEqual(['1 Main Street*'])
  })

  it('ends somewhere', async () => {
    const ada = await signedIn(database.db)
    for (let n = 0; n < mostAddresses; n++) await keeps(ada, { ...home, line1: `${n} Main Street` })
    expect(await ada.does(addAddress, { address: work, isDefault: 'off' })).toMatchObject({
      problem: { name: 'too_many_addresses' },
    })
    const last = { ...home, line1: `${mostAddresses - 1} Main Street` }
    expect(await ada.does(addAddress, { address: last, isDefault: 'off' })).toMatchObject({ ok: true })
  })

  it('shows and gives nothing to another customer', async () => {
    const ada = await signedIn(database.db)
    const eve = await signedIn(database.db)
    const id = await keeps(ada, home)
    for (const answer of [
      await eve.does(editAddress, { id, address: work, isDefault: 'on' }),
      await eve.does(deleteAddress, { id }),
      await eve.does(setDefaultAddress, { id }),
    ])
      expect(answer).toMatchObject({ problem: { name: 'unknown_address' } })
    expect(await bookOf(ada)).toEqual(['1 Main Street*'])
    expect(await bookOf(eve)).toEqual([])
  })
})

it('is in a new checkout from the start, and changed by none', async () => {
  const ada = await signedIn(database.db)
  await keeps(ada, home)
  const made = await ada.does(createCheckout, { sku: 'stool-sage', quantity: 1 })
  if (!made.ok) throw new Error(made.problem.name)
  const view = await ada.does(checkoutDetail, { slug: made.value.slug })
  expect(view).toMatchObject({ value: { address: home, contact: { email: ada.email } } })
  expect(await bookOf(ada)).toEqual(['1 Main Street*'])
})
