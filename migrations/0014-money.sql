-- A monthly package that renews until it is cancelled (PAYMENTS §6.6). What the provider says of it is copied here only
-- from the object that was read back.
create table subscription (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  package_id text not null,
  package_version integer not null,
  market text not null references market (id),
  currency text not null check (currency in ('GBP', 'USD')),
  -- each period costs this, whatever the package costs later
  net integer not null check (net > 0),
  tax_rate_basis_points integer not null,
  tax_label text not null,
  tax integer not null check (tax >= 0),
  total integer not null,
  payment_mode text not null check (payment_mode in ('sandbox', 'stripe')),
  provider_id text unique,
  status text not null check (status in ('incomplete', 'active', 'past_due', 'unpaid', 'ended')),
  cancels_at_period_end boolean not null default false,
  -- the provider's period: when it charges again
  period_ends_at timestamptz,
  -- without consent to start at once each period begins this much later than it is paid (PRODUCT D19)
  delayed_days integer not null check (delayed_days >= 0),
  -- since when a renewal is unpaid: access goes on for the days of grace
  past_due_since timestamptz,
  -- the card that is charged, as people know it
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  created_at timestamptz not null,
  ended_at timestamptz,
  foreign key (package_id, package_version) references package_version (package_id, version),
  check (total = net + tax),
  check ((status = 'ended') = (ended_at is not null)),
  check (status <> 'past_due' or past_due_since is not null)
);
-- The slot of PAYMENTS §6.6: a second one cannot be begun while one lives.
create unique index subscription_one_live_idx on subscription (member_id, package_id) where ended_at is null;
create index subscription_member_id_idx on subscription (member_id, created_at desc);
create index subscription_live_idx on subscription (created_at) where ended_at is null;

alter table purchase
  -- a consumer may cancel within 14 days, a business may not (CCR 2013)
  add column buyer_kind text not null default 'consumer' check (buyer_kind in ('consumer', 'business')),
  add column company_name text,
  add column vat_number text,
  -- lines as they were typed: a full invoice is issued where they are there (VAT Regulations 1995 reg. 14)
  add column billing_address text[],
  add column billing_country text check (billing_country ~ '^[A-Z]{2}$'),
  -- each paid period of a subscription is a purchase of its own (PRODUCT D11)
  add column subscription_id uuid references subscription (id),
  add column provider_invoice_id text unique,
  -- bought in place of this one, whose unused part goes back
  add column upgrades_purchase_id uuid references purchase (id),
  -- minor units that were promised to go back for it
  add column upgrade_credit integer check (upgrade_credit >= 0),
  -- what was given back or is on its way back: never more than was paid
  add column refunded integer not null default 0,
  add constraint purchase_refunded_check check (refunded between 0 and total),
  add constraint purchase_business_check check ((buyer_kind = 'business') = (company_name is not null)),
  add constraint purchase_upgrade_check check ((upgrades_purchase_id is null) = (upgrade_credit is null));
-- One package is given in payment once. An upgrade that was given up may be begun again.
create unique index purchase_one_upgrade_idx on purchase (upgrades_purchase_id)
  where upgrades_purchase_id is not null and status not in ('cancelled', 'failed');
create index purchase_subscription_id_idx on purchase (subscription_id) where subscription_id is not null;

-- Every grant, use, return, forfeit, extension and expiry, only ever added: what is left is their sum (PRODUCT D22).
create table entitlement_entry (
  id uuid primary key default gen_random_uuid(),
  entitlement_id uuid not null references entitlement (id),
  line_key text not null,
  kind text not null check (kind in ('grant', 'use', 'return', 'forfeit', 'extension', 'expiry')),
  -- grants and returns add, uses and forfeits take away; null grants without limit
  quantity integer,
  occurred_at timestamptz not null,
  reason text,
  check (quantity is not null or kind = 'grant')
);
create index entitlement_entry_entitlement_id_idx on entitlement_entry (entitlement_id);
-- Granted once, however often a payment is told of.
create unique index entitlement_entry_one_grant_idx on entitlement_entry (entitlement_id, line_key) where kind = 'grant';

