import { sql } from 'kysely'
import type { PaymentStatus } from '#domain/payment.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/*
 * All SQL on payments and on providers' reports. All code that writes a payment holds the lock of its order.
 */

export interface NewPayment {
  orderId: number
  method: string
  provider: string
  /** Minor units. */
  amount: number
  currency: string
  now: Date
}

/** What the provider's page needs to be shown again. */
export type PaymentData =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'embedded'; readonly clientSecret: string; readonly publishableKey: string }

export interface PaymentRow {
  id: number
  orderId: number
  method: string
  provider: string
  reference: string | null
  amount: number
  currency: string
  status: PaymentStatus
  captured: number
  refunded: number
  failure: string | null
  data: PaymentData | Record<string, never>
}

const payment = sql`
  id, order_id as "orderId", method, provider, reference, amount, currency, status, captured, refunded,
  failure, data`

/** @param isOffline no provider will give it a reference: it is made of the payment's own id */
export async function addPayment(tx: Tx, payment: NewPayment, isOffline: boolean): Promise<number> {
  const { orderId, method, provider, amount, currency, now } = payment
  const { rows: made } = await sql<{ id: number }>`
    with next as materialized (select nextval('payments_id_seq') as id)
    insert into payments (
      id, order_id, method, provider, reference, amount, currency, created_at, updated_at
    ) overriding system value
    select id, ${orderId}, ${method}, ${provider}, case when ${isOffline} then ${provider} || '-' || id end,
      ${amount}, ${currency}, ${now}::timestamptz, ${now}::timestamptz
    from next
    returning id`.execute(rows(tx))
  return made[0]!.id
}

/**
 * The payment that a paid order was paid by, of which nothing is due; otherwise the open one, otherwise the last; null if
 * there was none. One that was captured for a price that the order no longer has did not pay it.
 */
export async function currentPayment(db: Db, orderId: number): Promise<PaymentRow | null> {
  const { rows: found } = await sql<PaymentRow>`
    select ${payment}
    from payments
    where order_id = ${orderId}
    order by
      (
        status = 'captured'
        and (select pay_status = 'paid' and due = 0 from orders where id = payments.order_id)
      ) desc,
      status in ('created', 'pending') desc, id desc limit 1`.execute(rows(db))
  return found[0] ?? null
}

/** The open payment of an order, otherwise the last, whatever it was paid by; null if there was none. */
export async function openOrLastPayment(db: Db, orderId: number): Promise<PaymentRow | null> {
  const { rows: found } = await sql<PaymentRow>`
    select ${payment}
    from payments
    where order_id = ${orderId}
    order by status in ('created', 'pending') desc, id desc limit 1`.execute(rows(db))
  return found[0] ?? null
}

export async function paymentByReference(
  db: Db,
  provider: string,
  reference: string,
): Promise<PaymentRow | null> {
  const { rows: found } = await sql<PaymentRow>`
    select ${payment}
    from payments
    where provider = ${provider} and reference = ${reference}`.execute(rows(db))
  return found[0] ?? null
}

export async function paymentById(db: Db, id: number): Promise<PaymentRow | null> {
  const { rows: found } = await sql<PaymentRow>`
    select ${payment} from payments where id = ${id}`.execute(rows(db))
  return found[0] ?? null
}

/** Stores the provider's reference; the first one stays. */
export async function keepStarted(
  tx: Tx,
  id: number,
  reference: string,
  data: PaymentData,
  nextCheckAt: Date,
  now: Date,
): Promise<void> {
  await sql`
    update payments
    set reference = ${reference}, data = ${JSON.stringify(data)}::jsonb, next_check_at = ${nextCheckAt},
      updated_at = ${now}
    where id = ${id} and reference is null`.execute(rows(tx))
}

export interface PaymentMove {
  id: number
  from: PaymentStatus
  to: PaymentStatus
  failure: string | null
  now: Date
  /** Null: it is not polled any more. */
  nextCheckAt: Date | null
}

