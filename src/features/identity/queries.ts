import { sql } from 'kysely'
import { second } from '#domain/time.ts'
import type { AccountKind } from '#features/account/rules/account-name.ts'
import { windowFor, type SentOrder } from '#features/returns/rules/windows.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Changes of e-mail addresses and mobile numbers. */

export interface NewChange {
  customer: number
  kind: AccountKind
  /** Null: there was none. */
  oldAccount: string | null
  oldVerifiedAt: Date | null
  /** Null: it was removed. */
  newAccount: string | null
  /** SHA-256 of the token in the link that undoes it. */
  undoHash: Buffer
  now: Date
}

export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  const { customer, kind, oldAccount, oldVerifiedAt, newAccount, undoHash, now } = change
  await sql`
    insert into identity_changes (customer_id, kind, old_account, old_verified_at, new_account, undo_hash, at)
    values (
      ${customer}, ${kind}, ${oldAccount}, ${oldVerifiedAt}, ${newAccount}, ${undoHash}, ${now}
    )`.execute(rows(tx))
}

/** What was of a kind before the first of the changes that can still be undone. Null: none can. */
export async function seniorOf(
  tx: Tx,
  customer: number,
  kind: AccountKind,
  since: Date,
): Promise<{ account: string | null } | null> {
  const { rows: found } = await sql<{ account: string | null }>`
    select old_account as account
    from identity_changes
    where customer_id = ${customer} and kind = ${kind} and undone_at is null and at > ${since}
    order by id limit 1`.execute(rows(tx))
  return found[0] ?? null
}

/**
 * Former e-mail addresses of a customer from which a change can be undone now: those that a change took the place of
 * within this time. None that had itself come by a change which could be undone then, for its owner was told without a
 * link; and none that somebody else has by now.
 * @param within milliseconds
 */
export async function undoingEmails(
  db: Db,
  customer: number,
  { now, within }: { now: Date; within: number },
): Promise<string[]> {
  const { rows: found } = await sql<{ account: string }>`
    select distinct i.old_account as account
    from identity_changes i
    where i.customer_id = ${customer}
      and i.kind = 'email'
      and i.old_account is not null
      and i.undone_at is null
      and i.at > ${new Date(now.getTime() - within)}
      and not exists (
        select from identity_changes earlier
        where earlier.customer_id = i.customer_id
          and earlier.kind = i.kind
          and earlier.id < i.id
          and earlier.undone_at is null
          and earlier.at > i.at - make_interval(secs => ${within / second})
      )
      and not exists (
        select from customer_identities taken
        where taken.kind = i.kind and taken.account = i.old_account and taken.customer_id <> i.customer_id
      )`.execute(rows(db))
  return found.map(({ account }) => account)
}

export interface ChangeRow {
  id: number
  customer: number
  kind: AccountKind
  oldAccount: string | null
  newAccount: string | null
  at: Date
}

/** A change that can still be undone by this link. @param since changes before are too old */
export async function findChange(db: Db, undoHash: Buffer, since: Date): Promise<ChangeRow | null> {
  const { rows: found } = await sql<ChangeRow>`
    select i.id, i.customer_id as customer, i.kind, i.old_account as "oldAccount",
      i.new_account as "newAccount", i.at
    from identity_changes i
    join customers c on c.id = i.customer_id
    where i.undo_hash = ${undoHash}
      and i.undone_at is null
      and i.at > ${since}
      and c.closed_at is null`.execute(rows(db))
  return found[0] ?? null
}

export interface UndoneRow {
  kind: AccountKind
  oldAccount: string | null
  oldVerifiedAt: Date | null
  newAccount: string | null
}

/**
 * Marks a change as undone, and every later one of its customer: whoever made the first could have made those. In one
 * guarded statement, so that a link works once. Returns them, the first one first; none when it was undone before.
 */
export async function undoFrom(tx: Tx, id: number, now: Date): Promise<UndoneRow[]> {
  const { rows: undone } = await sql<UndoneRow>`
    with undone as (
      update identity_changes i
      set undone_at = ${now}
      from identity_changes first
      where first.id = ${id}
        and first.undone_at is null
        and i.customer_id = first.customer_id
        and i.id >= first.id
        and i.undone_at is null
      returning i.id, i.kind, i.old_account, i.old_verified_at, i.new_account
    )
    select kind, old_account as "oldAccount", old_verified_at as "oldVerifiedAt", new_account as "newAccount"
    from undone
    order by id`.execute(rows(tx))
  return undone
}

/**
 * The first change of a customer since a moment that another session than `but` made; null when there is none that can
 * be undone: another customer may have an old account by now.
 */
