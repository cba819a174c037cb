create table payment_customer (
  member_id uuid not null references account (id),
  payment_mode text not null check (payment_mode in ('sandbox', 'stripe')),
  provider_id text not null unique,
  primary key (member_id, payment_mode)
);
comment on table payment_customer is 'The id of a member at the payment provider.';

create table payment_entry (
  kind text not null
    constraint payment_entry_kind_check
    check (kind in ('charge', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal')),
  provider_id text not null,
  purchase_id uuid not null references purchase (id),
  amount integer not null,
  currency text not null check (currency in ('GBP', 'USD')),
  occurred_at timestamptz not null,
  primary key (kind, provider_id)
);
comment on table payment_entry is 'One movement of money at the provider. Entries never change.';
comment on column payment_entry.amount is 'Minor units: a charge is positive, a refund negative.';
create index payment_entry_purchase_id_idx on payment_entry (purchase_id);
create index payment_entry_occurred_at_idx on payment_entry (occurred_at desc);

create trigger payment_entry_never_changes before update or delete on payment_entry
  for each row execute function refuse_change();

create table stripe_event (
  id text primary key,
  type text not null,
  payment_intent_id text,
  provider_subscription_id text,
  created_at timestamptz,
  received_at timestamptz not null,
  handled_at timestamptz,
  failures integer not null default 0
);
comment on table stripe_event is
  'An event of the provider: a hint to read its object, stored before that is done. Purged after 90 days.';
comment on column stripe_event.created_at is
  'When the provider created the event, to measure the delay until it is processed.';
comment on column stripe_event.failures is
  'Number of failed attempts to process it. After a few, a person must look into it.';
create index stripe_event_open_idx on stripe_event (received_at) where handled_at is null;
create index stripe_event_handled_at_idx on stripe_event (handled_at) where handled_at is not null;
-- Events of one payment or one subscription.
create index stripe_event_payment_idx on stripe_event (payment_intent_id) where payment_intent_id is not null;
create index stripe_event_subscription_idx on stripe_event (provider_subscription_id)
  where provider_subscription_id is not null;

create table payment_cursor (
  payment_mode text primary key check (payment_mode in ('sandbox', 'stripe')),
  events_until timestamptz not null,
  reconciled_at timestamptz
);
comment on table payment_cursor is 'How far payments were read and reconciled, for each payment mode.';
comment on column payment_cursor.events_until is 'The provider''s events were read up to this time.';
comment on column payment_cursor.reconciled_at is 'When the last complete reconciliation ended.';

create table payment_reconciliation (
  payment_mode text primary key check (payment_mode in ('sandbox', 'stripe')),
  locked_by uuid not null,
  locked_until timestamptz not null
);
comment on table payment_reconciliation is
  'The lock of a reconciliation across processes, in real time. A lock left by an ended process is taken over.';

create table payment_anomaly (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject text not null,
  detail jsonb not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  resolution text,
  resolved_by uuid references account (id),
  unique (kind, subject),
  constraint payment_anomaly_resolution_check check ((resolved_at is null) = (resolution is null))
);
comment on table payment_anomaly is 'A difference between the provider''s data and ours that a person must resolve.';
comment on column payment_anomaly.resolution is 'How an administrator resolved it.';
create index payment_anomaly_open_idx on payment_anomaly (found_at desc, id desc) where resolved_at is null;
create index payment_anomaly_resolved_idx on payment_anomaly (found_at desc, id desc) where resolved_at is not null;
create index payment_anomaly_purchase_idx on payment_anomaly ((detail ->> 'purchaseId'));
create index payment_anomaly_subject_idx on payment_anomaly (subject);

create table payment_network (
  purchase_id uuid primary key references purchase (id),
  address_key text not null,
  recorded_at timestamptz not null
);
comment on table payment_network is
  'The network that a payment was started from, kept for a day to limit card testing.';
create index payment_network_recorded_at_idx on payment_network (recorded_at);

create table refund (
  id uuid primary key default gen_random_uuid(),
  purchase_id uuid not null references purchase (id),
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
comment on table refund is
  'Money to a customer. Saved before it is requested from the provider, so that a retry does not pay twice.';
comment on column refund.kind is
  'By the member within 14 days (withdrawal), for an upgrade, by staff, or directly at the provider.';
comment on column refund.amount is 'Minor units.';
create index refund_purchase_id_idx on refund (purchase_id);
create index refund_open_idx on refund (requested_at) where status in ('requested', 'pending');
-- A double click requests only one refund.
create unique index refund_one_withdrawal_idx on refund (purchase_id)
  where kind in ('withdrawal', 'upgrade') and status <> 'failed';

create table dispute (
  provider_id text primary key,
  purchase_id uuid not null references purchase (id),
  amount integer not null check (amount > 0),
  currency text not null check (currency in ('GBP', 'USD')),
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz
);
comment on table dispute is 'A chargeback: the customer''s bank demands the money back.';
comment on column dispute.amount is 'Minor units.';
comment on column dispute.status is '"open" until it is decided.';
create index dispute_purchase_id_idx on dispute (purchase_id);

alter table document
  add constraint document_refund_id_fkey foreign key (refund_id) references refund (id),
  add constraint document_dispute_id_fkey foreign key (dispute_id) references dispute (provider_id);

create table guardian_confirmation (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  package_id text not null references package (id),
  package_version integer not null,
  market text not null references market (id),
  currency text not null check (currency in ('GBP', 'USD')),
  tax integer not null check (tax >= 0),
  total integer not null check (total > tax),
  guardian_email text not null,
  token_hash text not null unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  refused_at timestamptz,
  foreign key (package_id, package_version) references package_version (package_id, version),
  constraint guardian_confirmation_one_answer_check check (confirmed_at is null or refused_at is null)
);
comment on table guardian_confirmation is
  'A request for a guardian''s consent to a payment by a member under 18 (PRODUCT D24). Purged after 37 days.';
comment on column guardian_confirmation.total is
  'Minor units, like tax, as stated in the email. The consent covers only this offer.';
create index guardian_confirmation_member_id_idx on guardian_confirmation (member_id, package_id, requested_at desc);
create index guardian_confirmation_requested_at_idx on guardian_confirmation (requested_at);
-- A new request replaces the unanswered one.
create unique index guardian_confirmation_one_open_idx on guardian_confirmation (member_id, package_id)
  where confirmed_at is null and refused_at is null;
