create table subscription (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  package_id text not null,
  package_version integer not null,
  market text not null references market (id),
  currency text not null check (currency in ('GBP', 'USD')),
  net integer not null check (net > 0),
  tax_rate_basis_points integer not null,
  tax_label text not null,
  tax integer not null check (tax >= 0),
  total integer not null,
  payment_mode text not null check (payment_mode in ('sandbox', 'stripe')),
  provider_id text unique,
  status text not null check (status in ('incomplete', 'active', 'past_due', 'unpaid', 'ended')),
  cancels_at_period_end boolean not null default false,
  period_ends_at timestamptz,
  delayed_days integer not null check (delayed_days >= 0),
  past_due_since timestamptz,
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  created_at timestamptz not null,
  ended_at timestamptz,
  foreign key (package_id, package_version) references package_version (package_id, version),
  check (total = net + tax),
  check ((status = 'ended') = (ended_at is not null)),
  check (status <> 'past_due' or past_due_since is not null)
);
comment on table subscription is
  'A monthly package that renews until it is cancelled (PAYMENTS §6.6). Copies the state at the provider.';
comment on column subscription.net is
  'Minor units, like tax and total. Every period costs this, even if the package price changes.';
comment on column subscription.period_ends_at is 'End of the provider''s current period, when it charges again.';
comment on column subscription.delayed_days is
  'Without consent to start at once, each period starts this many days after payment (PRODUCT D19).';
comment on column subscription.past_due_since is
  'Since when a renewal is unpaid. Access continues for the grace period.';
comment on column subscription.card_brand is 'With card_last4, identifies the charged card for the member.';
-- Prevents a second subscription to a package while one is live (PAYMENTS §6.6).
create unique index subscription_one_live_idx on subscription (member_id, package_id) where ended_at is null;
create index subscription_member_id_idx on subscription (member_id, created_at desc);
create index subscription_live_idx on subscription (created_at) where ended_at is null;
create index subscription_ended_at_idx on subscription (ended_at desc, id desc) where ended_at is not null;

create table purchase (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  package_id text not null,
  package_version integer not null,
  status text not null check (
    status in ('pending', 'completed', 'partially_refunded', 'refunded', 'disputed', 'failed', 'cancelled')
  ),
  market text not null references market (id),
  currency text not null check (currency in ('GBP', 'USD')),
  net integer not null check (net > 0),
  tax_rate_basis_points integer not null,
  tax_label text not null,
  tax integer not null check (tax >= 0),
  total integer not null,
  refunded integer not null default 0,
  consent_version text not null,
  consent_start_now boolean not null,
  consent_acknowledge_loss boolean not null,
  consent_at timestamptz not null,
  start_now_version text,
  start_now_at timestamptz,
  payment_mode text not null check (payment_mode in ('sandbox', 'stripe')),
  payment_intent_id text unique,
  provider_invoice_id text unique,
  is_processing boolean not null default false,
  reference text unique,
  buyer_kind text not null default 'consumer' check (buyer_kind in ('consumer', 'business')),
  company_name text,
  vat_number text,
  billing_address text[],
  billing_country text check (billing_country ~ '^[A-Z]{2}$'),
  buyer_is_minor boolean,
  guardian_confirmed_at timestamptz,
  subscription_id uuid references subscription (id),
  upgrades_purchase_id uuid references purchase (id),
  upgrade_credit integer check (upgrade_credit >= 0),
  created_at timestamptz not null,
  completed_at timestamptz,
  foreign key (package_id, package_version) references package_version (package_id, version),
  check (total = net + tax),
  check ((reference is null) = (completed_at is null)),
  check (completed_at is null or status not in ('pending', 'failed', 'cancelled')),
  constraint purchase_refunded_check check (refunded between 0 and total),
  constraint purchase_business_check check ((buyer_kind = 'business') = (company_name is not null)),
  constraint purchase_upgrade_check check ((upgrades_purchase_id is null) = (upgrade_credit is null)),
  -- A buyer under 18 needs the consent of their guardian.
  constraint purchase_guardian_check check ((buyer_is_minor is true) = (guardian_confirmed_at is not null)),
  constraint purchase_start_now_check check ((start_now_version is null) = (start_now_at is null))
);
comment on table purchase is
  'One package purchase, or one paid period of a subscription (PRODUCT D11), from checkout to refund.';
comment on column purchase.net is
  'Minor units, like tax, total and refunded. The agreed price is never recalculated (PRODUCT D1).';
comment on column purchase.refunded is 'Completed and pending refunds plus lost disputes, at most the total.';
comment on column purchase.consent_version is
  'Version of the text of the two consent boxes (PRODUCT D19). The answers and their time follow.';
comment on column purchase.start_now_version is
  'Version of the text agreed to for starting before the chosen day (PRODUCT D19). The time follows.';