/** A transition, with the whole amount if it is captured. Throws if the payment was in another status. */
export async function movePayment(
  tx: Tx,
  { id, from, to, failure, now, nextCheckAt }: PaymentMove,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update payments
    set status = ${to}, failure = ${failure}, updated_at = ${now}, next_check_at = ${nextCheckAt},
      captured = case when ${to} = 'captured' then amount else captured end
    where id = ${id} and status = ${from}`.execute(rows(tx))
  if (numAffectedRows !== 1n) throw new Error(`payment ${id} is not ${from} any more`)
}

/** Adds to the refunded amount, for a refund that is written with it. Throws beyond what was captured. */
export async function addRefunded(tx: Tx, id: number, amount: number, now: Date): Promise<void> {
  const { numAffectedRows } = await sql`
    update payments
    set refunded = refunded + ${amount}, updated_at = ${now}
    where id = ${id} and refunded + ${amount} between 0 and captured`.execute(rows(tx))
  if (numAffectedRows !== 1n) throw new Error(`payment ${id} cannot give back ${amount}`)
}

export interface NewEvent {
  provider: string
  eventId: string
  paymentId: number | null
  source: EventSource
  kind: string
  amount: number
  currency: string
  outcome: EventOutcome
  now: Date
}
export type EventSource = 'webhook' | 'return' | 'check' | 'operator'
export type EventOutcome = 'applied' | 'ignored' | 'unknown' | 'wrong_amount' | 'wrong_currency'

/**
 * Records a provider's event; false if it is recorded already. An event recorded as `unknown` counts as new if its
 * payment exists by now.
 */
export async function keepEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const { provider, eventId, paymentId, source, kind, amount, currency, outcome, now } = event
  const { numAffectedRows } = await sql`
    insert into payment_events as e (
      provider, event_id, payment_id, source, kind, amount, currency, outcome, at
    )
    values (
      ${provider}, ${eventId}, ${paymentId}, ${source}, ${kind}, ${amount}, ${currency}, ${outcome}, ${now}
    )
    on conflict (provider, event_id) do update set payment_id = excluded.payment_id, source = excluded.source,
      outcome = excluded.outcome, at = excluded.at
    where e.outcome = 'unknown' and excluded.outcome <> 'unknown'`.execute(rows(tx))
  return numAffectedRows === 1n
}

export interface DuePayment {
  id: number
  orderId: number
  provider: string
  reference: string
  amount: number
  currency: string
  checks: number
}

/** Payments that are due for polling, those first that have been for longest. @param except ids to skip */
export async function dueChecks(
  db: Db,
  now: Date,
  except: readonly number[],
  limit: number,
): Promise<DuePayment[]> {
  const { rows: found } = await sql<DuePayment>`
    select id, order_id as "orderId", provider, reference, amount, currency, checks
    from payments
    where next_check_at <= ${now}
      and status in ('created', 'pending')
      and reference is not null
      and id <> all(${except}::bigint[])
    order by next_check_at, id limit ${limit}`.execute(rows(db))
  return found
}

/** Sets when it is polled next; payments that are over are not. */
export async function planCheck(db: Db, id: number, at: Date): Promise<void> {
  await sql`
    update payments
    set next_check_at = ${at}
    where id = ${id} and status in ('created', 'pending') and reference is not null`.execute(rows(db))
}

/** Leases a payment that is due for polling; false if it is not due, or leased elsewhere. */
export async function claimOne(db: Db, id: number, now: Date, leaseUntil: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payments
    set next_check_at = ${leaseUntil}, checks = checks + 1
    where id = ${id} and next_check_at <= ${now} and status in ('created', 'pending')`.execute(rows(db))
  return numAffectedRows === 1n
}

/** Ends a payment that no provider has heard of, or that only the shop would see; false for any other. */
export async function endUnstarted(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payments
    set status = 'cancelled', updated_at = ${now}, next_check_at = null
    where id = ${id}
      and status = 'created'
      and (reference is null or provider in ('manual', 'cod'))`.execute(rows(tx))
  return numAffectedRows === 1n
}
