import { expect, it } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { addAddress } from '#features/addresses/actions/book.ts'
import { buyer, home } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { loadIslands, placedText, rendered } from '#test/placed/placed-parts.tsx'
import { signedIn } from '#test/signed-in.ts'
import { ownParts, type PlacedName } from '#wire/placed-names.ts'
import { loadAlone, placeParts, understood } from './place.tsx'

const islands = loadIslands()

async function world() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const owner = buyer(db)
  const placed = await owner.submit(await owner.ready({ 'stool-sage': 1 }))
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem))
  const { slug } = await owner.ready({ 'vase-ink': 2 })
  const stranger = buyer(db, { email: 'thief@example.org' })
  await stranger.ready({ 'lamp-sage': 1 })
  return { db, owner, stranger, order: placed.value.order, checkout: slug }
}

/** What the props of each part name; the cart and the address book are nobody's but the visitor's. */
const naming: Readonly<Record<(typeof ownParts)[number], 'checkout' | 'order' | null>> = {
  'address-form': 'checkout',
  'address-modal': null,
  cart: null,
  'checkout-apply': 'checkout',
  'checkout-payment': 'checkout',
  'checkout-shipping-plan': 'checkout',
  'order-refund': 'order',
  payment: 'order',
}

async function shownTo(ctx: Ctx, name: PlacedName, given: object): Promise<string | null> {
  const props = understood(name, given)
  if (!props.ok) throw new Error(props.reason)
  const loaded = await loadAlone(ctx, name, props.props, 'k')
  return loaded && rendered(loaded, ctx, await islands).html
}

it('shows what props name to its owner, and nothing of it to anybody else', async () => {
  const { owner, stranger, ...things } = await world()
  for (const name of ownParts) {
    const kind = naming[name]
    if (kind === null) continue
    const props = { [kind]: things[kind] }
    const own = await shownTo(owner.context(), name, props)
    expect([name, own]).toEqual([name, expect.stringContaining(things[kind])])
    const others = [stranger.context(), buyer(things.db).context()]
    for (const ctx of others) expect([name, await shownTo(ctx, name, props)]).toEqual([name, null])
  }
})

it("shows without props the visitor's own, and no member names another's", async () => {
  const { owner, stranger, checkout, db } = await world()
  const mine = await shownTo(owner.context(), 'checkout-apply', {})
  expect(mine).toContain(checkout)
  const his = await shownTo(stranger.context(), 'checkout-apply', {})
  expect(his).not.toContain(checkout)
  expect(his).toContain('Lamp')
  expect(await shownTo(buyer(db).context(), 'checkout-apply', {})).toBeNull()

  expect(await shownTo(owner.context(), 'cart', {})).toContain('vase-ink')
  const cart = await shownTo(stranger.context(), 'cart', {})
  expect(cart).toContain('lamp-sage')
  expect(cart).not.toContain('vase-ink')
  const named = [{ cart: 1 }, { token: 'x' }, { owner: 1 }, { customer: 1 }, { view: {} }, { checkout }]
  for (const props of named) {
    expect(understood('cart', props).ok).toBe(false)
    expect(understood('address-modal', props).ok).toBe(false)
  }
  expect(await shownTo(stranger.context(), 'address-modal', {})).toBeNull()
})

it('shows the addresses of the customer who is signed in', async () => {
  const { db } = await freshDatabase()
  const [ada, ruth] = [await signedIn(db), await signedIn(db)]
  const added = await addAddress(ada.context(), { address: home, isDefault: 'on' })
  expect(added.ok).toBe(true)
  expect(await shownTo(ada.context(), 'address-modal', {})).toContain('1 Argyle Street')
  const others = await shownTo(ruth.context(), 'address-modal', {})
  expect(others).toContain('c="address-modal"')
  expect(others).not.toContain('Argyle')
})

it('asks on a page, which everybody shares, for nobody', async () => {
  const { db, owner } = await world()
  const ctx = owner.context()
  ctx.who = () => Promise.reject(new Error('a page asked who looks at it'))
  const rightProps = Object.fromEntries(ownParts.map((name) => [name, {}])) as Record<PlacedName, object>
  const props = { ...rightProps, payment: { order: '1' }, 'order-refund': { order: '1' } }
  const without = placedText([...ownParts], props).replaceAll(/<p>.*?<\/p>/g, '')
  const { html } = rendered(await placeParts(ctx, without, '/page/x'), ctx, await islands)
  expect(html.match(/<x-island c="(?:part|payment)" on="visible"/g)).toHaveLength(ownParts.length)
  // A link stands where the merchant wrote nothing.
  expect(html.match(/<x-slot><a href="/g)).toHaveLength(ownParts.length)
  expect(html).not.toContain('vase-ink')
  expect(await shownTo({ ...buyer(db).context() }, 'cart', {})).not.toContain('vase-ink')
})
