import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { notifications, pushDevices } from './export-notifications.ts'
import { answers, articles, comments, questions, reviews } from './export-written.ts'

/* All that the shop stores about a customer: read from the tables of every feature that stores some. */

/* Each part is one column: `c` is the customer, `own.email` its address. */

const identities = sql`
  (
    select coalesce(
      json_agg(
        json_build_object('kind', i.kind, 'account', i.account, 'verifiedAt', i.verified_at)
        order by i.kind
      ),
      '[]'
    )
    from customer_identities i
    where i.customer_id = c.id
  )`

const providers = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'provider', a.provider, 'issuer', a.issuer,
          'subject', a.subject, 'email', a.email,
          'linkedAt', a.linked_at, 'usedAt', a.used_at
        )
        order by a.id
      ),
      '[]'
    )
    from oauth_accounts a
    where a.customer_id = c.id
  )`

const addresses = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'address', a.address, 'isDefault', a.is_default,
          'createdAt', a.created_at, 'updatedAt', a.updated_at
        )
        order by a.id
      ),
      '[]'
    )
    from customer_addresses a
    where a.customer_id = c.id
  )`

const orders = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'number', o.number, 'placedAt', o.placed_at,
          'status', o.status, 'payStatus', o.pay_status,
          'deliveryStatus', o.delivery_status, 'currency', o.currency,
          'total', o.total, 'credit', o.credit,
          'due', o.due, 'captured', o.captured,
          'refunded', o.refunded, 'email', o.email,
          'contact', o.contact, 'address', o.address,
          'billing', o.billing, 'note', o.note,
          'shipping', o.shipping, 'paymentMethod', o.payment_method,
          'lines',
          (
            select coalesce(
              json_agg(
                json_build_object(
                  'sku', l.sku, 'title', l.title,
                  'choice', l.choice, 'quantity', l.quantity,
                  'amount', l.amount, 'net', l.net
                )
                order by l.position
              ),
              '[]'
            )
            from order_lines l
            where l.order_id = o.id
          ),
          'returns',
          (
            select coalesce(
              json_agg(
                json_build_object(
                  'number', r.number, 'type', r.type,
                  'reason', r.reason, 'description', r.description,
                  'status', r.status, 'auditStatus', r.audit_status,
                  'refusalReason', r.refusal_reason, 'refundAmount', r.refund_amount,
                  'company', r.company, 'trackingNumber', r.tracking_number,
                  'askedAt', r.created_at
                )
                order by r.id
              ),
              '[]'
            )
            from returns r
            where r.order_id = o.id
          ),
          'returnDraft', (select d.draft from return_drafts d where d.order_id = o.id)
        )
        order by o.id
      ),
      '[]'
    )
    from orders o
    where o.customer_id = c.id
  )`

/** What was typed into checkouts that became no order yet. */
const checkouts = (owner: Buffer): RawBuilder<unknown> => sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'lines', o.lines, 'contact', o.contact,
          'address', o.address, 'billing', o.billing,
          'note', o.note, 'createdAt', o.created_at,
          'updatedAt', o.updated_at
        )
        order by o.id
      ),
      '[]'
    )
    from checkouts o
    where o.owner_hash = ${owner} and o.order_id is null
  )`

const favourites = sql`
  (
    select coalesce(
      json_agg(json_build_object('product', p.slug, 'article', r.slug, 'addedAt', f.added_at) order by f.id),
      '[]'
    )
    from favourite_lists k
    join favourites f on f.list_id = k.id
    left join products p on p.id = f.product_id
    left join articles r on r.id = f.article_id
    where k.customer_id = c.id
  )`

const savedForLater = (owner: Buffer): RawBuilder<unknown> => sql`
  (
    select coalesce(
      json_agg(json_build_object('sku', s.sku, 'quantity', l.quantity, 'savedAt', l.saved_at) order by s.sku),
      '[]'
    )
    from carts k
    join saved_lines l on l.cart_id = k.id
    join skus s on s.id = l.sku_id
    where k.token_hash = ${owner}
  )`

const storeCredit = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'currency', e.currency, 'amount', e.amount,
          'kind', e.kind, 'reason', e.reason,
          'at', e.at
        )
        order by e.id
      ),
      '[]'
    )
    from credit_entries e
    where e.customer_id = c.id
  )`

const identityChanges = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'kind', h.kind, 'from', h.old_account,
          'to', h.new_account, 'at', h.at,
          'undoneAt', h.undone_at
        )
        order by h.id
      ),
      '[]'
    )
    from identity_changes h
    where h.customer_id = c.id
  )`

const newsletter = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'email', n.email, 'state', n.state,
          'createdAt', n.created_at, 'changedAt', n.changed_at
        )
      ),
      '[]'
    )
    from newsletter_subscribers n
    where lower(n.email) = own.email
  )`

const alerts = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'email', a.email, 'kind', a.kind,
          'sku', s.sku, 'state', a.state,
          'createdAt', a.created_at
        )
        order by a.id
      ),
      '[]'
    )
    from alerts a
    join skus s on s.id = a.sku_id
    where lower(a.email) = own.email
  )`

