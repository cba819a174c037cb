-- How an administrator closed a case, and who it was.
alter table payment_anomaly
  add column resolution text,
  add column resolved_by uuid references account (id),
  add constraint payment_anomaly_resolution_check check ((resolved_at is null) = (resolution is null));
create index payment_anomaly_open_idx on payment_anomaly (found_at desc, id desc) where resolved_at is null;

-- How often following an event has failed: after a few times a person has to look.
alter table stripe_event add column failures integer not null default 0;

-- From which network address a payment was begun, for a day: cards that are tried one after the other are stopped there too.
create table payment_origin (
  purchase_id uuid primary key references purchase (id),
  address_key text not null,
  noted_at timestamptz not null
);

-- One run at a time works through the purchases, whichever process it is in. Held by real time, and taken over from a
-- process that has ended.
create table payment_reconciliation (
  payment_mode text primary key check (payment_mode in ('sandbox', 'stripe')),
  holder uuid not null,
  held_until timestamptz not null
);