-- What packages bought before this ledger was kept have granted.
insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
select entitlement.id, package_line.key, 'grant', package_line.quantity, entitlement.starts_at
from entitlement
join package_line on package_line.package_id = entitlement.package_id and package_line.version = entitlement.package_version;

-- Money on its way back. A request is written before the provider is asked, so that asking twice is asking once.
create table refund (
  id uuid primary key default gen_random_uuid(),
  purchase_id uuid not null references purchase (id),
  -- 'withdrawal': the member within 14 days; 'upgrade': for a better package; 'staff'; 'provider': made at the provider
  kind text not null check (kind in ('withdrawal', 'upgrade', 'staff', 'provider')),
  reason text not null,
  amount integer not null check (amount > 0),
  currency text not null check (currency in ('GBP', 'USD')),
  status text not null check (status in ('requested', 'pending', 'succeeded', 'failed')),
  provider_id text unique,
  failure_reason text,
  ends_access boolean not null,
  requested_by uuid references account (id),
  requested_at timestamptz not null,
  settled_at timestamptz
);
create index refund_purchase_id_idx on refund (purchase_id);
create index refund_open_idx on refund (requested_at) where status in ('requested', 'pending');
-- Pressed twice is asked once.
create unique index refund_one_withdrawal_idx on refund (purchase_id) where kind in ('withdrawal', 'upgrade') and status <> 'failed';

create table dispute (
  provider_id text primary key,
  purchase_id uuid not null references purchase (id),
  amount integer not null check (amount > 0),
  currency text not null check (currency in ('GBP', 'USD')),
  reason text not null,
  -- 'open' while it is not decided
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz
);
create index dispute_purchase_id_idx on dispute (purchase_id);

alter table payment_entry drop constraint payment_entry_kind_check;
alter table payment_entry add constraint payment_entry_kind_check
  check (kind in ('charge', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal'));

alter table stripe_event add column provider_subscription_id text;

alter table payment_anomaly add column resolved_at timestamptz;

-- Until when the provider's list of events was read.
create table payment_cursor (
  payment_mode text primary key check (payment_mode in ('sandbox', 'stripe')),
  events_until timestamptz not null
);

alter table document drop constraint document_kind_check;
alter table document add constraint document_kind_check check (kind in ('invoice', 'credit_note', 'credit_note_reversal'));
alter table document
  -- what a credit note is for, where it is not money that a dispute took
  add column refund_id uuid references refund (id),
  add column dispute_id text references dispute (provider_id),
  add constraint document_cause_check check ((kind = 'invoice') = (refund_id is null and dispute_id is null));
create unique index document_one_refund_idx on document (refund_id, kind) where refund_id is not null;
create unique index document_one_dispute_idx on document (dispute_id, kind) where dispute_id is not null;
create index document_purchase_id_idx on document (purchase_id);
create index document_issued_at_idx on document (issued_at);

-- How many units of a currency a pound buys: a tax on a paper in another currency is said in sterling as well.
create table exchange_rate (
  currency text not null check (currency in ('USD')),
  valid_from date not null,
  units_per_pound numeric not null check (units_per_pound > 0),
  source text not null,
  primary key (currency, valid_from)
);

-- PRODUCT D24: for whoever is under 18 a guardian says yes before anything is paid.
create table guardian_confirmation (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  package_id text not null references package (id),
  guardian_email text not null,
  token_hash text not null unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  refused_at timestamptz
);
create index guardian_confirmation_member_id_idx on guardian_confirmation (member_id, package_id, requested_at desc);

-- Issued papers and the money's own lines never change. Papers may go once no law asks for them any more.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % never change', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger document_never_changes before update on document for each row execute function refuse_change();
create trigger document_stays before delete on document for each row
  when (old.issued_at > now() - interval '84 months') execute function refuse_change();
create trigger payment_entry_never_changes before update or delete on payment_entry
  for each row execute function refuse_change();
create trigger entitlement_entry_never_changes before update or delete on entitlement_entry
  for each row execute function refuse_change();
