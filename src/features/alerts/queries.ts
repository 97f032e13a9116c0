import { sql } from 'kysely'
import { inStock, offered } from '#features/catalog/queries/sellable.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { AlertKind } from './contract.ts'

/* All SQL on alerts, and what their mails say of the catalogue. */

type LocalText = Readonly<Record<string, string>>

/** A variant as a mail names it. */
export interface VariantRow {
  sku: string
  slug: string
  titles: LocalText
  /** Option code → value code. */
  options: Readonly<Record<string, string>>
  productOptions: readonly { code: string; values: readonly { code: string; name: LocalText }[] }[]
}

const variant = sql`
  s.sku, p.slug, s.options, p.options as "productOptions",
  (
    select coalesce(json_object_agg(t.locale, t.title), '{}')
    from product_texts t
    where t.product_id = p.id
  ) as titles`

/** A variant that is sold in this currency, with its price there in minor units; null for any other. */
export async function findVariant(
  db: Db,
  sku: string,
  currency: string,
): Promise<(VariantRow & { skuId: number; amount: number }) | null> {
  const { rows: found } = await sql<VariantRow & { skuId: number; amount: number }>`
    select ${variant}, s.id as "skuId", c.amount
    from skus s
    join products p on p.id = s.product_id
    join sku_prices c on c.sku_id = s.id and c.currency = ${currency}
    where s.sku = ${sku} and ${offered}`.execute(rows(db))
  return found[0] ?? null
}

export type AlertState = 'pending' | 'active' | 'done' | 'ended'

export interface NewAlert {
  skuId: number
  kind: AlertKind
  email: string
  locale: string
  currency: string
  /** Minor units. */
  amount: number
}

/** Takes a wish in. One that waits or is alive stays as it is, for anybody may type an email; one that is over begins anew. */
export async function putAlert(
  tx: Tx,
  alert: NewAlert,
  now: Date,
): Promise<{ id: number; state: AlertState }> {
  const { skuId, kind, email, locale, currency, amount } = alert
  await sql`
    insert into alerts as a (sku_id, kind, email, locale, currency, amount, created_at, changed_at)
    values (${skuId}, ${kind}, ${email}, ${locale}, ${currency}, ${amount}, ${now}, ${now})
    on conflict (sku_id, kind, lower(email)) do update set state = 'pending', email = excluded.email,
      locale = excluded.locale, currency = excluded.currency, amount = excluded.amount,
      changed_at = excluded.changed_at
    where a.state in ('done', 'ended')`.execute(rows(tx))
  const { rows: found } = await sql<{ id: number; state: AlertState }>`
    select id, state
    from alerts
    where sku_id = ${skuId} and kind = ${kind} and lower(email) = lower(${email})
    for update`.execute(rows(tx))
  return found[0]!
}

export async function alertState(db: Db, id: number): Promise<AlertState | null> {
  const { rows: found } = await sql<{ state: AlertState }>`
    select state from alerts where id = ${id}`.execute(rows(db))
  return found[0]?.state ?? null
}

/** False when there is nothing to confirm. */
export async function activate(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update alerts
    set state = case state when 'pending' then 'active' else state end, changed_at = ${now}
    where id = ${id} and state <> 'ended'`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Ends every alert of the email that this one is of. */
export async function endAllOf(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`
    update alerts
    set state = 'ended', changed_at = ${now}
    where lower(email) = (select lower(email) from alerts where id = ${id})
      and state in ('pending', 'active')`.execute(rows(tx))
}

/** Deletes every alert of an email, in whatever state. */
export async function deleteAlerts(tx: Tx, email: string): Promise<void> {
  await sql`delete from alerts where lower(email) = lower(${email})`.execute(rows(tx))
}

/** Whether anything more would be sent to the email that this alert is of. */
export async function isAnyAlive(db: Db, id: number): Promise<boolean> {
  const { rows: found } = await sql<{ alive: boolean }>`
    select exists (
      select from alerts
      where lower(email) = (select lower(email) from alerts where id = ${id})
        and state in ('pending', 'active')
    ) as alive`.execute(rows(db))
  return found[0]!.alive
}

export interface DueAlert extends VariantRow {
  id: number
  kind: AlertKind
  email: string
  locale: string
  currency: string
  /** Minor units: the price that was known, and the one now. */
  before: number
  now: number
}

/**
 * The tables and conditions of due alerts. A price that only follows the exchange rate must fall by two per cent.
 */
const due = sql`
  alerts a
  join skus s on s.id = a.sku_id
  join products p on p.id = s.product_id
  join sku_prices c on c.sku_id = s.id and c.currency = a.currency
  where a.state = 'active'
    and ${offered}
    and ${inStock}
    and (a.kind = 'stock' or (c.amount < a.amount and (not c.converted or c.amount * 100 <= a.amount * 98)))`

/**
 * The first of the due alerts of each e-mail address and language, by ascending id after `after`: what one mail is
 * about.
 */
export async function dueAlerts(db: Db, after: number, limit: number): Promise<{ id: number }[]> {
  const { rows: found } = await sql<{ id: number }>`
    select min(a.id) as id
    from ${due}
    group by lower(a.email), a.locale
    having min(a.id) > ${after}
    order by 1 limit ${limit}`.execute(rows(db))
  return found
}

/** The due alerts of the e-mail address and language that one is of, locked; those locked by another node are skipped. */
export async function claimDue(tx: Tx, id: number): Promise<DueAlert[]> {
  const { rows: found } = await sql<DueAlert>`
    select a.id, a.kind, a.email, a.locale, a.currency, a.amount as before, c.amount as now, ${variant}
    from ${due} and (lower(a.email), a.locale) = (select lower(email), locale from alerts where id = ${id})
    order by a.id for update of a skip locked`.execute(rows(tx))
  return found
}

/** The mail is written: a stock alert is over, a price alert waits for a price below the one that was sent. */
export async function markTold(tx: Tx, due: readonly DueAlert[], now: Date): Promise<void> {
  await sql`
    update alerts a
    set state = case a.kind when 'stock' then 'done' else 'active' end, amount = d.amount,
      notified_at = ${now}, changed_at = ${now}
    from unnest(
      ${due.map(({ id }) => id)}::bigint[], ${due.map((alert) => alert.now)}::bigint[]
    ) d(id, amount)
    where a.id = d.id`.execute(rows(tx))
}

/** Forgets wishes that were never confirmed, and those that are over. */
export async function pruneAlerts(db: Db, pendingBefore: Date, overBefore: Date): Promise<void> {
  await sql`
    delete from alerts
    where (state = 'pending' and changed_at < ${pendingBefore})
      or (state in ('done', 'ended') and changed_at < ${overBefore})`.execute(rows(db))
}
