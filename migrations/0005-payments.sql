-- The member at the payment provider.
create table payment_customer (
  member_id uuid not null references account (id),
  payment_mode text not null check (payment_mode in ('sandbox', 'stripe')),
  provider_id text not null unique,
  primary key (member_id, payment_mode)
);

-- Money that moved at the provider, once each. Only ever added.
create table payment_entry (
  kind text not null check (kind in ('charge', 'refund')),
  provider_id text not null,
  purchase_id uuid not null references purchase (id),
  -- minor units: a charge is positive, a refund negative
  amount integer not null,
  currency text not null check (currency in ('GBP', 'USD')),
  occurred_at timestamptz not null,
  primary key (kind, provider_id)
);
create index payment_entry_purchase_id_idx on payment_entry (purchase_id);

-- Events are hints: stored before the provider is answered, then followed up by reading the object back.
create table stripe_event (
  id text primary key,
  type text not null,
  payment_intent_id text,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index stripe_event_open_idx on stripe_event (received_at) where handled_at is null;

-- What the provider says and what we hold do not agree: a person has to look.
create table payment_anomaly (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject text not null,
  detail jsonb not null,
  found_at timestamptz not null,
  unique (kind, subject)
);
