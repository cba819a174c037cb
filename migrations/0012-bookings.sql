create table availability (
  consultant_id uuid primary key references consultant (id) on delete cascade,
  time_zone text not null,
  buffer_minutes integer not null default 10 check (buffer_minutes between 0 and 120),
  minimum_notice_minutes integer not null default 720 check (minimum_notice_minutes between 0 and 20160),
  horizon_days integer not null default 60 check (horizon_days between 1 and 365),
  daily_limit integer check (daily_limit between 1 and 50),
  meeting_url text check (meeting_url ~ '^https://' and char_length(meeting_url) <= 500),
  version integer not null default 0,
  -- A single URL: white space or control characters in it would break the link.
  constraint availability_meeting_url_whole check (meeting_url !~ '[[:cntrl:][:space:]]')
);
comment on table availability is 'When a consultant can be booked. Without a row, they cannot be booked.';
comment on column availability.time_zone is 'IANA name. Weekly hours, day hours and days off use this time zone.';
comment on column availability.buffer_minutes is 'Kept free before and after each session.';
comment on column availability.horizon_days is 'How far ahead sessions can be booked.';
comment on column availability.daily_limit is
  'Maximum number of sessions a day, in the consultant''s time zone. Null: no limit.';
comment on column availability.meeting_url is 'The meeting link for online sessions.';
comment on column availability.version is
  'For optimistic locking: saving an outdated copy could make a sick day bookable again.';

create table weekly_hours (
  consultant_id uuid not null references availability (consultant_id) on delete cascade,
  weekday integer not null check (weekday between 1 and 7),
  starts_minute integer not null check (starts_minute between 0 and 1439),
  ends_minute integer not null check (ends_minute between 1 and 1440),
  primary key (consultant_id, weekday, starts_minute),
  check (starts_minute < ends_minute)
);
comment on table weekly_hours is 'Hours of each week in which a consultant can be booked.';
comment on column weekly_hours.weekday is 'ISO 8601: 1 is Monday.';
comment on column weekly_hours.starts_minute is
  'Local clock time in minutes: 540 is 09:00, also on days of clock changes; likewise ends_minute.';

create table day_hours (
  consultant_id uuid not null references availability (consultant_id) on delete cascade,
  day date not null,
  starts_minute integer not null check (starts_minute between 0 and 1439),
  ends_minute integer not null check (ends_minute between 1 and 1440),
  primary key (consultant_id, day, starts_minute),
  check (starts_minute < ends_minute)
);
comment on table day_hours is 'Hours of one day that replace the weekly hours.';
comment on column day_hours.starts_minute is
  'Local clock time in minutes: 540 is 09:00, also on days of clock changes; likewise ends_minute.';

create table day_off (
  consultant_id uuid not null references availability (consultant_id) on delete cascade,
  day date not null,
  reason text check (char_length(reason) <= 200),
  primary key (consultant_id, day)
);
comment on table day_off is 'A day on which a consultant cannot be booked, such as a holiday or sick day.';

create table consultant_session_type (
  consultant_id uuid not null references availability (consultant_id) on delete cascade,
  package_id text not null references package (id),
  line_key text not null,
  primary key (consultant_id, package_id, line_key)
);
comment on table consultant_session_type is
  'A session type that a consultant offers. Without any rows, they offer all those of their services.';

create table imported_calendar (
  id uuid primary key default gen_random_uuid(),
  consultant_id uuid not null references availability (consultant_id) on delete cascade,
  url text check (char_length(url) <= 2000),
  sealed bytea,
  url_hash bytea,
  fetched_at timestamptz,
  problem text,
  unique (consultant_id, url),
  constraint imported_calendar_address_check check ((url is null) <> (sealed is null)),
  constraint imported_calendar_hash_check check ((sealed is null) = (url_hash is null)),
  constraint imported_calendar_url_hash_key unique (consultant_id, url_hash)
);
comment on table imported_calendar is 'A consultant''s external calendar, which shows when they are busy.';
comment on column imported_calendar.url is
  'Null if "sealed" is set. Otherwise the URL itself, until the job "seal-data" seals it.';
comment on column imported_calendar.sealed is
  'The URL, encrypted with a key outside the database (docs/decisions/0033).';
comment on column imported_calendar.url_hash is
  'SHA-256, to recognise a repeated URL: the same URL is encrypted differently each time.';
