-- Buying: checkouts, orders, what they hold of the stock, payments, refunds, parcels, coupons used, store credit.
-- Amounts are minor units of the row's currency (of its order's, where it has none).

create table checkouts (
  id              bigint generated always as identity primary key,
  -- 22 random characters of base64url: its address, useless without the owner's cookie.
  slug            text not null unique,
  -- SHA-256 of the cart cookie's token: whose it is.
  owner_hash      bytea not null,
  -- Null for a guest.
  customer_id     bigint,
  -- Where the lines came from, to be emptied of them; null for one product bought at once.
  cart_id         bigint references carts on delete set null,
  currency        char(3) not null,
  locale          text not null,
  -- [{sku, quantity}]
  lines           jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) > 0),
  -- What was typed, also while it is not complete: {email, phone, marketing}
  contact         jsonb not null default '{}',
  -- {name, company, country, region, city, district, line1, line2, postcode, phone}
  address         jsonb not null default '{}',
  -- As address; null for the same.
  billing         jsonb,
  note            text not null default '' check (length(note) <= 1000),
  coupon_codes    text[] not null default '{}',
  shipping_method text,
  payment_method  text,
  -- Store credit to be spent, at most; null for none.
  credit_wanted   bigint check (credit_wanted > 0),
  -- The order that it became: a checkout makes one order.
  order_id        bigint unique,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);

create index checkouts_old on checkouts (updated_at);
create index checkouts_by_cart on checkouts (cart_id) where cart_id is not null;

create table orders (
  id                bigint generated always as identity primary key,
  -- Ten random letters and digits without those that look alike: its name for everyone, guessed by no counting.
  number            text not null unique,
  checkout_id       bigint not null unique references checkouts,
  owner_hash        bytea not null,
  customer_id       bigint,
  locale            text not null,
  currency          char(3) not null,
  -- How the base currency's prices became this currency's: {rate, roundTo}; null for the base currency.
  conversion        jsonb,
  email             text not null,
  contact           jsonb not null,
  address           jsonb not null,
  billing           jsonb not null,
  note              text not null default '',
  -- {code, name, days: {from, to}}: as it was called and promised.
  shipping          jsonb not null,
  payment_method    text not null,
  -- The Quote of the domain, as it was when the order was placed; nothing computes it again.
  quote             jsonb not null,
  total             bigint not null check (total >= 0),
  credit            bigint not null default 0 check (credit >= 0 and credit <= total),
  to_pay            bigint generated always as (total - credit) stored,
  status            text not null default 'in_progress'
                    check (status in ('in_progress', 'completed', 'cancelled', 'pending_cancellation')),
  pay_status        text not null default 'unpaid' check (pay_status in ('unpaid', 'paid')),
  delivery_status   text not null default 'unshipped'
                    check (delivery_status in ('unshipped', 'partly_shipped', 'shipped', 'delivered')),
  -- held: units wait in skus.held; sold: they have left on_hand; released: they were given back.
  stock_status      text not null default 'held' check (stock_status in ('held', 'sold', 'released')),
  -- Sums of what the payments captured and gave back: written only beside the rows that they sum.
  captured          bigint not null default 0 check (captured >= 0),
  refunded          bigint not null default 0 check (refunded >= 0),
  -- Unpaid at this moment, it is cancelled and everything given back; null: it waits for as long as it takes.
  hold_until        timestamptz,
  -- The shopper asked for more time, which is granted once.
  hold_extended     boolean not null default false,
  cancel_reason     text,
  placed_at         timestamptz not null,
  paid_at           timestamptz,
  shipped_at        timestamptz,
  delivered_at      timestamptz,
  cancelled_at      timestamptz,
  completed_at      timestamptz,
  -- Whoever changes the order raises it: pages that are open compare.
  version           int not null default 1,
  check (refunded <= captured)
);

alter table checkouts add foreign key (order_id) references orders;

create index orders_unpaid on orders (hold_until) where status = 'in_progress' and pay_status = 'unpaid' and hold_until is not null;
create index orders_by_owner on orders (owner_hash, placed_at desc);
create index orders_by_customer on orders (customer_id, placed_at desc) where customer_id is not null;
create index orders_by_email on orders (lower(email), placed_at desc);
create index orders_by_date on orders (placed_at desc);
create index orders_to_complete on orders (delivered_at, shipped_at) where status = 'in_progress' and pay_status = 'paid';

create table order_lines (
  id         bigint generated always as identity primary key,
  order_id   bigint not null references orders,
  position   int not null,
  -- Null when the catalogue no longer has it; the texts below stay.
  sku_id     bigint references skus on delete set null,
  product_id bigint references products on delete set null,
  sku        text not null,
  slug       text not null,
  -- In the language of the order.
  title      text not null,
  choice     text not null,
  picture    jsonb,
  quantity   int not null check (quantity > 0),
  -- For one, before anything was taken off; then for the line, as in the quote.
  amount     bigint not null check (amount >= 0),
  net        bigint not null check (net >= 0),
  tax        bigint not null check (tax >= 0),
  -- Units that wait in skus.held: all at first; after payment those of a backorder that are still to come; then none.
  held       int not null check (held >= 0 and held <= quantity),
  shipped    int not null default 0 check (shipped >= 0 and shipped <= quantity),
  unique (order_id, position)
);

create index order_lines_by_sku on order_lines (sku_id);

-- What happened to an order, in order: shown to the shopper, mailed, and proof for the history checker.
create table order_events (
  id         bigint generated always as identity primary key,
  order_id   bigint not null references orders,
  kind       text not null,
  -- customer, operator, timer, provider
  actor      text not null,
  data       jsonb not null default '{}',
  at         timestamptz not null,
  -- Mails and live messages about it are on their way; null: still to be made.
  handled_at timestamptz
);

