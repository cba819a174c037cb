-- One thing that a package promises: the third of eight posts. Whether its package was cancelled is not stored here.
create table deliverable_item (
  id uuid primary key default gen_random_uuid(),
  -- in the order in which they were planned, which is that of the package
  sequence bigint not null generated always as identity unique,
  entitlement_id uuid not null references entitlement (id),
  member_id uuid not null references account (id),
  line_key text not null,
  number integer not null check (number >= 1),
  promised integer not null,
  title text not null,
  unit text not null,
  due_on date not null,
  -- null: whoever advises on its service may take it
  consultant_id uuid references consultant (id) on delete set null,
  state text not null default 'planned' check (state in ('planned', 'in_progress', 'for_approval', 'delivered')),
  -- since when the member has been asked
  asked_at timestamptz,
  -- by the member; what a consultant delivers without asking has none
  approved_at timestamptz,
  delivered_at timestamptz,
  planned_at timestamptz not null,
  unique (entitlement_id, line_key, number),
  check (number <= promised),
  check ((state = 'delivered') = (delivered_at is not null)),
  check (approved_at is null or delivered_at is not null),
  check (state <> 'for_approval' or asked_at is not null)
);
create index deliverable_item_member_id_idx on deliverable_item (member_id, due_on desc, sequence);
create index deliverable_item_consultant_id_idx on deliverable_item (consultant_id, due_on, sequence);
create index deliverable_item_open_idx on deliverable_item (due_on, sequence) where state <> 'delivered';

-- What was made of it, one after the other: a file, or words.
create table item_version (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references deliverable_item (id) on delete cascade,
  number integer not null check (number between 1 and 50),
  file_id uuid unique references stored_file (id),
  note text check (char_length(note) between 1 and 5000),
  made_at timestamptz not null,
  -- null: only the consultant sees it
  published_at timestamptz,
  unique (item_id, number),
  check (file_id is not null or note is not null)
);

create table item_comment (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references deliverable_item (id) on delete cascade,
  author text not null check (author in ('member', 'consultant')),
  -- which version it asks to change, where it does
  asks_change_of integer check (asks_change_of is null or author = 'member'),
  text text not null check (char_length(text) between 1 and 2000),
  written_at timestamptz not null
);
create index item_comment_item_id_idx on item_comment (item_id, written_at);
