import { randomBytes } from 'node:crypto'
import { addAddress } from '#features/addresses/actions/book.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import { createVerification } from '#features/verify/actions/create.ts'
import { home, type Buyer } from '#test/buyer.ts'
import { plantArticle } from '#test/planted/words.ts'
import { type Browser } from '#test/signed-in-shop.ts'
import { type WholeShop } from '#test/whole-shop.ts'

/* Things of somebody's that a call can name, for the sweep. */

export interface World {
  shop: WholeShop
  ada: Browser
  owner: Buyer
}
/** An input with the owner's own thing; strangers send it as it is. */
export type Ask = (world: World) => Promise<object>

/** Everybody may name it; or it is a secret of a mail, which opens to whoever has it and which nobody can guess. */
export const open = 'everybody’s'
export const secret = 'a secret'
/** The answer goes by mail to the owner, and is the same for everybody else. */
export const mailed = 'mailed'

const line = async ({ owner }: World): Promise<number> => {
  const { lines } = await owner.view()
  const [first] = lines
  if (first !== undefined) return first.id
  await owner.under(crypto.randomUUID(), { sku: 'vase-sage', quantity: 2 })
  return (await owner.view()).lines[0]!.id
}
export const withLine =
  (rest: object = {}): Ask =>
  async (world) => ({ line: await line(world), ...rest })
export const withLines =
  (rest: object = {}): Ask =>
  async (world) => ({ lines: [await line(world)], ...rest })
export const withCheckout =
  (rest: object = {}): Ask =>
  async ({ owner }) => ({ slug: (await owner.ready({ 'stool-sage': 1 })).slug, ...rest })
export const withOrder =
  (field: 'slug' | 'order', rest: object = {}): Ask =>
  async ({ owner }) => {
    const placed = await owner.submit(await owner.ready({ 'stool-sage': 1 }))
    if (!placed.ok) throw new Error(JSON.stringify(placed.problem))
    return { [field]: placed.value.order, ...rest }
  }
export const withAddress =
  (rest: object = {}): Ask =>
  async ({ owner }) => {
    const added = await addAddress(owner.context(), { address: home, isDefault: 'off' })
    if (!added.ok) throw new Error(added.problem.name)
    return { id: added.value.addresses.at(-1)!.id, ...rest }
  }
/** A puzzle of the owner's browser. */
export const withPuzzle =
  (rest: object = {}): Ask =>
  async ({ owner, shop }) => {
    const issued = await createVerification(owner.context(), { way: 'question' })
    if (!issued.ok) throw new Error(issued.problem.name)
    const { verifyId } = issued.value
    const { rows } = await shop.database.db.pool.query<{ wanted: number }>(
      'select wanted from verifications where key = $1',
      [hashToken(verifyId)],
    )
    return { verifyId, verifyAnswer: String(rows[0]!.wanted), ...rest }
  }

export const withPasskey =
  (rest: object = {}): Ask =>
  async ({ ada, shop }) => {
    const { rows } = await shop.database.db.pool.query<{ id: number }>(
      `with known as (
         insert into passkey_users (customer_id, handle) values ($1, $2)
         on conflict (customer_id) do update set customer_id = excluded.customer_id
         returning customer_id
       )
       insert into passkeys (
         customer_id, credential_id, public_key, counter, transports, aaguid, is_backed_up, rp_id, created_at
       )
       select customer_id, $3, '\\x00', 0, '{}', gen_random_uuid(), true, 'shop.example', now() from known
       returning id`,
      [ada.who.customer, randomBytes(32), randomBytes(16)],
    )
    return { id: rows[0]!.id, ...rest }
  }
export const withEvent: Ask = async ({ ada, shop }) => {
  const { rows } = await shop.database.db.pool.query<{ id: number }>(
    `insert into security_events (customer_id, kind, at, ip, agent)
     values ($1, 'signed_in', now(), '', '')
     returning id`,
    [ada.who.customer],
  )
  return { event: rows[0]!.id }
}
export const withLinked =
  (rest: object = {}): Ask =>
  async ({ ada, shop }) => {
    const { rows } = await shop.database.db.pool.query<{ id: number }>(
      `insert into oauth_accounts (provider, issuer, subject, customer_id, linked_at)
       values ('acme', 'https://id.example', $2, $1, now())
       returning id`,
      [ada.who.customer, randomBytes(8).toString('hex')],
    )
    return { id: rows[0]!.id, ...rest }
  }

/** One of somebody's articles, and the revision of it that is opened. */
export const withRevision =
  (rest: object = {}): Ask =>
  async ({ ada, shop }) => ({ ...(await plantArticle(shop.database.db, ada.who.customer)), ...rest })
export const ownArticle: Ask = async ({ ada, shop }) => {
  const { id } = await plantArticle(shop.database.db, ada.who.customer)
  return { id }
}
