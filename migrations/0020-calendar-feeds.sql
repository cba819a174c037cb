-- Files that go with a letter: its entry for a calendar.
alter table mail add column attachments jsonb not null default '[]';

-- The private address under which a calendar follows somebody's own sessions: one each, and nobody can read it here.
create table calendar_feed (
  account_id uuid primary key references account (id),
  token_hash bytea not null unique,
  created_at timestamptz not null
);

-- Since when a session is at its present time, where that is not the one it was booked at: whoever has just moved it
-- to tomorrow needs no reminder of it.
alter table booking add column moved_at timestamptz;
