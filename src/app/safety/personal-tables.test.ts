import { expect, it } from 'vitest'
import { exportCustomer } from '#features/customer/queries/export.ts'
import { eraseCustomer } from '#features/identity/actions/erase.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Database } from '#platform/server/db/db.ts'
import { buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { signedIn } from '#test/signed-in.ts'

/*
 * Every table that names a customer, or has e-mail addresses or numbers: what the export gives of it, and what is left
 * after the account was closed. A new one must say here what becomes of its rows before the tests pass.
 */

/** Why something is left out. */
interface Not {
  not: string
}

interface Personal {
  /** Writes a row, of `:customer`, `:session`, `:owner` and `:email`; null where there is one already. */
  plant: string | null
  /** Which rows are the customer's, where no column says so. */
  whose?: string
  /** Under which name the export has it. */
  exported: string | Not
  erased: true | Not
}

const proof = { not: 'a hash that proves something, and says nothing about anybody' }
const short = { not: 'a proof under way, which is over within minutes' }
const books = { not: 'bookkeeping' }

const personal: Readonly<Record<string, Personal>> = {
  customer_identities: { plant: null, exported: 'identities', erased: true },
  customer_passwords: {
    plant: `insert into customer_passwords values (:customer, 'x', now())`,
    exported: proof,
    erased: true,
  },
  sessions: { plant: null, exported: 'sessions', erased: true },
  known_browsers: {
    plant: `insert into known_browsers values (:customer, '\\x00', now())`,
    exported: proof,
    erased: true,
  },
  security_events: {
    plant: `insert into security_events (customer_id, kind, at, ip, agent) values (:customer, 'signed_in', now(), '', '')`,
    exported: 'securityEvents',
    erased: { not: 'the log, which goes 30 days later' },
  },
  customer_addresses: {
    plant: `insert into customer_addresses (customer_id, address, created_at, updated_at)
      values (:customer, '{}', now(), now())`,
    exported: 'addresses',
    erased: true,
  },
  favourite_lists: {
    plant: `
      with list as (
        insert into favourite_lists (customer_id, created_at, updated_at) values (:customer, now(), now()) returning id
      )
      insert into favourites (list_id, product_id, added_at)
      select list.id, p.id, now() from list, products p where p.slug = 'stool'`,
    exported: 'favourites',
    erased: true,
  },
  carts: {
    plant: `
      with cart as (
        insert into carts (token_hash, created_at, updated_at) values (:owner, now(), now()) returning id
      )
      insert into cart_lines (cart_id, sku_id, quantity, added_at)
      select cart.id, s.id, 1, now() from cart, skus s where s.sku = 'stool-sage'`,
    whose: 'token_hash = :owner',
    exported: 'cart',
    erased: true,
  },
  saved_lines: {
    plant: `
      insert into saved_lines (cart_id, sku_id, quantity, saved_at)
      select k.id, s.id, 1, now() from carts k, skus s where k.token_hash = :owner and s.sku = 'stool-ink'`,
    whose: 'cart_id in (select id from carts where token_hash = :owner)',
    exported: 'savedForLater',
    erased: true,
  },
  checkouts: {
    plant: `
      insert into checkouts (slug, owner_hash, customer_id, currency, locale, lines, created_at, updated_at)
      values ('open', :owner, :customer, 'USD', 'en', '[{"sku": "stool-sage", "quantity": 1}]', now(), now())`,
    whose: 'owner_hash = :owner and order_id is null',
    exported: 'checkouts',
    erased: true,
  },
  orders: { plant: null, exported: 'orders', erased: books },
  credit_balances: {
    plant: `insert into credit_balances values (:customer, 'USD', 500)`,
    exported: { not: 'the sum of the ledger' },
    erased: books,
  },
  credit_entries: {
    plant: `insert into credit_entries (customer_id, currency, amount, kind, cause, at)
      values (:customer, 'USD', 500, 'adjusted', 'a', now())`,
    exported: 'storeCredit',
    erased: books,
  },
  coupon_claims: {
    plant: `
      with coupon as (
        insert into coupons (slug, code, conditions, benefit, claimable, limit_per_customer, stackable)
        values ('ten', 'TEN', '{}', '{}', true, 1, false)
        returning id
      )
      insert into coupon_claims select :customer, id, now() from coupon`,
    exported: 'coupons',
    erased: true,
  },
  passkey_users: {
    plant: `insert into passkey_users values (:customer, decode(repeat('00', 32), 'hex'))`,
    exported: { not: 'a random number' },
    erased: { not: 'a random number' },
  },
  passkeys: {
    plant: `insert into passkeys (
        customer_id, credential_id, public_key, counter, transports, aaguid, is_backed_up, rp_id, created_at
      )
      values (:customer, '\\x00', '\\x00', 0, '{}', gen_random_uuid(), true, 'shop.example', now())`,
    exported: 'passkeys',
    erased: true,
  },
  webauthn_challenges: {
    plant: `insert into webauthn_challenges values ('\\x00', 'add', '\\x00', :customer, now())`,
    exported: short,
    erased: true,
  },
  oauth_accounts: {
    plant: `insert into oauth_accounts (provider, issuer, subject, customer_id, linked_at)
      values ('acme', 'https://id.example', 'ada', :customer, now())`,
    exported: 'signInProviders',
    erased: true,
  },
  oauth_flows: {
    plant: `
      insert into oauth_flows (
        state_hash, browser, provider, nonce, verifier, purpose, customer_id, locale, expires_at
      )
      values ('\\x00', '\\x00', 'acme', '', '', 'link', :customer, 'en', now())`,
    exported: short,
    erased: true,
  },
  qr_tickets: {
    plant: `
      insert into qr_tickets (
        ticket_hash, browser, state, ip, agent, customer_id, session_id, created_at, expires_at
      )
      values (
        decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), 'used', '', '', :customer, :session, now(), now()
      )`,
    exported: short,
    erased: true,
  },
  second_factors: {
    plant: `insert into second_factors (customer_id, secret, created_at) values (:customer, '\\x00', now())`,
    exported: { not: 'secondFactorSince in the profile' },
    erased: true,
  },
  recovery_codes: {
    plant: `insert into recovery_codes values (:customer, '\\x00')`,
    exported: proof,
    erased: true,
  },
  pending_sign_ins: {
    plant: `insert into pending_sign_ins (token_hash, customer_id, browser, method, is_kept, next, expires_at)
      values ('\\x00', :customer, '\\x00', 'password', true, '', now())`,
    exported: short,
    erased: true,
  },
  identity_changes: {
    plant: `insert into identity_changes (customer_id, kind, new_account, undo_hash, at)
      values (:customer, 'mobile', '+15550100', '\\x00', now())`,
    exported: 'identityChanges',
    erased: true,
  },
  newsletter_subscribers: {
    plant: `
      insert into newsletter_subscribers (email, locale, state, created_at, changed_at)
      values (upper(:email), 'en', 'subscribed', now(), now())`,
    whose: 'lower(email) = :email',
    exported: 'newsletter',
    erased: true,
  },
  alerts: {
    plant: `
      insert into alerts (sku_id, kind, email, locale, currency, amount, created_at, changed_at)
      select id, 'stock', upper(:email), 'en', 'USD', 100, now(), now() from skus where sku = 'stool-sage'`,
    whose: 'lower(email) = :email',
    exported: 'alerts',
    erased: true,
  },
  inquiries: {
    plant: `insert into inquiries (number, form, content, locale, email, created_at)
      values ('K7M2-9QXD', 'feedback', 'The lamp wobbles.', 'en', :email, now())`,
    whose: 'email = :email or customer_id = :customer',
    exported: 'inquiries',
    erased: true,
  },
  customer_articles: {
    plant: `
      with article as (
        insert into customer_articles (customer_id, slug, created_at, updated_at)
        values (:customer, 'mine', now(), now())
        returning id
      )
      insert into article_revisions (customer_article_id, state, title, content, locale, written_at)
      select id, 'draft', 'Mine', 'Fine.', 'en', now() from article`,
    exported: 'articles',
    erased: true,
  },
  article_comments: {
    plant: `
      with article as (
        insert into articles (slug, author, published_at) values ('oak', '{"name": {"en": "Ada"}}', now())
        returning id
      )
      insert into article_comments (code, article_id, customer_id, author, locale, content, created_at)
      select 'c-1', id, :customer, 'Ada L.', 'en', 'Fine.', now() from article`,
    exported: 'comments',
    erased: true,
  },
  notification_settings: {
    plant: `insert into notification_settings (customer_id, created_at, changed_at) values (:customer, now(), now())`,
    exported: 'notifications',
    erased: true,
  },
  push_subscriptions: {
    plant: `
      insert into push_subscriptions (customer_id, session_id, endpoint, p256dh, auth, locale, created_at)
      values (:customer, :session, 'https://push.example/1', '', '', 'en', now())`,
    exported: 'pushDevices',
    erased: true,
  },
  reviews: {
    plant: `
      insert into reviews (code, product_id, order_line_id, author, locale, score, content, created_at)
      select 'r-1', l.product_id, l.id, 'Ada L.', 'en', 2, 'It wobbles.', now() from order_lines l limit 1`,
    whose: `order_line_id in (
      select l.id from order_lines l join orders o on o.id = l.order_id where o.customer_id = :customer
    )`,
    exported: 'reviews',
    erased: true,
  },
  questions: {
    plant: `
      insert into questions (code, product_id, customer_id, author, content, locale, created_at)
      select 'q-1', id, :customer, 'Ada L.', 'Does it wobble?', 'en', now() from products where slug = 'stool'`,
    exported: 'questions',
    erased: true,
  },
  question_answers: {
    plant: `
      with asked as (
        insert into questions (code, product_id, author, content, locale, created_at)
        select 'q-2', id, 'Eve', 'Is it heavy?', 'en', now() from products where slug = 'stool'
        returning id
      )
      insert into question_answers (code, question_id, order_line_id, author, content, locale, created_at)
      select 'a-1', q.id, l.id, 'Ada L.', 'No.', 'en', now() from asked q, order_lines l limit 1`,
    whose: `order_line_id in (
      select l.id from order_lines l join orders o on o.id = l.order_id where o.customer_id = :customer
    )`,
    exported: 'answers',
    erased: true,
  },
  outbox_mails: {
    plant: `
      insert into outbox_mails (
        kind, recipient, sender_name, subject, html, plain, message_id, next_at, give_up_at, created_at
      )
      values ('account.signIn', upper(:email), '', '', '', '', 'one@shop.example', now(), now(), now())`,
    whose: 'person = :email',
    exported: 'mails',
    erased: true,
  },
  one_time_codes: {
    plant: `
      insert into one_time_codes (purpose, kind, account, browser, created_at, expires_at)
      values ('signIn', 'email', :email, '\\x00', now(), now())`,
    whose: 'account = :email',
    exported: short,
    erased: true,
  },
  oauth_arrivals: {
    plant: `insert into oauth_arrivals (browser, provider, issuer, subject, email, expires_at)
      values ('\\x00', 'acme', 'https://id.example', 'ada', :email, now())`,
    whose: 'email = :email',
    exported: short,
    erased: { not: 'somebody on the way to an account, for some minutes' },
  },
  coupon_uses: {
    plant: `insert into coupon_uses (coupon_id, who, slot, order_id, at)
      select c.id, 'm:' || :email, 1, o.id, now() from coupons c, orders o`,
    whose: `who = 'm:' || :email`,
    exported: { not: 'the coupon stands in the order' },
    erased: books,
  },
}

/** What columns are called that have e-mail addresses or numbers. */
const addresses = 'mail|account|mobile|phone|contact|recipient|reply_to|^person$|^who$'

/** Tables that name a customer or have addresses, and of which nobody has said what becomes of their rows. */
async function unsaid(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where table_schema = 'public'
       and (column_name = 'customer_id' or (column_name ~ $1 and data_type in ('text', 'jsonb')))
     union
     select conrelid::regclass::text from pg_constraint
     where contype = 'f' and confrelid = 'customers'::regclass
     order by 1`,
    [addresses],
  )
  return rows.flatMap(({ name }) => (name in personal ? [] : [name]))
}

it('knows what becomes of every table that names a customer, or has addresses', async () => {
  const { db } = await freshDatabase()
  expect(await unsaid(db)).toEqual([])
  await db.pool.query('create table planted (customer_id bigint not null)')
  await db.pool.query('create table planted_too (wearer bigint not null references customers)')
  await db.pool.query('create table planted_with_email (reader_email text not null)')
  expect(await unsaid(db)).toEqual(['planted', 'planted_too', 'planted_with_email'])
})

it('exports what a customer has, and deletes it when the account is closed', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const [ada, eve] = [await signedIn(db), await signedIn(db)]
  const placing = buyer(db)
  const placed = await placing.submit(await placing.ready({ 'stool-sage': 1 }))
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem))
  await db.pool.query('update orders set customer_id = $1', [ada.customer])
  const all = Object.entries(personal)
  const ofAda = (sql: string): string =>
    sql
      .replaceAll(':customer', String(ada.customer))
      .replaceAll(':session', String(ada.session))
      .replaceAll(':email', `'${ada.email}'`)
      .replaceAll(':owner', `'\\x${ownerHash(ada.customer).toString('hex')}'::bytea`)
  for (const [, { plant }] of all) if (plant !== null) await db.pool.query(ofAda(plant))
  const names = all.flatMap(([, { exported }]) => (typeof exported === 'string' ? [exported] : []))
  const has = async (customer: number): Promise<string[]> => {
    const document = await exportCustomer(db, customer, ownerHash(customer))
    return names.filter((name) => (document[name] as unknown[] | undefined)?.length === 1)
  }
  expect(await has(ada.customer)).toEqual(names)
  expect(await has(eve.customer)).toEqual(['identities', 'sessions'])

  const left = async (): Promise<string[]> => {
    const found: string[] = []
    for (const [table, { whose = 'customer_id = :customer' }] of all) {
      const { rowCount } = await db.pool.query(ofAda(`select from ${table} where ${whose}`))
      if (rowCount! > 0) found.push(table)
    }
    return found
  }
  expect(await left()).toEqual(all.map(([table]) => table))
  expect(await db.transact((tx) => eraseCustomer(tx, ada.customer, new Date()))).toBe(true)
  expect(await left()).toEqual(all.flatMap(([table, { erased }]) => (erased === true ? [] : [table])))
})
