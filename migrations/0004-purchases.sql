create table purchase (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  package_id text not null,
  package_version integer not null,
  status text not null check (
    status in ('pending', 'completed', 'partially_refunded', 'refunded', 'disputed', 'failed', 'cancelled')
  ),
  -- the snapshot: these figures are what was agreed, and are never computed again (PRODUCT D1)
  market text not null references market (id),
  currency text not null check (currency in ('GBP', 'USD')),
  net integer not null check (net > 0),
  tax_rate_basis_points integer not null,
  tax_label text not null,
  tax integer not null check (tax >= 0),
  total integer not null,
  -- the two boxes of PRODUCT D19, with the version of the words and the moment
  consent_version text not null,
  consent_start_now boolean not null,
  consent_acknowledge_loss boolean not null,
  consent_at timestamptz not null,
  -- 'sandbox' or 'stripe': documents of the sandbox have a series of their own (PRODUCT D12)
  payment_mode text not null check (payment_mode in ('sandbox', 'stripe')),
  payment_intent_id text unique,
  -- what people read: given out when the payment completes, without gaps (PRODUCT D12)
  reference text unique,
  created_at timestamptz not null,
  completed_at timestamptz,
  foreign key (package_id, package_version) references package_version (package_id, version),
  check (total = net + tax),
  check ((reference is null) = (completed_at is null)),
  check (completed_at is null or status not in ('pending', 'failed', 'cancelled'))
);
-- Two tabs and a double click meet in the same row.
create unique index purchase_one_pending_idx on purchase (member_id, package_id) where status = 'pending';
create index purchase_member_id_idx on purchase (member_id, created_at desc, id desc);
create index purchase_pending_idx on purchase (created_at) where status = 'pending';

create table entitlement (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  package_id text not null,
  package_version integer not null,
  source text not null check (source in ('purchased', 'granted')),
  purchase_id uuid unique references purchase (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  cancelled_at timestamptz,
  foreign key (package_id, package_version) references package_version (package_id, version),
  check (starts_at < ends_at),
  check ((source = 'purchased') = (purchase_id is not null))
);
create index entitlement_member_id_idx on entitlement (member_id, starts_at desc, id desc);

-- One counter row a series; the paying transaction takes the next number and holds the row until it commits.
create table document_series (
  series text primary key,
  last_number integer not null check (last_number > 0)
);

-- Issued documents never change: everything on the paper stands in content.
create table document (
  series text not null,
  number integer not null,
  reference text not null unique,
  kind text not null check (kind in ('invoice', 'credit_note')),
  purchase_id uuid not null references purchase (id),
  issued_at timestamptz not null,
  content jsonb not null,
  primary key (series, number)
);
create unique index document_one_invoice_idx on document (purchase_id) where kind = 'invoice';
