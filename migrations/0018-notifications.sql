-- What the bell tells. One line a reason: what is told twice is there once.
create table notification (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id) on delete cascade,
  reason text not null,
  title text not null check (char_length(title) between 1 and 120),
  text text not null check (char_length(text) <= 500),
  -- where it leads: a path of this site
  path text not null check (path ~ '^/[^/]'),
  created_at timestamptz not null,
  read_at timestamptz,
  unique (member_id, reason)
);
create index notification_member_id_idx on notification (member_id, created_at desc, id desc);
create index notification_unread_idx on notification (member_id) where read_at is null;
