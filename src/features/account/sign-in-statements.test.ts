import { expect, it } from 'vitest'
import { addToCart } from '#features/cart/actions/lines.ts'
import { addFavourite } from '#features/favourites/actions/change.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import { accountVisitor, goodPassword } from '#test/account-visitor.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { statementsOf } from '#test/database-asked/statements.ts'
import { signIn } from './actions/sign-in.ts'
import { signOut } from './actions/sign-out.ts'

/* What a sign-in costs the database, and that it joins everything all the same. */

const typed = (account: string) => ({
  account,
  password: goodPassword,
  code: '',
  countryCode: '',
  keep: 'on' as const,
  next: '',
})

it('asks ten statements where the browser brings nothing along, and two more for the mail about a new one', async () => {
  const { db } = await freshDatabase()
  const { account } = await accountVisitor(db).signsUp(undefined, goodPassword)
  const phone = accountVisitor(db, { ip: '198.51.100.7' })
  const signs = async (): Promise<void> =>
    expect(await phone.does(signIn, typed(account))).toMatchObject({ ok: true })
  expect(await statementsOf(signs)).toHaveLength(12)
  await phone.does(signOut, {})
  expect(await statementsOf(signs)).toHaveLength(10)
  expect(await phone.subjects(account)).toEqual([
    expect.stringContaining('code'),
    expect.stringContaining('sign-in'),
  ])
})

it('tells a browser that brings nothing along how much there is in the cart and among the favourites', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const ada = accountVisitor(db)
  const { account } = await ada.signsUp(undefined, goodPassword)
  await ada.does(addToCart, { sku: 'stool-sage', quantity: 3 })
  await ada.does(addToCart, { sku: 'vase-sage', quantity: 4 })
  for (const id of ['stool', 'vase', 'rare']) await ada.does(addFavourite, { type: 'product', id })
  // What is hidden stays in the list, and is not counted.
  await db.pool.query("update products set visible = false where slug = 'rare'")
  const phone = accountVisitor(db, { ip: '198.51.100.7' })
  expect(await phone.does(signIn, typed(account))).toMatchObject({
    value: { joined: { cartLines: 0, cartJoined: 0, favourites: 0, orders: 0 } },
  })
  expect(phone.cookies).toMatchObject({ violet_cart_count: '7', violet_favorites: '2' })
})

it('joins what the browser brings along: cart, favourites and open checkouts', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const ada = accountVisitor(db)
  const { account } = await ada.signsUp(undefined, goodPassword)
  await ada.does(addToCart, { sku: 'stool-sage', quantity: 3 })
  await ada.does(addFavourite, { type: 'product', id: 'stool' })
  const { customer } = await ada.context().who()
  const phone = accountVisitor(db, { ip: '198.51.100.7' })
  await phone.does(addToCart, { sku: 'vase-sage', quantity: 4 })
  for (const id of ['stool', 'vase']) await phone.does(addFavourite, { type: 'product', id })
  await db.pool.query(
    `insert into checkouts (slug, owner_hash, currency, locale, lines, created_at, updated_at)
     values ('c', $1, 'USD', 'en', '[1]', now(), now())`,
    [hashToken(phone.cookies['violet_cart']!)],
  )
  expect(await phone.does(signIn, typed(account))).toMatchObject({
    value: { joined: { cartLines: 1, cartJoined: 0, favourites: 1, orders: 0 } },
  })
  expect(phone.cookies).toMatchObject({ violet_cart_count: '7', violet_favorites: '2' })
  const { rows } = await db.pool.query('select customer_id as customer from checkouts')
  expect(rows).toEqual([{ customer }])
})
