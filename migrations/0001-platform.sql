-- The tables that every area needs: changes for open pages, rate limits, stored files and the last backup.

-- For the exclusion constraints of bookings, which combine an id with a time range.
create extension if not exists btree_gist;

-- pg-boss creates its tables under a lock, but its schema before taking that lock. Without this statement, all but one
-- of several processes that start together on an empty database would fail.
create schema if not exists pgboss;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % never change', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
comment on function refuse_change is
  'Keeps records immutable, such as issued documents, payment entries and sold package versions.';

create function signal_member() returns trigger language plpgsql as $$
begin
  perform pg_notify('member', to_jsonb(coalesce(new, old)) ->> tg_argv[0]);
  return null;
end $$;
-- A trigger, because code that forgot to signal would leave pages open that must close.
comment on function signal_member is
  'On commit, signals to open pages that data of a member has changed. The pages then reload it.';

create table content_version (
  id boolean primary key default true check (id),
  version integer not null
);
comment on table content_version is
  'One row. The number increases with every change of public content; page caches compare it.';
insert into content_version (version) values (1);

-- Deferred triggers call it at commit, so that a long transaction does not block others, and only for changed rows.
-- The function sets its search path, because restoring data writes rows with an empty one.
create function record_content_change() returns trigger language plpgsql set search_path from current as $$
begin
  update content_version set version = version + 1;
  return null;
end $$;

-- Unlogged, so that the two writes of each login do not wait for the disk. A crash resets it (docs/decisions/0012).
create unlogged table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
comment on table rate_limit is 'Attempt counters of the rate limits, shared by all processes.';
comment on column rate_limit.key is 'The name of the limit and a hash, so that no email or IP address is stored.';
comment on column rate_limit.points is 'Number of counted attempts.';
comment on column rate_limit.expire is 'Unix time in milliseconds. Null: never expires.';
create index rate_limit_expire_idx on rate_limit (expire);

create table stored_file (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120 and name !~ '[/\\[:cntrl:]]'),
  type text not null check (type in ('pdf', 'docx', 'xlsx', 'pptx', 'png', 'jpeg', 'webp', 'mp4', 'text', 'csv')),
  size integer not null check (size between 1 and 26214400),
  stored_at timestamptz not null,
  place text check (char_length(place) between 1 and 1000),
  key uuid,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  check ((place is null) = (key is null)),
  check (place is null or sha256 is not null),
  unique (place, key)
);
comment on table stored_file is 'A file uploaded by a user or created by us. Deleted with the row that refers to it.';
comment on column stored_file.name is 'Shown to users, without a path.';
comment on column stored_file.size is 'Bytes, at most 25 MB.';
comment on column stored_file.place is
  'The FILES_STORE address that holds the content. Null: the database, in file_piece (docs/decisions/0028).';
comment on column stored_file.key is 'The name of the content in that storage, never reused.';

create table file_piece (
  file_id uuid not null references stored_file (id) on delete cascade,
  number integer not null check (number >= 0),
  content bytea not null check (octet_length(content) between 1 and 262144),
  primary key (file_id, number)
);
comment on table file_piece is
  'Part of a file''s content. Split, so that no process holds a whole file in memory. Included in backups.';
-- Nearly all files are compressed already, so compressing them again would only cost time.
alter table file_piece alter column content set storage external;

create table file_removal (
  place text not null,
  key uuid not null,
  remove_after timestamptz not null,
  primary key (place, key)
);
comment on table file_removal is
  'Content outside the database that has no stored_file row, or none yet. Deleted once the content is deleted.';
create index file_removal_due on file_removal (remove_after);

-- A trigger, so that the content is removed whichever code deletes the row.
create function schedule_file_removal() returns trigger language plpgsql as $$
begin
  insert into file_removal (place, key, remove_after) values (old.place, old.key, now());
  return null;
end
$$;
create trigger stored_file_removal after delete on stored_file
  for each row when (old.place is not null) execute function schedule_file_removal();

create table last_backup (
  is_only boolean primary key default true check (is_only),
  made_at timestamptz not null
);
comment on table last_backup is
  'At most one row: when the last backup was made, so that monitoring notices a missed one.';