comment on column purchase.payment_mode is
  '"sandbox" or "stripe": sandbox documents have their own number sequences (PRODUCT D12).';
comment on column purchase.is_processing is
  'The provider last reported that the bank is processing the payment: the member can only wait.';
comment on column purchase.reference is
  'Shown to people. Assigned when the payment completes, without gaps (PRODUCT D12).';
comment on column purchase.buyer_kind is 'A consumer may withdraw within 14 days, a business may not (CCR 2013).';
comment on column purchase.billing_address is
  'Lines as entered. With an address, a full invoice is issued (VAT Regulations 1995 reg. 14).';
comment on column purchase.buyer_is_minor is 'Null if the package does not ask (PRODUCT D24).';
comment on column purchase.guardian_confirmed_at is
  'When the guardian agreed. Kept as proof after their address is purged.';
comment on column purchase.upgrades_purchase_id is
  'The purchase that this one replaces. Its unused part, upgrade_credit in minor units, is refunded.';
-- Two tabs or a double click share one pending purchase.
create unique index purchase_one_pending_idx on purchase (member_id, package_id) where status = 'pending';
-- A purchase can be credited to one upgrade only. An abandoned upgrade can be started again.
create unique index purchase_one_upgrade_idx on purchase (upgrades_purchase_id)
  where upgrades_purchase_id is not null and status not in ('cancelled', 'failed');
create index purchase_member_id_idx on purchase (member_id, created_at desc, id desc);
create index purchase_pending_idx on purchase (created_at) where status = 'pending';
create index purchase_subscription_id_idx on purchase (subscription_id) where subscription_id is not null;
create index purchase_of_subscription_idx on purchase (completed_at desc, id desc)
  where subscription_id is not null and completed_at is not null;
create index purchase_completed_at_idx on purchase (completed_at desc, id desc) where completed_at is not null;
-- The staff list, by date of payment or else of creation, newest first, with one index for each filter.
create index purchase_dated_idx on purchase (coalesce(completed_at, created_at) desc, id desc);
create index purchase_status_idx on purchase (status, coalesce(completed_at, created_at) desc, id desc);
create index purchase_package_idx on purchase (package_id, coalesce(completed_at, created_at) desc, id desc);
create index purchase_currency_idx on purchase (currency, coalesce(completed_at, created_at) desc, id desc);
-- Search by prefix.
create index purchase_reference_prefix_idx on purchase (reference text_pattern_ops);
-- Staff search members by prefixes of any word in the names of the businesses they bought for, split like
-- account.search_words.
create index purchase_company_words_idx on purchase using gin (
  array_to_tsvector(array_remove(regexp_split_to_array(lower(company_name), '[\s!-/:-@[-`{-~]+'), ''))
) where company_name is not null;