const inquiries = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'number', i.number, 'form', i.form,
          'product', i.product, 'contact', i.contact,
          'content', i.content, 'createdAt', i.created_at,
          'answers',
          (
            select coalesce(
              json_agg(json_build_object('content', a.content, 'answeredAt', a.answered_at) order by a.id),
              '[]'
            )
            from inquiry_answers a
            where a.inquiry_id = i.id
          ),
          'pictures',
          (
            select coalesce(json_agg(p.key order by x.position), '[]')
            from inquiry_pictures x
            join pictures p on p.id = x.picture_id
            where x.inquiry_id = i.id
          )
        )
        order by i.id
      ),
      '[]'
    )
    from inquiries i
    where i.customer_id = c.id or i.email = own.email
  )`

// Without their texts: those of accounts hold codes and links that open things, the others say what stands elsewhere.
const mails = (withUnproven: boolean): RawBuilder<unknown> => sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'about', m.kind, 'channel', m.channel,
          'to', m.recipient, 'state', m.state,
          'createdAt', m.created_at, 'sentAt', m.sent_at
        )
        order by m.id
      ),
      '[]'
    )
    from outbox_mails m
    where m.person in (
      select n.account
      from customer_identities n
      where n.customer_id = c.id and (n.verified_at is not null or ${withUnproven})
    )
  )`

const sessions = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'method', s.method, 'ip', s.ip,
          'agent', s.agent, 'createdAt', s.created_at,
          'usedAt', s.seen_at, 'endedAt', s.ended_at
        )
        order by s.id
      ),
      '[]'
    )
    from sessions s
    where s.customer_id = c.id
  )`

const securityEvents = sql`
  (
    select coalesce(
      json_agg(
        json_build_object('kind', e.kind, 'at', e.at, 'ip', e.ip, 'agent', e.agent, 'data', e.data)
        order by e.id
      ),
      '[]'
    )
    from security_events e
    where e.customer_id = c.id
  )`

const passkeys = sql`
  (
    select coalesce(
      json_agg(
        json_build_object('name', k.name, 'createdAt', k.created_at, 'usedAt', k.used_at)
        order by k.id
      ),
      '[]'
    )
    from passkeys k
    where k.customer_id = c.id
  )`

/**
 * One document; amounts in minor units of the currency beside them, moments as ISO 8601. Hashes of passwords, sessions
 * and browsers are no data about anybody and are left out. `app/safety/personal-tables.test.ts` knows every table.
 * @param owner the customer's cart, as `ownerHash` names it
 * @param withUnproven for the merchant alone: also what other tables have under an address that nobody has proven
 */
export async function exportCustomer(
  db: Db,
  customer: number,
  owner: Buffer,
  withUnproven = false,
): Promise<Record<string, unknown>> {
  const { rows: found } = await sql<{ document: Record<string, unknown> }>`
    select json_build_object(
      'profile',
      json_build_object(
        'number', c.number, 'firstName', c.first_name,
        'lastName', c.last_name, 'nickname', c.nickname,
        'bio', c.bio, 'birthday', c.birthday,
        'language', c.locale, 'signInVerification', c.checks_email,
        'hasPassword', exists (select from customer_passwords p where p.customer_id = c.id),
        'secondFactorSince', (select f.confirmed_at from second_factors f where f.customer_id = c.id),
        'createdAt', c.created_at, 'signedInAt', c.signed_in_at
      ),
      'identities', ${identities}, 'identityChanges', ${identityChanges},
      'signInProviders', ${providers}, 'addresses', ${addresses},
      'orders', ${orders}, 'storeCredit', ${storeCredit},
      'coupons',
      (
        select coalesce(
          json_agg(json_build_object('code', p.code, 'claimedAt', k.claimed_at) order by k.claimed_at), '[]'
        )
        from coupon_claims k
        join coupons p on p.id = k.coupon_id
        where k.customer_id = c.id
      ),
      'cart',
      (
        select coalesce(
          json_agg(
            json_build_object('sku', s.sku, 'quantity', l.quantity, 'addedAt', l.added_at)
            order by l.id
          ),
          '[]'
        )
        from carts k
        join cart_lines l on l.cart_id = k.id
        join skus s on s.id = l.sku_id
        where k.token_hash = ${owner}
      ),
      'cartNote', coalesce((select k.note from carts k where k.token_hash = ${owner}), ''),
      'savedForLater', ${savedForLater(owner)}, 'favourites', ${favourites},
      'checkouts', ${checkouts(owner)}, 'newsletter', ${newsletter},
      'alerts', ${alerts}, 'inquiries', ${inquiries},
      'comments', ${comments}, 'articles', ${articles},
      'reviews', ${reviews}, 'questions', ${questions},
      'answers', ${answers}, 'mails', ${mails(withUnproven)},
      'sessions', ${sessions}, 'securityEvents', ${securityEvents},
      'passkeys', ${passkeys}, 'notifications', ${notifications},
      'pushDevices', ${pushDevices}
    ) as document
    from customers c
    left join lateral (
      select i.account as email
      from customer_identities i
      where i.customer_id = c.id and i.kind = 'email' and (i.verified_at is not null or ${withUnproven})
    ) own on true
    where c.id = ${customer}`.execute(rows(db))
  return found[0]!.document
}
