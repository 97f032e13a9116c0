import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { exportCustomer } from '#features/customer/queries/export.ts'
import { eraseForShop } from '#features/customer/shop/customers.ts'
import { close } from '#features/identity/actions/close.ts'
import { eraseCustomer } from '#features/identity/actions/erase.ts'
import { submitInquiry } from '#features/inquiries/actions/submit.ts'
import { addInquiry } from '#features/inquiries/queries.ts'
import { importForms } from '#features/inquiries/shop/import.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import { accountVisitor } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { contentFile } from '#wire/content-format.ts'

/*
 * What belongs to an account by its e-mail address, or was written while signed in: the customer's own closing and the
 * operator's erasure end in the same state.
 */

const now = new Date('2026-11-25T12:00:00Z')
const shopEmail = 'hello@shop.example'

async function world() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const { forms } = contentFile.parse(JSON.parse(await readFile('demo/content/forms.json', 'utf8')))
  await db.transact((tx) =>
    importForms(
      tx,
      forms.map((entry) => ({ entry })),
    ),
  )
  let network = 0
  const browser = () =>
    accountVisitor(db, {
      ip: `198.51.100.${(network += 1)}`,
      now: () => now,
      shop: { email: shopEmail },
    })
  const list = async (query: string): Promise<unknown[]> =>
    (await db.pool.query<unknown[]>({ text: query, rowMode: 'array' })).rows.map((row) => row.join(' '))
  return { db, browser, list }
}

type World = Awaited<ReturnType<typeof world>>

/** Somebody with an account, a newsletter, an alert and mails. */
async function customer({ db, browser }: World, email: string) {
  const own = browser()
  await own.signsUp(email)
  const typed = email.replace('a', 'A')
  await db.pool.query(
    `insert into newsletter_subscribers (email, locale, state, created_at, changed_at)
     values ($1, 'en', 'subscribed', $2, $2)`,
    [typed, now],
  )
  await db.pool.query(
    `insert into alerts (sku_id, kind, email, locale, currency, amount, state, created_at, changed_at)
     select id, 'stock', $1, 'en', 'USD', 100, 'active', $2, $2 from skus where sku = 'stool-sage'`,
    [typed, now],
  )
  await db.pool.query(
    `insert into outbox_mails (
       kind, recipient, reply_to, sender_name, subject, html, plain, message_id, next_at, give_up_at, created_at
     )
     select kind, case kind when 'order.shop.placed' then $3 else $1 end,
       case kind when 'order.shop.placed' then $1 else $3 end, '', '', '', '', kind || $1, $2, $2, $2
     from unnest(array['order.placed', 'order.shop.placed', 'alert.news']) kind`,
    [email, now, shopEmail],
  )
  return own
}

const inquiry = { form: 'feedback', product: null, images: [], website: '' }
const contact = (email: string) => ({ topic: 'product', name: 'Ada', email })

/** Ada's inquiries: as a guest, and signed in with another address. Eve's and a stranger's are there, too. */
async function writes(given: World, ada: Awaited<ReturnType<typeof customer>>): Promise<void> {
  const { db, browser } = given
  const eve = await customer(given, 'eva@example.com')
  for (const [who, email, content] of [
    [browser(), 'Ada@example.com', 'as a guest'],
    [ada, 'work@example.com', 'signed in'],
    [eve, 'eva@example.com', 'of Eve'],
    [browser(), 'joe@example.com', 'of a stranger'],
  ] as const)
    expect(await who.does(submitInquiry, { ...inquiry, content, contact: contact(email) })).toMatchObject({
      ok: true,
    })
  await db.pool.query(
    `insert into inquiry_pictures (inquiry_id, position, picture_id)
     select id, 0, case content when 'of Eve' then 2 else 1 end from inquiries where content <> 'of a stranger'`,
  )
}

it.each(['the customer', 'the shop'])(
  'deletes what was written by an account and to it, when it is closed by %s',
  async (who) => {
    const given = await world()
    const { db, list } = given
    const ada = await customer(given, 'ada@example.com')
    await writes(given, ada)
    const { customer: id } = await ada.context().who()
    const document = await exportCustomer(db, id!, ownerHash(id!))
    expect(document).toMatchObject({
      inquiries: [
        { form: 'feedback', content: 'as a guest', pictures: ['0000000000000001'] },
        { content: 'signed in' },
      ],
    })
    const mailsOfAda = ['account.signUp', 'order.placed', 'order.shop.placed', 'alert.news']
    const mails = document['mails'] as Record<string, unknown>[]
    // Codes and links stand in subjects and texts.
    expect(Object.keys(mails[0]!)).toEqual(['about', 'channel', 'to', 'state', 'createdAt', 'sentAt'])
    expect(mails.map(({ about }) => about)).toEqual([
      ...mailsOfAda,
      // Of the inquiry that has her address.
      'inquiry.shop',
      'inquiry.receipt',
    ])

    if (who === 'the customer')
      expect(await ada.does(close, { confirmation: 'ada@example.com', forfeit: 'off' as const })).toEqual({
        ok: true,
        value: {},
      })
    else expect(await eraseForShop({ transact: db.transact, now }, id!)).toBe(true)
    expect(await list('select content from inquiries order by id')).toEqual(['of Eve', 'of a stranger'])
    // Two of Ada's had it, and nothing shows it any more.
    expect(await list('select picture_id from uploads where created_at < now()')).toEqual(['1'])
    expect(await list('select email from newsletter_subscribers')).toEqual(['evA@example.com'])
    expect(await list('select email from alerts')).toEqual(['evA@example.com'])
    expect(
      await list(
        `select kind from outbox_mails where 'ada@example.com' in (recipient, reply_to) order by id`,
      ),
    ).toEqual(['order.placed', 'order.shop.placed', ...(who === 'the customer' ? ['identity.closed'] : [])])
    expect(await list(`select kind from outbox_mails where person = 'eva@example.com' order by id`)).toEqual([
      ...mailsOfAda,
      'inquiry.shop',
      'inquiry.receipt',
    ])
  },
)

it('leaves what stands under an address that nobody has proven, but for the shop', async () => {
  const given = await world()
  const { db, list } = given
  const ada = await customer(given, 'ada@example.com')
  await db.pool.query('update customer_identities set verified_at = null')
  const { customer: id } = await ada.context().who()
  const document = await exportCustomer(db, id!, ownerHash(id!))
  expect(document).toMatchObject({ newsletter: [], alerts: [], mails: [] })
  await db.transact((tx) => eraseCustomer(tx, id!, now))
  expect(await list('select email from newsletter_subscribers')).toEqual(['Ada@example.com'])
  expect(await list('select count(*) from erased_emails')).toEqual(['0'])
})

it('writes no inquiry under an account that was closed meanwhile', async () => {
  const given = await world()
  const { db, list } = given
  const ada = given.browser()
  await ada.signsUp('ada@example.com')
  const { customer: id } = await ada.context().who()
  const written = {
    ...{ formId: 1, form: 'feedback', productId: null, product: null, contact: [], locale: 'en' },
    ...{ pictureIds: [], customer: id, email: null },
  }
  await db.transact((tx) => addInquiry(tx, { ...written, number: 'A', content: 'before' }, now))
  expect(await list('select customer_id is not null from inquiries')).toEqual(['true'])
  await db.transact((tx) => eraseCustomer(tx, id!, now))
  await db.transact((tx) => addInquiry(tx, { ...written, number: 'B', content: 'after' }, now))
  expect(await list('select content, customer_id is null from inquiries')).toEqual(['after true'])
})
