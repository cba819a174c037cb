-- A time that is kept for two hours for a member who would rather come earlier, beside the one that they may be choosing.
alter table booking
  add column is_offer boolean not null default false,
  add constraint booking_offer_check check (not is_offer or state = 'reserved');
drop index booking_one_reserved_idx;
create unique index booking_one_reserved_idx on booking (member_id) where state = 'reserved' and not is_offer;

-- Who would rather come earlier than they have booked: in line by when they said so first.
create table earlier_wish (
  booking_id uuid primary key references booking (id) on delete cascade,
  wished_at timestamptz not null
);
create index earlier_wish_line_idx on earlier_wish (wished_at, booking_id);

-- When they could come. None: they have got what they wished.
create table earlier_window (
  booking_id uuid not null references earlier_wish (booking_id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (booking_id, starts_at),
  check (starts_at < ends_at)
);

-- A time that became free, offered to one member alone; nobody is offered the same time twice.
create table earlier_offer (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references earlier_wish (booking_id) on delete cascade,
  -- what keeps the time from others; null: it is kept no more
  hold_id uuid unique references booking (id) on delete set null,
  starts_at timestamptz not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('accepted', 'declined', 'lapsed')),
  unique (booking_id, starts_at)
);
create unique index earlier_offer_one_open_idx on earlier_offer (booking_id) where answer is null;
create index earlier_offer_open_idx on earlier_offer (expires_at) where answer is null;
