import { sql } from 'kysely'
import type { AccountName } from '#features/account/rules/account-name.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Customers as the merchant sees them: read from the tables of every feature that has some of it. */

export interface ListedCustomer {
  id: number
  number: string
  firstName: string
  lastName: string
  email: string | null
  /** Nobody has proven yet that the e-mail address is theirs: it came with an import. */
  isEmailProven: boolean
  mobile: string | null
  locale: string
  createdAt: Date
  signedInAt: Date | null
  closedAt: Date | null
  orders: number
}

export interface ShownCustomer extends ListedCustomer {
  hasPassword: boolean
  addresses: number
  openSessions: number
  /** Of its orders those that are under way. */
  openOrders: number
  /** Minor units. */
  credit: { currency: string; balance: number }[]
}

const listed = sql`
  c.id, c.number, c.first_name as "firstName", c.last_name as "lastName", mail.account as email,
  mail.verified_at is not null as "isEmailProven", phone.account as mobile, c.locale,
  c.created_at as "createdAt", c.signed_in_at as "signedInAt", c.closed_at as "closedAt",
  (select count(*)::int from orders o where o.customer_id = c.id) as orders`

const identities = sql`
  left join customer_identities mail on mail.customer_id = c.id and mail.kind = 'email'
  left join customer_identities phone on phone.customer_id = c.id and phone.kind = 'mobile'`

/**
 * The newest first.
 * @param search part of a name, an e-mail address, a mobile number or a customer number; empty for all
 * @param before only customers with smaller ids
 */
export async function listedCustomers(
  db: Db,
  search: string,
  before: number,
  limit: number,
): Promise<ListedCustomer[]> {
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const { rows: found } = await sql<ListedCustomer>`
    select ${listed}
    from customers c ${identities}
    where c.id < ${before}
      and (
        ${search} = ''
        or c.first_name || ' ' || c.last_name || ' ' || c.nickname ilike ${pattern}
        or c.number ilike ${pattern}
        or mail.account ilike ${pattern}
        or phone.account ilike ${pattern}
      )
    order by c.id desc limit ${limit}`.execute(rows(db))
  return found
}

/** By its number, or by an e-mail address or mobile number; null for none. */
export async function shownCustomer(
  db: Db,
  number: string,
  account: AccountName | null,
): Promise<ShownCustomer | null> {
  const { rows: found } = await sql<ShownCustomer>`
    select ${listed}, exists (select from customer_passwords p where p.customer_id = c.id) as "hasPassword",
      (select count(*)::int from customer_addresses a where a.customer_id = c.id) as addresses,
      (
        select count(*)::int from sessions s where s.customer_id = c.id and s.ended_at is null
      ) as "openSessions",
      (
        select count(*)::int
        from orders o
        where o.customer_id = c.id and o.status not in ('completed', 'cancelled')
      ) as "openOrders",
      (
        select coalesce(
          json_agg(json_build_object('currency', b.currency, 'balance', b.balance) order by b.currency), '[]'
        )
        from credit_balances b
        where b.customer_id = c.id
      ) as credit
    from customers c ${identities}
    where c.number = ${number}
      or c.id = (
        select i.customer_id
        from customer_identities i
        where i.kind = ${account?.kind ?? null} and i.account = ${account?.account ?? null}
      )
    limit 1`.execute(rows(db))
  return found[0] ?? null
}