comment on column imported_calendar.problem is
  'Message about the last import: an error, or events that could not be read.';

create table busy_time (
  id uuid primary key default gen_random_uuid(),
  calendar_id uuid not null references imported_calendar (id) on delete cascade,
  consultant_id uuid not null references consultant (id) on delete cascade,
  during tstzrange not null check (not isempty(during))
);
comment on table busy_time is 'When a consultant is busy, according to an imported calendar.';
create index busy_time_during_idx on busy_time using gist (consultant_id, during);
create index busy_time_calendar_id_idx on busy_time (calendar_id);

create table booking (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  consultant_id uuid references consultant (id) on delete set null,
  entitlement_id uuid not null references entitlement (id),
  line_key text not null,
  package_id text not null,
  title text not null,
  minutes integer not null check (minutes > 0),
  is_unlimited boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  occupied tstzrange not null,
  state text not null check (state in ('reserved', 'booked', 'cancelled', 'held', 'missed')),
  reserved_until timestamptz,
  is_offer boolean not null default false,
  place text check (place in ('online', 'phone')),
  phone text,
  notes text check (char_length(notes) <= 2000),
  sequence integer not null default 0,
  created_at timestamptz not null,
  booked_at timestamptz,
  moved_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('member', 'consultant', 'administrator', 'system')),
  is_forfeited boolean not null default false,
  returned_at timestamptz,
  check (ends_at = starts_at + minutes * interval '1 minute'),
  check (occupied @> tstzrange(starts_at, ends_at)),
  check ((state = 'reserved') = (reserved_until is not null)),
  check ((state = 'reserved') = (booked_at is null)),
  check ((state = 'cancelled') = (cancelled_at is not null)),
  check ((cancelled_at is null) = (cancelled_by is null)),
  check (state = 'reserved' or place is not null),
  check (place is distinct from 'phone' or phone is not null),
  constraint booking_offer_check check (not is_offer or state = 'reserved'),
  constraint booking_returned_check check (returned_at is null or (not is_forfeited and state <> 'reserved')),
  constraint booking_slot_free exclude using gist (consultant_id with =, occupied with &&)
    where (state in ('reserved', 'booked', 'held', 'missed')),
  constraint booking_member_free exclude using gist (member_id with =, tstzrange(starts_at, ends_at) with &&)
    where (state in ('booked', 'held', 'missed'))
);
comment on table booking is
  'A session with a consultant: reserved for a few minutes until it is confirmed, then booked.';
comment on column booking.consultant_id is 'Null: the consultant''s profile was deleted.';
comment on column booking.line_key is
  'The package line that it uses; package_id, title and minutes are copied from the purchased version.';
comment on column booking.occupied is 'The session with the buffers before and after it.';
comment on column booking.reserved_until is 'When an unconfirmed reservation expires.';
comment on column booking.is_offer is
  'A two-hour reservation for a member of the waitlist, beside one that they may be making themselves.';
comment on column booking.sequence is 'Revision number for calendars (RFC 5545).';
comment on column booking.moved_at is
  'When it was last moved. A session that was moved at short notice needs no reminder.';
comment on column booking.is_forfeited is 'Cancelled too late, so it counts as used (PRODUCT D21).';
comment on column booking.returned_at is 'When staff returned a session that had counted as used (PRODUCT D21).';
create unique index booking_one_reserved_idx on booking (member_id) where state = 'reserved' and not is_offer;
-- Unlimited sessions can be booked only one at a time.
create unique index booking_one_open_idx on booking (member_id, package_id, line_key)
  where state = 'booked' and is_unlimited;
create index booking_member_id_idx on booking (member_id, starts_at desc, id desc);
create index booking_consultant_id_idx on booking (consultant_id, starts_at);
create index booking_entitlement_id_idx on booking (entitlement_id) where state = 'booked';
-- Sessions of an ended package, in any state.
create index booking_of_entitlement_idx on booking (entitlement_id);
-- Lists look up the first session held with a package once for each row.
create index booking_first_held_idx on booking (entitlement_id, starts_at) where state = 'held';
create index booking_upcoming_idx on booking (starts_at) where state = 'booked';
create index booking_lapsing_idx on booking (reserved_until) where state = 'reserved';
-- Sessions of all consultants by start time, and the lists behind the metrics of the back office.
create index booking_starts_at_idx on booking (starts_at, id) where state <> 'reserved';
create index booking_state_idx on booking (state, starts_at, id) where state <> 'reserved';
create index booking_held_idx on booking (starts_at desc, id desc) where state = 'held';
create index booking_missed_idx on booking (starts_at desc, id desc) where state = 'missed';
create index booking_moved_at_idx on booking (moved_at desc, id desc) where moved_at is not null;

