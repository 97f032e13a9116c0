import { sql } from 'kysely'
import { shownCount } from '#features/favourites/queries/favourites.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { customerColumns, type CustomerRow } from './customers.ts'
import { agentOf, type EventKind } from './events.ts'

/* What every way of signing in reads and writes: one statement each, since many sign in at once. */

export interface SigningIn {
  customer: number
  session: number
  kind: EventKind
  method: string
  /** `rememberDevice` */
  browser: Buffer
}

export interface SignedIn extends CustomerRow {
  /** The id of the event. */
  event: number
  /** The customer had signed in with this browser before. */
  wasKnown: boolean
}

/**
 * Writes the event of a sign-in, its browser and its time. Returns the customer as it was before.
 * @param signing of a customer whose account is open
 */
export async function recordSignIn(
  tx: Tx,
  { now, visitor }: Pick<Ctx, 'now' | 'visitor'>,
  { customer, session, kind, method, browser }: SigningIn,
): Promise<SignedIn> {
  // oxlint-disable-next-line house/bare-ip -- shown to the customer, as the specification asks; it limits nothing
  const { ip } = visitor
  // The parts of one statement see what was there before it.
  const { rows: found } = await sql<SignedIn>`
    with event as (
      insert into security_events (customer_id, kind, at, ip, agent, session_id, data)
      values (
        ${customer}, ${kind}, ${now}, ${ip}, ${agentOf(visitor)}, ${session},
        ${JSON.stringify({ method })}::jsonb
      )
      returning id
    ),
    seen as (
      insert into known_browsers (customer_id, browser, seen_at)
      values (${customer}, ${browser}, ${now})
      on conflict (customer_id, browser) do update set seen_at = excluded.seen_at
    ),
    signed as (update customers set signed_in_at = ${now} where id = ${customer})
    select ${customerColumns}, (select id from event) as event,
      exists (select from known_browsers where customer_id = c.id and browser = ${browser}) as "wasKnown"
    from customers c
    where c.id = ${customer} and c.closed_at is null`.execute(rows(tx))
  return found[0]!
}

/** What there is to join at a sign-in, and what the customer has before. */
export interface Gathered {
  hasCart: boolean
  hasCheckouts: boolean
  hasFavourites: boolean
  /** Orders that guests placed with the customer's proven e-mail address. */
  hasOrders: boolean
  /** In the customer's cart. */
  units: number
  /** That the customer's list shows. */
  favourites: number
}

/**
 * Locks nothing: most browsers bring nothing along, and what is there is locked and read again before it is joined.
 * @param browser null: it has no token
 * @param owner stands for the customer
 */
export async function findGathered(
  tx: Tx,
  { browser, owner, customer }: { browser: Buffer | null; owner: Buffer; customer: number },
  now: Date,
): Promise<Gathered> {
  const { rows: found } = await sql<Gathered>`
    select exists (select from carts where token_hash = ${browser}) as "hasCart",
      exists (select from checkouts where owner_hash = ${browser} and order_id is null) as "hasCheckouts",
      exists (select from favourite_lists where browser_hash = ${browser}) as "hasFavourites",
      exists (
        select from orders
        where customer_id is null
          and lower(email) = (
            select account
            from customer_identities
            where customer_id = ${customer} and kind = 'email' and verified_at is not null
          )
      ) as "hasOrders",
      (
        select coalesce(sum(l.quantity), 0)::int
        from carts c
        join cart_lines l on l.cart_id = c.id
        where c.token_hash = ${owner}
      ) as units,
      (${shownCount({ customer }, now)}) as favourites`.execute(rows(tx))
  return found[0]!
}
