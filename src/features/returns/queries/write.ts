import { sql } from 'kysely'
import type { RefundQuote } from '#domain/aftersale/refund-quote.ts'
import type { AuditStatus, ReturnStatus, ReturnType } from '#domain/aftersale/return.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { ReturnReason } from '../contract.ts'
import type { ExchangeTerms } from '../rules/exchange.ts'

/* Writing returns. All of it under the lock of their order. */

export interface NewReturn {
  number: string
  orderId: number
  type: ReturnType
  reason: ReturnReason
  isClaim: boolean
  isWithdrawal: boolean
  description: string
  refundTo: 'original' | 'credit'
  auditStatus: AuditStatus
  sendBy: Date | null
  /** A withdrawal that came when the shop named no address for parcels. */
  awaitsAddress: boolean
  quote: RefundQuote
  bonus: number
  exchangeTerms: ExchangeTerms | null
  lines: readonly NewReturnLine[]
  images: readonly number[]
}

export interface NewReturnLine {
  /** The order's line. */
  line: number
  quantity: number
  approved: number | null
  exchange: { skuId: number; sku: string; title: string; choice: string } | null
  /** What is wanted in exchange is held. */
  isHeld: boolean
}

const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`

/** Null: the number is taken. */
export async function insertReturn(tx: Tx, made: NewReturn, now: Date): Promise<number | null> {
  const lines = made.lines.map(({ line, quantity, approved, exchange, isHeld }) => ({
    line,
    quantity,
    approved,
    held: isHeld && exchange !== null ? quantity : 0,
    ...(exchange ?? { skuId: null, sku: null, title: null, choice: null }),
  }))
  const { rows: found } = await sql<{ id: number }>`
    with made as (
      insert into returns (
        number, order_id, type, reason, is_claim, is_withdrawal, description, refund_to, audit_status,
        send_by, awaits_address, quote, refund_amount, bonus, exchange_terms, created_at
      )
      values (
        ${made.number}, ${made.orderId}, ${made.type}, ${made.reason}, ${made.isClaim}, ${made.isWithdrawal},
        ${made.description}, ${made.refundTo}, ${made.auditStatus}, ${made.sendBy}, ${made.awaitsAddress},
        ${json(made.quote)}, ${made.quote.total}, ${made.bonus}, ${json(made.exchangeTerms)}, ${now}
      )
      on conflict (number) do nothing
      returning id
    ),
    lines as (
      insert into return_lines (
        return_id, order_line_id, quantity, approved, exchange_sku_id, exchange_sku, exchange_title,
        exchange_choice, exchange_held
      )
      select made.id, l.line, l.quantity, l.approved, l."skuId", l.sku, l.title, l.choice, l.held
      from made,
        jsonb_to_recordset(${json(lines)}) l(
          line bigint, quantity int, approved int, held int, "skuId" bigint, sku text, title text, choice text
        )
    ),
    images as (
      insert into return_images (return_id, position, picture_id)
      select made.id, place, picture
      from made, unnest(${made.images}::bigint[]) with ordinality p(picture, place)
    )
    select id
    from made`.execute(rows(tx))
  return found[0]?.id ?? null
}

/** What of a return is written with a step of it; what is absent stays. */
export interface ReturnChange {
  refusalReason?: string
  parcel?: { company: string; trackingNumber: string }
  sendBy?: Date | null
  receivedAt?: Date
  quote?: RefundQuote
  bonus?: number
  exchangeOrder?: number
}

/**
 * Moves a return to another state, or within its own; false, and nothing written, if it is no longer in the state that
 * was checked.
 */
export async function moveReturnRow(
  tx: Tx,
  id: number,
  from: { status: ReturnStatus; auditStatus: AuditStatus; version: number },
  to: { status: ReturnStatus; auditStatus: AuditStatus },
  change: ReturnChange,
  now: Date,
): Promise<boolean> {
  const { refusalReason, parcel, sendBy, receivedAt, quote, bonus, exchangeOrder } = change
  const { numAffectedRows } = await sql`
    update returns
    set status = ${to.status}, audit_status = ${to.auditStatus}, version = version + 1,
      refusal_reason = coalesce(${refusalReason ?? null}, refusal_reason),
      company = coalesce(${parcel?.company ?? null}, company),
      tracking_number = coalesce(${parcel?.trackingNumber ?? null}, tracking_number),
      sent_at = case when ${parcel !== undefined} then coalesce(sent_at, ${now}) else sent_at end,
      send_by = case when ${sendBy !== undefined} then ${sendBy ?? null}::timestamptz else send_by end,
      reminded_at = case
        when ${sendBy !== undefined} and send_by is distinct from ${sendBy ?? null}::timestamptz then null
        else reminded_at
      end,
      received_at = coalesce(${receivedAt ?? null}::timestamptz, received_at),
      quote = coalesce(${json(quote ?? null)}, quote),
      refund_amount = coalesce(${quote?.total ?? null}::bigint, refund_amount),
      bonus = coalesce(${bonus ?? null}::bigint, bonus),
      exchange_order_id = coalesce(${exchangeOrder ?? null}::bigint, exchange_order_id),
      closed_at = case when ${to.status} = 'pending_approval' then null else ${now}::timestamptz end
    where id = ${id}
      and status = ${from.status}
      and audit_status = ${from.auditStatus}
      and version = ${from.version}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Sets how many units of its lines are approved, or received. */
