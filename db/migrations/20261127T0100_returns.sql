-- Returns: what is asked back, decided, sent, received and refunded. Exchanges, claims and withdrawals are
-- among them.

-- An exchange makes an order without a checkout; the operator's orders go through one, as a shopper's do.
alter table orders
  alter column checkout_id drop not null,
  add column source text not null default 'checkout' check (source in ('checkout', 'exchange', 'operator')),
  add check ((source = 'exchange') = (checkout_id is null));

-- Units of the line in returns that are open or done: nobody can ask for them again. Only sent ones can be
-- asked for.
alter table order_lines
  add column returned int not null default 0,
  add check (returned >= 0 and returned <= shipped);

create table returns (
  id                bigint generated always as identity primary key,
  -- "R-" and letters as of orders: its name for everyone.
  number            text not null unique check (number like 'R-%'),
  -- Whose it is, is whose its order is.
  order_id          bigint not null references orders,
  type              text not null check (type in ('return_and_refund', 'exchange', 'refund_only')),
  reason            text not null,
  -- The shop answers for it: no fee, its own time, the way back at the shop's cost.
  is_claim          boolean not null default false,
  -- By the right of withdrawal: nobody has to approve it.
  is_withdrawal     boolean not null default false,
  description       text not null default '' check (length(description) <= 2000),
  refund_to         text not null check (refund_to in ('original', 'credit')),
  status            text not null default 'pending_approval',
  audit_status      text not null default 'pending_approval',
  refusal_reason    text check (length(refusal_reason) <= 1000),
  company           text,
  tracking_number   text,
  -- When the shopper named the parcel, and when it was opened at the shop.
  sent_at           timestamptz,
  received_at       timestamptz,
  -- The parcel is to be sent by then; null while none is due.
  send_by           timestamptz,
  reminded_at       timestamptz,
  -- The RefundQuote of the domain: as it was shown and confirmed; after a decision or a parcel of fewer
  -- units, that of these.
  quote             jsonb not null,
  -- Its total, in minor units of the order's currency, for lists.
  refund_amount     bigint not null check (refund_amount >= 0),
  -- On top of it as store credit.
  bonus             bigint not null default 0 check (bonus >= 0),
  -- Of an exchange: what its price is calculated from, as it was confirmed; and its order, once there is one.
  exchange_terms    jsonb,
  exchange_order_id bigint unique references orders,
  -- The exchange's order was cancelled, and the value of the goods given back for it has been refunded.
  settled_at        timestamptz,
  created_at        timestamptz not null,
  -- Completed, refused, cancelled or expired.
  closed_at         timestamptz,
  version           int not null default 1,
  check (
    (status, audit_status) in (
      ('pending_approval', 'pending_approval'),
      ('pending_approval', 'audit_successful'),
      ('ended', 'audit_failed'),
      ('cancelled', 'pending_approval'),
      ('cancelled', 'audit_successful'),
      ('completed', 'audit_successful'),
      ('ended', 'audit_successful')
    )
  ),
  check ((audit_status = 'audit_failed') = (refusal_reason is not null)),
  check ((type = 'exchange') = (exchange_terms is not null)),
  check (exchange_order_id is null or type = 'exchange'),
  check ((status = 'pending_approval') = (closed_at is null))
);

create index returns_by_order on returns (order_id, id);
-- What the timers look at: parcels that are waited for.
create index returns_waiting on returns (send_by)
  where status = 'pending_approval' and send_by is not null and sent_at is null and received_at is null;
create index returns_exchanged on returns (exchange_order_id)
  where exchange_order_id is not null and settled_at is null;

create table return_lines (
  id              bigint generated always as identity primary key,
  return_id       bigint not null references returns,
  order_line_id   bigint not null references order_lines,
  quantity        int not null check (quantity > 0),
  -- Null before the decision, and before the parcel was opened.
  approved        int check (approved >= 0 and approved <= quantity),
  received        int check (received >= 0 and received <= approved),
  -- What is wanted instead, in the order's language; null of other types.
  exchange_sku_id bigint references skus on delete set null,
  exchange_sku    text,
  exchange_title  text,
  exchange_choice text,
  -- Units of it that wait in skus.held until they become an order.
  exchange_held   int not null default 0 check (exchange_held >= 0 and exchange_held <= quantity),
  unique (return_id, order_line_id),
  check (exchange_held = 0 or exchange_sku is not null)
);

create index return_lines_by_order_line on return_lines (order_line_id);
create index return_lines_by_sku on return_lines (exchange_sku_id) where exchange_sku_id is not null;

create table return_images (
  return_id  bigint not null references returns,
  position   int not null,
  picture_id bigint not null references pictures,
  primary key (return_id, position)
);

create index return_images_by_picture on return_images (picture_id);

-- What happened to a return, in order: shown to the shopper, and mailed.
create table return_events (
  id         bigint generated always as identity primary key,
  return_id  bigint not null references returns,
  kind       text not null,
  -- customer, operator, timer
  actor      text not null,
  data       jsonb not null default '{}',
  at         timestamptz not null,
  -- Mails about it are on their way; null: still to be made.
  handled_at timestamptz
);

create index return_events_by_return on return_events (return_id, id);
create index return_events_open on return_events (id) where handled_at is null;

-- Applications that are not sent yet, as they were typed: one of each order.
create table return_drafts (
  order_id   bigint primary key references orders,
  draft      jsonb not null,
  updated_at timestamptz not null
);

create index return_drafts_old on return_drafts (updated_at);

-- Units that a return holds for an exchange, or puts back on the shelf: they are no order's.
alter table stock_moves add column return_id bigint references returns;

create index stock_moves_by_return on stock_moves (return_id) where return_id is not null;

-- What is given on top for who takes store credit is an entry of its own.
alter table credit_entries drop constraint credit_entries_kind_check;

alter table credit_entries
  add constraint credit_entries_kind_check
    check (kind in ('earned', 'refund', 'spent', 'returned', 'adjusted', 'bonus'));