export async function firstChangeSince(
  tx: Tx,
  customer: number,
  since: Date,
  but: number | null,
): Promise<number | null> {
  const { rows: found } = await sql<{ id: number }>`
    select i.id
    from identity_changes i
    where i.customer_id = ${customer}
      and i.at >= ${since}
      and not exists (
        select from security_events e
        where e.customer_id = i.customer_id
          and e.kind in ('identity_changed', 'identity_removed')
          and e.at = i.at
          and e.session_id = ${but}
      )
      and i.undone_at is null
      and not exists (
        select from identity_changes later
        join customer_identities taken on taken.kind = later.kind and taken.account = later.old_account
        where later.customer_id = i.customer_id
          and later.id >= i.id
          and later.undone_at is null
          and taken.customer_id <> i.customer_id
      )
    order by i.id limit 1`.execute(rows(tx))
  return found[0]?.id ?? null
}

export async function deleteChanges(tx: Tx, customer: number): Promise<void> {
  await sql`delete from identity_changes where customer_id = ${customer}`.execute(rows(tx))
}

export async function pruneChanges(db: Db, before: Date): Promise<void> {
  await sql`delete from identity_changes where at < ${before}`.execute(rows(db))
}

/** What somebody who closes the account should know before. */
export interface Belongings {
  orders: number
  /** Orders that are neither completed nor cancelled: they go on. */
  openOrders: number
  /** Store credit, in minor units of each currency. */
  credit: Sum[]
  /** Store credit that orders and returns can still bring back: at most so much of each currency. */
  coming: Sum[]
  /** Returns under way whose refund was to be store credit: it goes back as it was paid instead. */
  creditReturns: number
}

interface Sum {
  currency: string
  /** Minor units. */
  amount: number
}

/** An order that was paid with store credit, of which some can still come back. */
interface CreditOrder extends Sum, SentOrder {
  /** It is not completed, or a return of it is open: whatever the days. */
  isUnderWay: boolean
}

/**
 * An order can bring back the store credit that it was paid with, as long as it is under way, a return of it is open, or
 * the time to ask for one is not over. What it was paid with goods goes to where those were paid, and is store credit as
 * far as that was.
 */
export async function belongingsOf(
  db: Db,
  customer: number,
  { shop, now }: Pick<Ctx, 'shop' | 'now'>,
): Promise<Belongings> {
  const { rows: found } = await sql<Omit<Belongings, 'coming'> & { creditOrders: CreditOrder[] }>`
    with recursive bought(id, most) as (
      select id, credit
      from orders
      where customer_id = ${customer} and source <> 'exchange'
      union all
      select r.exchange_order_id, least(b.most, (r.quote ->> 'toCredit')::bigint)
      from bought b
      join returns r on r.order_id = b.id
      where r.exchange_order_id is not null
    )
    select (select count(*)::int from orders where customer_id = ${customer}) as orders,
      (
        select count(*)::int
        from orders
        where customer_id = ${customer} and status not in ('completed', 'cancelled')
      ) as "openOrders",
      (
        select coalesce(json_agg(sums order by sums.currency), '[]')
        from (
          select currency, sum(amount) as amount
          from credit_entries
          where customer_id = ${customer}
          group by currency
          having sum(amount) > 0
        ) sums
      ) as credit,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'currency', o.currency, 'amount', least(b.most, o.credit - back.amount),
              'isUnderWay', o.status <> 'completed' or back.open > 0, 'deliveryStatus', o.delivery_status,
              'sendingEnded', o.sending_ended, 'parcels', sent.parcels
            )
            order by o.currency
          ),
          '[]'
        )
        from bought b
        join orders o on o.id = b.id
        cross join lateral (
          select
            coalesce(
              sum((r.quote ->> 'toCredit')::bigint) filter (where r.status = 'completed'), 0
            ) as amount,
            count(*) filter (where r.status = 'pending_approval') as open
          from returns r
          where r.order_id = o.id
        ) back
        cross join lateral (
          select coalesce(
            json_agg(
              json_build_object(
                'shippedAt', s.shipped_at, 'deliveredAt', s.delivered_at,
                'confirmed', s.confirmed
              )
            ),
            '[]'
          ) as parcels
          from shipments s
          where s.order_id = o.id
        ) sent
        where o.status <> 'cancelled' and least(b.most, o.credit - back.amount) > 0
      ) as "creditOrders",
      (
        select count(*)::int
        from returns r
        join orders o on o.id = r.order_id
        where o.customer_id = ${customer} and r.status = 'pending_approval' and r.refund_to = 'credit'
      ) as "creditReturns"`.execute(rows(db))
  const { creditOrders, ...known } = found[0]!
  const isOpen = (order: CreditOrder): boolean =>
    order.isUnderWay ||
    (['return', 'withdrawal'] as const).some((way) => windowFor(order, way, shop.sales.returns, now).isOpen)
  const coming = new Map<string, number>()
  for (const order of creditOrders.filter(isOpen))
    coming.set(order.currency, (coming.get(order.currency) ?? 0) + order.amount)
  return { ...known, coming: [...coming].map(([currency, amount]) => ({ currency, amount })) }
}
