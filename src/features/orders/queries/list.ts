import { sql } from 'kysely'
import type { DeliveryStatus, OrderStatus, PayStatus } from '#domain/order.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { creditedOf, givenOf } from './given.ts'
import { customerNumber } from './buyers.ts'

/** An order in the operator's list. Amounts in minor units. */
export interface ListedOrder {
  id: number
  number: string
  placedAt: Date
  status: OrderStatus
  payStatus: PayStatus
  deliveryStatus: DeliveryStatus
  currency: string
  total: number
  toPay: number
  /** Of it, what a paid order that became dearer still waits for. */
  due: number
  credit: number
  captured: number
  refunded: number
  /** What went back as store credit or as other goods. */
  given: number
  /** Of it, store credit. */
  asCredit: number
  /** Of `refunded`, what has not been made yet. */
  refundPending: number
  email: string
  /** The number of the customer who is signed in with it, as `violet customer` has it; null for a guest. */
  customer: string | null
  paymentMethod: string
  holdUntil: Date | null
  units: number
}

export interface OrderFilter {
  status?: OrderStatus
  /**
   * Unpaid: those that became dearer after they were paid, too, as long as the difference is due. What was cancelled
   * waits for no money.
   */
  payStatus?: PayStatus
  /** Paid and not refunded whole, or cash on delivery, and not all of it has left; no difference is due. */
  toShip?: boolean
  /** A refund failed, or waits for a person. */
  refundWaits?: boolean
  email?: string
  since?: Date
}

/** Newest first, those before `before` (an id). */
export async function listedOrders(
  db: Db,
  filter: OrderFilter,
  before: number,
  limit: number,
): Promise<ListedOrder[]> {
  const {
    status = null,
    payStatus = null,
    toShip = false,
    refundWaits = false,
    email = null,
    since = null,
  } = filter
  const { rows: found } = await sql<ListedOrder>`
    select o.id, o.number, o.placed_at as "placedAt", o.status, o.pay_status as "payStatus",
      o.delivery_status as "deliveryStatus", o.currency, o.total, o.to_pay as "toPay", o.due, o.credit,
      o.captured, o.refunded, ${givenOf(sql`o.id`)} as given, ${creditedOf(sql`o.id`)} as "asCredit",
      (
        select coalesce(sum(r.amount), 0)::bigint
        from refunds r
        where r.order_id = o.id and r.status = 'pending' and r.payment_id is not null
      ) as "refundPending",
      o.email, ${customerNumber} as customer, o.payment_method as "paymentMethod",
      o.hold_until as "holdUntil",
      (select coalesce(sum(quantity), 0)::int from order_lines where order_id = o.id) as units
    from orders o
    where o.id < ${before}
      and (${status}::text is null or o.status = ${status})
      and (
        ${payStatus}::text is null
        or (${payStatus} = 'paid' and o.pay_status = 'paid')
        or (${payStatus} = 'unpaid' and o.status <> 'cancelled' and (o.pay_status = 'unpaid' or o.due > 0))
      )
      and (${email}::text is null or lower(o.email) = lower(${email}))
      and (${since}::timestamptz is null or o.placed_at >= ${since})
      and (
        not ${toShip}
        or (
          o.status = 'in_progress'
          and o.delivery_status in ('unshipped', 'partly_shipped')
          and o.due = 0
          and not o.sending_ended
          and not (o.refunded > 0 and o.refunded + ${givenOf(sql`o.id`)} >= o.captured + o.credit)
          and (
            o.pay_status = 'paid'
            or exists (
              select from payments p
              where p.order_id = o.id and p.provider = 'cod' and p.status = 'created'
            )
          )
        )
      )
      and (
        not ${refundWaits}
        or exists (
          select from refunds r
          where r.order_id = o.id
            and (
              r.status = 'failed'
              or (
                r.status = 'pending'
                and r.payment_id is not null
                and (
                  r.next_try_at is null
                  or exists (
                    select from payments p where p.id = r.payment_id and p.provider in ('manual', 'cod')
                  )
                )
              )
            )
        )
      )
    order by o.id desc limit ${limit}`.execute(rows(db))
  return found
}

/** Orders after `after` with rows in the books between two moments: sold, edited, paid or refunded. */
export async function bookedOrders(
  db: Db,
  from: Date,
  until: Date,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select id
    from orders o
    where id > ${after}
      and (
        (o.paid_at >= ${from} and o.paid_at < ${until})
        or exists (
          select from payments p
          join payment_events e on e.payment_id = p.id
          where p.order_id = o.id
            and e.kind = 'captured'
            and e.outcome = 'applied'
            and e.at >= ${from}
            and e.at < ${until}
        )
        or exists (
          select from order_events e
          where e.order_id = o.id and e.kind = 'edited' and e.at >= ${from} and e.at < ${until}
        )
        or exists (
          select from refunds r
          where r.order_id = o.id and r.done_at >= ${from} and r.done_at < ${until}
        )
      )
    order by id limit ${limit}`.execute(rows(db))
  return found.map(({ id }) => id)
}
