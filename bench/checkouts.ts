import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/* Checkouts that only have to be submitted, written straight into the database: the measurement begins after them. */

export interface ReadyCheckout {
  slug: string
  /** Of the cart's cookie. */
  token: string
  email: string
}

export const someAddress = {
  firstName: 'Siu Ming',
  lastName: 'Chan',
  country: 'HK',
  region: 'KL',
  city: 'Mong Kok',
  line1: '1 Argyle Street',
  countryCode: '+852',
  phone: '2345 6789',
}

/**
 * Visitors, each with a cart and a checkout of the same lines in which all is filled in.
 * @param skusOf the nth visitor's, one unit of each
 */
export async function prepareCheckouts(
  db: Pick<pg.Pool, 'query'>,
  count: number,
  skusOf: (n: number) => readonly string[],
  options: { coupon?: string; email?: (n: number) => string } = {},
): Promise<ReadyCheckout[]> {
  const all = Array.from({ length: count }, (_, n) => ({
    token: randomBytes(32).toString('base64url'),
    slug: randomBytes(16).toString('base64url'),
    email: options.email?.(n) ?? `buyer-${n}@example.org`,
  }))
  const given = all.map(({ token, slug, email }, n) => ({
    hash: createHash('sha256').update(token).digest('hex'),
    slug,
    email,
    lines: skusOf(n).map((sku) => ({ sku, quantity: 1 })),
  }))
  await db.query(
    `with given as (
       select decode(hash, 'hex') as hash, slug, email, lines from jsonb_to_recordset($1::jsonb) g(hash text, slug text, email text, lines jsonb)
     ), carts_made as (
       insert into carts (token_hash, created_at, updated_at) select hash, now(), now() from given returning id, token_hash
     ), lines_made as (
       insert into cart_lines (cart_id, sku_id, quantity, added_at)
       select c.id, s.id, 1, now() from given join carts_made c on c.token_hash = given.hash
       cross join jsonb_array_elements(given.lines) line join skus s on s.sku = line->>'sku'
     )
     insert into checkouts (slug, owner_hash, cart_id, currency, locale, lines, contact, address, coupon_codes, created_at, updated_at)
     select slug, hash, c.id, 'USD', 'en', lines, jsonb_build_object('email', email), $2, $3, now(), now()
     from given join carts_made c on c.token_hash = given.hash`,
    [JSON.stringify(given), someAddress, options.coupon === undefined ? [] : [options.coupon]],
  )
  return all
}