export async function setUnits(
  tx: Tx,
  what: 'approved' | 'received',
  units: readonly { id: number; quantity: number }[],
): Promise<void> {
  await sql`
    update return_lines l
    set approved = case when ${what} = 'approved' then w.quantity else l.approved end,
      received = case when ${what} = 'received' then w.quantity else l.received end
    from unnest(
      ${units.map(({ id }) => id)}::bigint[], ${units.map(({ quantity }) => quantity)}::int[]
    ) w(id, quantity)
    where l.id = w.id`.execute(rows(tx))
}

export async function noteReminded(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`
    update returns
    set reminded_at = ${now}, version = version + 1
    where id = ${id} and reminded_at is null`.execute(rows(tx))
}

/** False if it was settled before. */
export async function settleReturn(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update returns
    set settled_at = ${now}, version = version + 1
    where id = ${id} and settled_at is null`.execute(rows(tx))
  return numAffectedRows === 1n
}

/**
 * The address is told: from now on the parcel is waited for. False, and nothing written, if it was told before, or the
 * return does not stand so any more.
 */
export async function noteAddressed(
  tx: Tx,
  { id, version }: { id: number; version: number },
  sendBy: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update returns
    set awaits_address = false, version = version + 1,
      send_by = case when sent_at is null then ${sendBy}::timestamptz end
    where id = ${id}
      and version = ${version}
      and awaits_address
      and status = 'pending_approval'
      and received_at is null`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Returns of a customer that are open, and were to be given back as store credit, go back as they were paid instead. */
export async function payBackCreditReturns(tx: Tx, customer: number): Promise<void> {
  await sql`
    update returns
    set refund_to = 'original', bonus = 0, version = version + 1
    where order_id in (select id from orders where customer_id = ${customer})
      and status = 'pending_approval'
      and refund_to = 'credit'`.execute(rows(tx))
}

/** Deletes what a customer wrote in applications and drafts. Returns the ids of the pictures that went with it. */
export async function deleteReturnWords(tx: Tx, customer: number): Promise<number[]> {
  await sql`
    delete from return_drafts
    where order_id in (select id from orders where customer_id = ${customer})`.execute(rows(tx))
  await sql`
    update returns
    set description = '', version = version + 1
    where order_id in (select id from orders where customer_id = ${customer})
      and description <> ''`.execute(rows(tx))
  const { rows: found } = await sql<{ picture: number }>`
    delete from return_images
    where return_id in (
      select r.id
      from returns r
      join orders o on o.id = r.order_id
      where o.customer_id = ${customer}
    )
    returning picture_id as picture`.execute(rows(tx))
  return [...new Set(found.map(({ picture }) => picture))]
}
