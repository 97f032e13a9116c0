import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAddress, deleteAddress, listAddresses, mostAddresses } from '#features/addresses/actions/book.ts'
import { address as addressOf, type Address } from '#features/postal/contract.ts'
import { buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { checkoutDetail } from './actions/browse.ts'
import { saveInformation } from './actions/fill.ts'
import { createCheckout } from './actions/open.ts'

/* The address book of a customer in the checkout: what is chosen from it, and what is kept in it. */

const home: Address = addressOf.parse({
  firstName: 'Ada',
  lastName: 'Byron',
  country: 'US',
  region: 'CA',
  city: 'Los Angeles',
  line1: '1 Main Street',
  postcode: '90012',
  countryCode: '+1',
  phone: '(213) 555-0100',
})
const work: Address = { ...home, line1: '2 Side Street' }
const typed: Address = { ...home, line1: '3 New Street' }

/** Keeps an address; returns its id. */
async function keeps(who: SignedIn, address: Address): Promise<number> {
  const answer = await who.does(addAddress, { address, isDefault: 'off' })
  if (!answer.ok) throw new Error(answer.problem.name)
  return answer.value.addresses.find((one) => one.address.line1 === address.line1)!.id
}

/** The streets of the book, the default address first. */
async function bookOf(who: SignedIn): Promise<string[]> {
  const answer = await who.does(listAddresses, {})
  return answer.ok ? answer.value.addresses.map(({ address }) => address.line1) : []
}

async function begins(who: SignedIn): Promise<string> {
  const made = await who.does(createCheckout, { sku: 'stool-sage', quantity: 1 })
  if (!made.ok) throw new Error(made.problem.name)
  return made.value.slug
}

describe('an address of the book', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
    await database.db.pool.query(cartCatalogue)
  })
  afterAll(() => database.drop())

  it('is chosen by its id, with all else that the step has', async () => {
    const ada = await signedIn(database.db)
    await keeps(ada, home)
    const addressId = await keeps(ada, work)
    const slug = await begins(ada)
    const note = 'Ring twice.'
    const contact = { email: 'ada@example.org', marketing: true }
    const answer = await ada.does(saveInformation, { slug, contact, address: typed, addressId, note })
    expect(answer).toMatchObject({ ok: true, value: { contact, address: work, note } })
    expect(await ada.does(checkoutDetail, { slug })).toMatchObject({ value: { address: work, note } })
  })

  it('is the customer’s alone: without it in the book, the fields count', async () => {
    const ada = await signedIn(database.db)
    const eve = await signedIn(database.db)
    const guest = buyer(database.db)
    const addressId = await keeps(ada, home)
    const slug = await begins(eve)
    expect(await eve.does(saveInformation, { slug, address: typed, addressId })).toMatchObject({
      value: { address: typed },
    })
    // Without fields, nothing is changed.
    expect(await eve.does(saveInformation, { slug, addressId })).toMatchObject({ value: { address: typed } })
    const ofGuest = (await guest.ready({ 'stool-sage': 1 })).slug
    expect(
      await saveInformation(guest.context(), { slug: ofGuest, address: typed, addressId }),
    ).toMatchObject({ value: { address: typed } })

    const own = await begins(ada)
    await ada.does(deleteAddress, { id: addressId })
    expect(await ada.does(saveInformation, { slug: own, address: typed, addressId })).toMatchObject({
      value: { address: typed },
    })
  })
})