create table entitlement (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  package_id text not null,
  package_version integer not null,
  source text not null check (source in ('purchased', 'granted')),
  purchase_id uuid unique references purchase (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  bought_until timestamptz,
  cancelled_at timestamptz,
  is_settled boolean not null default false,
  deliverables_planned_at timestamptz,
  is_start_notified boolean not null default false,
  is_end_notified boolean not null default false,
  foreign key (package_id, package_version) references package_version (package_id, version),
  check (starts_at < ends_at),
  check ((source = 'purchased') = (purchase_id is not null)),
  constraint entitlement_bought_until_check check (bought_until > starts_at and bought_until < ends_at)
);
comment on table entitlement is
  'A package that a member has, purchased or granted by staff. Its balance is the sum of its entries.';
comment on column entitlement.bought_until is
  'The end before the first extension, used for refunds (PRODUCT D22). Null: never extended.';
comment on column entitlement.is_settled is
  'True once the package has ended and its unused sessions have expired (PRODUCT D22).';
comment on column entitlement.deliverables_planned_at is
  'When its deliverables were created. Null: not yet, or an early start changed their due dates.';
comment on column entitlement.is_start_notified is
  'The member was notified of the start, or need not be; likewise is_end_notified.';
create index entitlement_member_id_idx on entitlement (member_id, starts_at desc, id desc);
create index entitlement_ends_at_idx on entitlement (ends_at, member_id) where cancelled_at is null;
-- Files and deliverables of a package are purged by its end, even if it was cancelled.
create index entitlement_ended_idx on entitlement (ends_at, id);
create index entitlement_unsettled_idx on entitlement (ends_at) where not is_settled;
create index entitlement_unplanned_idx on entitlement (ends_at, id)
  where deliverables_planned_at is null and cancelled_at is null;
create index entitlement_start_unnotified_idx on entitlement (starts_at, id) where not is_start_notified;
create index entitlement_end_unnotified_idx on entitlement (ends_at, id) where not is_end_notified;

create table entitlement_entry (
  id uuid primary key default gen_random_uuid(),
  entitlement_id uuid not null references entitlement (id),
  line_key text not null,
  kind text not null check (kind in ('grant', 'use', 'return', 'forfeit', 'extension', 'expiry')),
  quantity integer,
  cause_id uuid,
  extends_until timestamptz,
  occurred_at timestamptz not null,
  reason text,
  check (quantity is not null or kind = 'grant'),
  constraint entitlement_entry_extension_check check ((kind = 'extension') = (extends_until is not null))
);
comment on table entitlement_entry is
  'A ledger entry, which never changes: the balance of a package is the sum of its entries (PRODUCT D22).';
comment on column entitlement_entry.quantity is
  'Positive: granted or returned. Negative: used or expired. 0: no effect on the balance. Null: unlimited.';
comment on column entitlement_entry.cause_id is
  'The booking or deliverable, recorded at most once for each kind of entry.';
comment on column entitlement_entry.extends_until is 'The new end of an extended package.';
create index entitlement_entry_entitlement_id_idx on entitlement_entry (entitlement_id);
-- A line is granted once, even if a payment is reported several times.
create unique index entitlement_entry_one_grant_idx on entitlement_entry (entitlement_id, line_key)
  where kind = 'grant';
create unique index entitlement_entry_one_cause_idx on entitlement_entry (cause_id, kind) where cause_id is not null;

create trigger entitlement_entry_never_changes before update or delete on entitlement_entry
  for each row execute function refuse_change();

-- Nobody, including staff, can use, book or move anything of a package before it starts (PRODUCT D19).
create function refuse_before_start() returns trigger language plpgsql set search_path from current as $$
declare
  asked_at timestamptz;
begin
  if tg_table_name = 'booking' then
    asked_at := coalesce(new.moved_at, new.created_at);
  else
    asked_at := new.occurred_at;
  end if;
  if exists (select from entitlement where id = new.entitlement_id and starts_at > asked_at) then
    raise exception 'Nothing of a package can be used or booked before it starts' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger use_after_start before insert on entitlement_entry for each row
  when (new.kind = 'use' and new.quantity < 0) execute function refuse_before_start();

create table reserved_session (
  cause_id uuid primary key,
  entitlement_id uuid not null references entitlement (id),
  starts_at timestamptz not null
);
comment on table reserved_session is
  'A future session booked with a package. It is used in the ledger; for refunds it is not yet received.';
comment on column reserved_session.cause_id is 'The booking.';
create index reserved_session_entitlement_id_idx on reserved_session (entitlement_id);

create table number_sequence (
  sequence text primary key,
  last_number integer not null check (last_number > 0)
);
comment on table number_sequence is
  'A gapless sequence. The paying transaction locks its row until the commit (docs/decisions/0006).';

create table document (
  sequence text not null,
  number integer not null,
  reference text not null unique,
  kind text not null constraint document_kind_check check (kind in ('invoice', 'credit_note', 'credit_note_reversal')),
  purchase_id uuid not null references purchase (id),
  -- The foreign keys of these two columns are in 0011-payments.sql, after the tables they refer to.
  refund_id uuid,
  dispute_id text,
  issued_at timestamptz not null,
  content jsonb not null,
  primary key (sequence, number),
  constraint document_cause_check check ((kind = 'invoice') = (refund_id is null and dispute_id is null))
);
comment on table document is
  'An invoice or credit note, immutable once issued. Purged after 84 months, when no law requires it.';
comment on column document.refund_id is
  'The refund of a credit note. If a dispute took the money, dispute_id is set instead.';
comment on column document.content is 'Everything printed on the document except its number.';
create unique index document_one_invoice_idx on document (purchase_id) where kind = 'invoice';
create unique index document_one_refund_idx on document (refund_id, kind) where refund_id is not null;
create unique index document_one_dispute_idx on document (dispute_id, kind) where dispute_id is not null;
create index document_purchase_id_idx on document (purchase_id);
create index document_issued_at_idx on document (issued_at);
-- Lists by kind and by currency, newest first, and search by the prefix of a reference.
create index document_kind_idx on document (kind, issued_at desc);
create index document_currency_idx on document ((content ->> 'currency'), issued_at desc);
create index document_reference_prefix_idx on document (reference text_pattern_ops);

create trigger document_never_changes before update on document for each row execute function refuse_change();
create trigger document_stays before delete on document for each row
  when (old.issued_at > now() - interval '84 months') execute function refuse_change();

create table exchange_rate (
  currency text not null check (currency in ('USD')),
  valid_from date not null,
  units_per_pound numeric not null check (units_per_pound > 0),
  source text not null,
  primary key (currency, valid_from)
);
comment on table exchange_rate is
  'Units of a currency per pound from a date on. Tax in another currency is also stated in sterling.';