create index order_events_by_order on order_events (order_id, id);
create index order_events_open on order_events (id) where handled_at is null;

-- Every change of skus.on_hand and skus.held that an order or the operator made. Never updated, never deleted.
create table stock_moves (
  id       bigint generated always as identity primary key,
  sku_id   bigint not null,
  order_id bigint references orders,
  kind     text not null check (kind in ('hold', 'release', 'sale', 'restock', 'adjust')),
  on_hand  int not null,
  held     int not null,
  at       timestamptz not null
);

create index stock_moves_by_sku on stock_moves (sku_id, id);
create index stock_moves_by_order on stock_moves (order_id) where order_id is not null;

create table payments (
  id            bigint generated always as identity primary key,
  order_id      bigint not null references orders,
  -- The configuration's method, and who carries it out.
  method        text not null,
  provider      text not null,
  -- The provider's own name for it; null until it has one.
  reference     text,
  amount        bigint not null check (amount > 0),
  currency      char(3) not null,
  status        text not null default 'created' check (status in ('created', 'pending', 'captured', 'failed', 'cancelled')),
  captured      bigint not null default 0 check (captured >= 0 and captured <= amount),
  refunded      bigint not null default 0 check (refunded >= 0),
  -- Why it failed, by the name of a problem.
  failure       text,
  -- What the provider needs to go on with it: an address to return to, a client secret. Never a card number.
  data          jsonb not null default '{}',
  -- When the provider is asked next; null: nothing is open.
  next_check_at timestamptz,
  checks        int not null default 0,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  unique (provider, reference),
  check (refunded <= captured)
);

create index payments_by_order on payments (order_id, id);
create index payments_to_check on payments (next_check_at) where next_check_at is not null;
-- One payment of an order is open at a time: two tabs cannot start two charges.
create unique index payments_one_open on payments (order_id) where status in ('created', 'pending');

-- What providers told us, each once: by webhook, by the shopper's return, or because we asked.
create table payment_events (
  id          bigint generated always as identity primary key,
  provider    text not null,
  -- The provider's id of the event; what we asked for ourselves has one made of what it said.
  event_id    text not null,
  payment_id  bigint references payments,
  source      text not null check (source in ('webhook', 'return', 'check', 'operator')),
  kind        text not null,
  amount      bigint,
  currency    char(3),
  -- applied, ignored (nothing new), or refused (and why)
  outcome     text not null,
  at          timestamptz not null,
  unique (provider, event_id)
);

create index payment_events_by_payment on payment_events (payment_id);

create table refunds (
  id         bigint generated always as identity primary key,
  order_id   bigint not null references orders,
  -- Null: given as store credit.
  payment_id bigint references payments,
  amount     bigint not null check (amount > 0),
  reason     text not null,
  -- What it was for: `cancel:<order>`, `return:<slug>`, `operator:<key>`: the same refund is not made twice.
  cause      text not null unique,
  status     text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  -- The provider's own name for it.
  reference  text,
  failure    text,
  created_at timestamptz not null,
  done_at    timestamptz
);

create index refunds_by_order on refunds (order_id);
create index refunds_pending on refunds (id) where status = 'pending';

create table shipments (
  id              bigint generated always as identity primary key,
  order_id        bigint not null references orders,
  carrier         text not null,
  tracking_number text not null,
  tracking_url    text,
  shipped_at      timestamptz not null,
  delivered_at    timestamptz
);

create index shipments_by_order on shipments (order_id);

create table shipment_lines (
  shipment_id   bigint not null references shipments on delete cascade,
  order_line_id bigint not null references order_lines,
  quantity      int not null check (quantity > 0),
  primary key (shipment_id, order_line_id)
);

-- Uses of a coupon that count. Its guarded counter `coupons.used_count` keeps the limit in all, the key here that of
-- each customer.
create table coupon_uses (
  coupon_id bigint not null references coupons on delete cascade,
  -- The customer's id, or the e-mail address in lower case: `c:17`, `m:who@example.org`.
  who       text not null,
  -- 1 up to the coupon's limit for each customer.
  slot      int not null check (slot > 0),
  order_id  bigint not null references orders,
  at        timestamptz not null,
  primary key (coupon_id, who, slot)
);

create index coupon_uses_by_order on coupon_uses (order_id);

-- Store credit: only ever added to; a balance is a sum.
create table credit_entries (
  id          bigint generated always as identity primary key,
  customer_id bigint not null,
  currency    char(3) not null,
  amount      bigint not null check (amount <> 0),
  kind        text not null check (kind in ('earned', 'refund', 'spent', 'returned', 'adjusted')),
  order_id    bigint references orders,
  -- The same entry is not made twice.
  cause       text not null unique,
  at          timestamptz not null
);

create index credit_entries_by_customer on credit_entries (customer_id, currency);

-- The built-in gateway of the demo shop keeps its own books, as a real one would: nothing of the shop writes here.
create table demo_charges (
  reference  text primary key,
  amount     bigint not null check (amount > 0),
  currency   char(3) not null,
  status     text not null default 'open' check (status in ('open', 'waiting', 'captured', 'declined', 'cancelled')),
  refunded   bigint not null default 0 check (refunded >= 0 and refunded <= amount),
  return_url text not null,
  notify_url text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Webhooks that the demo gateway has still to send.
create table demo_notices (
  id         bigint generated always as identity primary key,
  event_id   text not null,
  reference  text not null references demo_charges,
  kind       text not null,
  send_at    timestamptz not null,
  tries      int not null default 0
);

create index demo_notices_due on demo_notices (send_at);
