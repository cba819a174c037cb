create extension if not exists btree_gist;

-- What a line of the ledger is for, and until when an extension lets a package run (PRODUCT D22).
alter table entitlement_entry
  -- the session or the piece of work: used, returned and forfeited once each
  add column cause_id uuid,
  add column extends_until timestamptz,
  add constraint entitlement_entry_extension_check check ((kind = 'extension') = (extends_until is not null));
create unique index entitlement_entry_one_cause_idx on entitlement_entry (cause_id, kind) where cause_id is not null;

-- Sessions that are paid for by a package and have not begun: used in the ledger, not yet received in a refund.
create table reserved_session (
  cause_id uuid primary key,
  entitlement_id uuid not null references entitlement (id),
  starts_at timestamptz not null
);
create index reserved_session_entitlement_id_idx on reserved_session (entitlement_id);

-- How a consultant works. Without a row nobody can book them.
create table availability (
  consultant_id uuid primary key references consultant (id) on delete cascade,
  time_zone text not null,
  -- kept free before and after each session
  buffer_minutes integer not null default 10 check (buffer_minutes between 0 and 120),
  minimum_notice_minutes integer not null default 720 check (minimum_notice_minutes between 0 and 20160),
  horizon_days integer not null default 60 check (horizon_days between 1 and 365),
  -- sessions a day by their own calendar; null: as many as fit
  daily_limit integer check (daily_limit between 1 and 50),
  -- where they meet members who come online
  meeting_url text check (meeting_url ~ '^https://' and char_length(meeting_url) <= 500)
);

-- Hours of every week by the consultant's clock on the wall, as minutes from midnight.
create table weekly_hours (
  consultant_id uuid not null references availability (consultant_id) on delete cascade,
  -- ISO 8601: 1 is Monday
  weekday integer not null check (weekday between 1 and 7),
  starts_minute integer not null check (starts_minute between 0 and 1439),
  ends_minute integer not null check (ends_minute between 1 and 1440),
  primary key (consultant_id, weekday, starts_minute),
  check (starts_minute < ends_minute)
);

-- Hours of one day in place of the weekly ones.
create table day_hours (
  consultant_id uuid not null references availability (consultant_id) on delete cascade,
  day date not null,
  starts_minute integer not null check (starts_minute between 0 and 1439),
  ends_minute integer not null check (ends_minute between 1 and 1440),
  primary key (consultant_id, day, starts_minute),
  check (starts_minute < ends_minute)
);

-- Days on which nobody can be booked: a holiday, an illness.
create table day_off (
  consultant_id uuid not null references availability (consultant_id) on delete cascade,
  day date not null,
  reason text check (char_length(reason) <= 200),
  primary key (consultant_id, day)
);

-- Which sessions of the packages a consultant holds. Whoever has no row holds every one of their services.
create table consultant_session (
  consultant_id uuid not null references availability (consultant_id) on delete cascade,
  package_id text not null references package (id),
  line_key text not null,
  primary key (consultant_id, package_id, line_key)
);

-- Where a consultant is busy elsewhere, as their own calendar says.
create table imported_calendar (
  id uuid primary key default gen_random_uuid(),
  consultant_id uuid not null references availability (consultant_id) on delete cascade,
  url text not null check (char_length(url) <= 2000),
  fetched_at timestamptz,
  -- what went wrong the last time, in words
  problem text,
  unique (consultant_id, url)
);
create table busy_time (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references imported_calendar (id) on delete cascade,
  consultant_id uuid not null references consultant (id) on delete cascade,
  during tstzrange not null check (not isempty(during))
);
create index busy_time_during_idx on busy_time using gist (consultant_id, during);
create index busy_time_calendar_id_idx on busy_time (calendar_id);

-- A session at a time with a consultant: first held for a few minutes while it is confirmed, then booked.
create table booking (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  -- null: their entry is gone
  consultant_id uuid references consultant (id) on delete set null,
  entitlement_id uuid not null references entitlement (id),
  line_key text not null,
  -- as it was bought
  package_id text not null,
  title text not null,
  minutes integer not null check (minutes > 0),
  is_unlimited boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- with what is kept free before and after
  occupied tstzrange not null,
  state text not null check (state in ('reserved', 'booked', 'cancelled', 'held', 'missed')),
  -- of one that is not confirmed yet: from then on the time is anybody's
  reserved_until timestamptz,
  place text check (place in ('online', 'phone')),
  phone text,
  notes text check (char_length(notes) <= 2000),
  -- RFC 5545: which version of it a calendar has
  sequence integer not null default 0,
  created_at timestamptz not null,
  booked_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('member', 'consultant', 'administrator', 'system')),
  -- cancelled too late: it counts as used (PRODUCT D21)
  is_forfeited boolean not null default false,
  check (ends_at = starts_at + minutes * interval '1 minute'),
  check (occupied @> tstzrange(starts_at, ends_at)),
  check ((state = 'reserved') = (reserved_until is not null)),
  check ((state = 'reserved') = (booked_at is null)),
  check ((state = 'cancelled') = (cancelled_at is not null)),
  check ((cancelled_at is null) = (cancelled_by is null)),
  check (state = 'reserved' or place is not null),
  check (place is distinct from 'phone' or phone is not null),
  constraint booking_slot_free exclude using gist (consultant_id with =, occupied with &&)
    where (state in ('reserved', 'booked', 'held', 'missed')),
  constraint booking_member_free exclude using gist (member_id with =, tstzrange(starts_at, ends_at) with &&)
    where (state in ('booked', 'held', 'missed'))
);
create unique index booking_one_reserved_idx on booking (member_id) where state = 'reserved';
-- Without limit, but one at a time.
create unique index booking_one_open_idx on booking (member_id, package_id, line_key) where state = 'booked' and is_unlimited;
create index booking_member_id_idx on booking (member_id, starts_at desc, id desc);
create index booking_consultant_id_idx on booking (consultant_id, starts_at);
create index booking_entitlement_id_idx on booking (entitlement_id) where state = 'booked';
create index booking_upcoming_idx on booking (starts_at) where state = 'booked';
create index booking_lapsing_idx on booking (reserved_until) where state = 'reserved';
