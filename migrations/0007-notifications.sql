create table notification (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id) on delete cascade,
  reason text not null,
  title text not null check (char_length(title) between 1 and 120),
  text text not null check (char_length(text) <= 500),
  path text not null check (path ~ '^/[^/]'),
  created_at timestamptz not null,
  read_at timestamptz,
  retired_at timestamptz,
  unique (member_id, reason)
);
comment on table notification is
  'An entry of the notification bell. Purged 12 months after it was read or 24 months after it was created.';
comment on column notification.reason is 'Identifies the event, so that the member is notified only once.';
comment on column notification.path is 'The page of this site that the notification opens.';
comment on column notification.retired_at is
  'When the member completed the task of a welcome notification, which is not listed from then on.';
create index notification_member_id_idx on notification (member_id, created_at desc, id desc);
create index notification_unread_idx on notification (member_id) where read_at is null;
create index notification_read_at_idx on notification (read_at) where read_at is not null;
create index notification_created_at_idx on notification (created_at);

create trigger notification_listed after insert or delete on notification
  for each row execute function signal_member('member_id');
create trigger notification_read after update of read_at on notification
  for each row when (old.read_at is distinct from new.read_at) execute function signal_member('member_id');
create trigger notification_retired after update of retired_at on notification
  for each row when (old.retired_at is distinct from new.retired_at) execute function signal_member('member_id');