describe('an address that is kept', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
    await database.db.pool.query(cartCatalogue)
  })
  afterAll(() => database.drop())

  it('is the latest that was typed, once, as soon as nothing in it is missing', async () => {
    const ada = await signedIn(database.db)
    const slug = await begins(ada)
    await ada.does(saveInformation, { slug, address: { ...typed, postcode: '9' }, keep: 'on' })
    expect(await bookOf(ada)).toEqual([])
    await ada.does(saveInformation, { slug, address: home })
    expect(await bookOf(ada)).toEqual([])
    await ada.does(saveInformation, { slug, address: typed })
    await ada.does(saveInformation, { slug, keep: 'on' })
    await ada.does(saveInformation, { slug, keep: 'on' })
    expect(await bookOf(ada)).toEqual(['3 New Street'])
    await ada.does(saveInformation, { slug, address: work, keep: 'off' })
    expect(await bookOf(ada)).toEqual(['3 New Street'])
  })

  it('is nobody’s for a guest', async () => {
    const guest = buyer(database.db)
    const { slug } = await guest.ready({ 'stool-sage': 1 })
    const before = await database.db.pool.query('select count(*)::int as count from customer_addresses')
    expect(await saveInformation(guest.context(), { slug, address: typed, keep: 'on' })).toMatchObject({
      ok: true,
    })
    const after = await database.db.pool.query('select count(*)::int as count from customer_addresses')
    expect(after.rows).toEqual(before.rows)
  })

  it('does not hold the order up when the book is full', async () => {
    const ada = await signedIn(database.db)
    for (let n = 0; n < mostAddresses; n++) await keeps(ada, { ...home, line1: `${n} Main Street` })
    const slug = await begins(ada)
    expect(await ada.does(saveInformation, { slug, address: typed, keep: 'on' })).toMatchObject({
      ok: true,
      value: { address: typed },
    })
    expect(await bookOf(ada)).not.toContain('3 New Street')
  })
})

describe('over the wire', () => {
  let shop: WholeShop
  beforeAll(async () => {
    shop = await openWholeShop()
    await shop.database.db.pool.query(cartCatalogue)
  })
  afterAll(() => shop.close())

  it('is kept by a call under its key, and the call answers again as it did', async () => {
    const { who, headers } = await browserOf(shop)
    const slug = await begins(who)
    await who.does(saveInformation, { slug, address: typed })
    const again = { ...headers, 'idempotency-key': 'one press' }
    const keeping = async () =>
      JSON.parse(
        (await shop.post('/api/web/checkout/information', { slug, keep: 'on' }, again)).body,
      ) as object
    const first = await keeping()
    expect(first).toMatchObject({ code: 0, data: { address: typed } })
    expect(await keeping()).toEqual(first)
    expect(await bookOf(who)).toEqual(['3 New Street'])
  })

  it('without scripts it is one form: the box stays ticked until the step is done, and no cache has the page', async () => {
    const { who, headers } = await browserOf(shop)
    await keeps(who, home)
    const slug = await begins(who)
    const page = `/checkout/${slug}?step=information`
    const sent = async (fields: Record<string, string>): Promise<string> => {
      const body = new URLSearchParams({
        slug,
        step: 'information',
        next: `/checkout/${slug}?step=payment`,
        'contact.email': 'ada@example.org',
        note: 'Ring twice.',
        addressId: '',
        ...Object.fromEntries(Object.entries(typed).map(([part, value]) => [`address.${part}`, value])),
        keep: 'on',
        ...fields,
      })
      const { status, headers: said } = await shop.post('/form/checkout/information', body, headers)
      expect(status).toBe(303)
      return String(said['location'])
    }
    expect(await sent({ 'address.postcode': '9' })).toBe(`${page}&tried=1&keep=1`)
    expect(await sent({ next: page })).toBe(`${page}&keep=1`)
    const { body, headers: said } = await shop.get(`${page}&keep=1`, headers)
    expect(said['cache-control']).toContain('no-store')
    expect(body).toMatch(/<input(?=[^>]*name="keep")[^>]*checked/)
    expect(body).toContain('Ring twice.')
    const [first] = body.split('name="addressId"').slice(1)
    expect(first).not.toMatch(/^[^>]*checked/)

    expect(await sent({})).toBe(`/checkout/${slug}?step=payment`)
    expect(await bookOf(who)).toEqual(['1 Main Street', '3 New Street'])
  })
})