create trigger booking_after_start before insert on booking for each row execute function refuse_before_start();
create trigger booking_moved_after_start before update of moved_at on booking for each row
  when (new.moved_at is distinct from old.moved_at) execute function refuse_before_start();

create table booking_file (
  booking_id uuid not null references booking (id),
  number integer not null check (number between 1 and 5),
  file_id uuid not null unique references stored_file (id),
  added_at timestamptz not null,
  primary key (booking_id, number)
);
comment on table booking_file is
  'A file for a session. Bookings are never deleted, so it is purged 6 years after the package ended.';
comment on column booking_file.number is
  'Allows at most five files, even with concurrent uploads. Reused once a file is removed.';

create table session_note (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references booking (id) on delete cascade,
  author_id uuid not null references account (id),
  is_shared boolean not null,
  text text not null check (char_length(text) between 1 and 4000),
  written_at timestamptz not null
);
comment on table session_note is 'A consultant''s note on a session, private or shared with the member.';
create index session_note_booking_id_idx on session_note (booking_id, written_at desc, id desc);
create index session_note_author_id_idx on session_note (author_id, written_at desc, id desc);

create table waitlist_entry (
  booking_id uuid primary key references booking (id) on delete cascade,
  joined_at timestamptz not null
);
comment on table waitlist_entry is
  'A member''s place on the waitlist for a time earlier than their booking. Sorted by joined_at.';
create index waitlist_entry_joined_at_idx on waitlist_entry (joined_at, booking_id);

create table waitlist_window (
  booking_id uuid not null references waitlist_entry (booking_id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (booking_id, starts_at),
  check (starts_at < ends_at)
);
comment on table waitlist_window is
  'A period in which the member could come. Without any, the member is no longer waiting.';

create table waitlist_offer (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references waitlist_entry (booking_id) on delete cascade,
  reservation_id uuid unique references booking (id) on delete set null,
  starts_at timestamptz not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('accepted', 'declined', 'lapsed')),
  unique (booking_id, starts_at)
);
comment on table waitlist_offer is
  'A free slot offered to one waiting member at a time, and never twice for the same booking.';
comment on column waitlist_offer.reservation_id is
  'The booking that reserves the slot. Null: it is no longer reserved.';
create unique index waitlist_offer_one_open_idx on waitlist_offer (booking_id) where answer is null;
create index waitlist_offer_open_idx on waitlist_offer (expires_at) where answer is null;

create table rating (
  booking_id uuid primary key references booking (id) on delete cascade,
  score integer not null check (score between 1 and 5),
  words text check (words = btrim(words) and char_length(words) between 1 and 1000),
  may_publish boolean not null,
  consent_version text,
  consented_at timestamptz,
  rated_at timestamptz not null,
  shown_name text check (char_length(shown_name) between 1 and 40),
  check (may_publish = (consent_version is not null)),
  check (may_publish = (consented_at is not null)),
  check (not may_publish or words is not null),
  constraint rating_named_check check (may_publish = (shown_name is not null)),
  unique (booking_id, may_publish)
);
comment on table rating is
  'A member''s rating of a session that took place. Its text is published only with their consent.';
comment on column rating.consent_version is 'The version of the consent text.';
comment on column rating.shown_name is
  'The name published with the text, as shown beside the consent box. Later profile changes do not affect it.';
create index rating_publishable_idx on rating (rated_at desc, booking_id desc) where may_publish;

-- A member who names a guardian is under 18. Nothing of theirs is published, even if they consented before.
create function withdraw_permissions() returns trigger language plpgsql set search_path from current as $$
begin
  update rating set may_publish = false, consent_version = null, consented_at = null, shown_name = null
    from booking where booking.id = rating.booking_id and booking.member_id = new.id and rating.may_publish;
  return null;
end $$;
create trigger account_guardian after update of guardian_name on account for each row
  when (old.guardian_name is null and new.guardian_name is not null)
  execute function withdraw_permissions();
