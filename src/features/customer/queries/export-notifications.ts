import { sql } from 'kysely'

/* What a customer wants to be told of, and where, as `export.ts` gives it: `c` is the customer. */

export const notifications = sql`
  (
    select coalesce(
      json_agg(
        json_build_object('choices', s.choices, 'quietFrom', s.quiet_from, 'quietUntil', s.quiet_until)
      ),
      '[]'
    )
    from notification_settings s
    where s.customer_id = c.id
  )`

// Without their keys and endpoints.
export const pushDevices = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'service', split_part(split_part(p.endpoint, '://', 2), '/', 1), 'language', p.locale,
          'createdAt', p.created_at
        )
        order by p.id
      ),
      '[]'
    )
    from push_subscriptions p
    where p.customer_id = c.id
  )`
