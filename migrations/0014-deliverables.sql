create table deliverable (
  id uuid primary key default gen_random_uuid(),
  sequence bigint not null generated always as identity unique,
  entitlement_id uuid not null references entitlement (id),
  member_id uuid not null references account (id),
  line_key text not null,
  number integer not null check (number >= 1),
  promised integer not null,
  title text not null,
  unit text not null,
  due_on date not null,
  consultant_id uuid references consultant (id) on delete set null,
  state text not null default 'planned' check (state in ('planned', 'in_progress', 'for_approval', 'delivered')),
  approval_requested_at timestamptz,
  approved_at timestamptz,
  delivered_at timestamptz,
  planned_at timestamptz not null,
  unique (entitlement_id, line_key, number),
  check (number <= promised),
  check ((state = 'delivered') = (delivered_at is not null)),
  check (approved_at is null or delivered_at is not null),
  check (state <> 'for_approval' or approval_requested_at is not null)
);
comment on table deliverable is
  'One item that a package promises, such as the third of eight posts. Purged 6 years after the package ended.';
comment on column deliverable.sequence is 'Order of creation, which follows the order of the package.';
comment on column deliverable.number is 'Its number among the promised items of the same line.';
comment on column deliverable.due_on is 'Date in London time.';
comment on column deliverable.consultant_id is 'Null: any consultant for the service may take it.';
comment on column deliverable.state is 'Does not show whether the package was cancelled.';
comment on column deliverable.approval_requested_at is 'Since when the member has been asked to approve it.';
comment on column deliverable.approved_at is
  'When the member approved it. Null if the consultant delivered it without asking.';
create index deliverable_member_id_idx on deliverable (member_id, due_on desc, sequence);
create index deliverable_consultant_id_idx on deliverable (consultant_id, due_on, sequence);
create index deliverable_open_idx on deliverable (due_on, sequence) where state <> 'delivered';
-- All deliverables, by state and due date.
create index deliverable_state_idx on deliverable (state, due_on, sequence);
create index deliverable_consultant_state_idx on deliverable (consultant_id, state, due_on, sequence);
create index deliverable_due_idx on deliverable ((due_on::timestamp at time zone 'Europe/London'), id)
  where state <> 'delivered';

create table deliverable_version (
  id uuid primary key default gen_random_uuid(),
  deliverable_id uuid not null references deliverable (id) on delete cascade,
  number integer not null check (number between 1 and 50),
  file_id uuid unique references stored_file (id),
  note text check (char_length(note) between 1 and 5000),
  made_at timestamptz not null,
  published_at timestamptz,
  unique (deliverable_id, number),
  check (file_id is not null or note is not null)
);
comment on table deliverable_version is 'A version of a deliverable, with a file or text.';
comment on column deliverable_version.published_at is 'Null: visible only to the consultant.';

create table deliverable_comment (
  id uuid primary key default gen_random_uuid(),
  deliverable_id uuid not null references deliverable (id) on delete cascade,
  author text not null check (author in ('member', 'consultant')),
  requests_changes_to integer check (requests_changes_to is null or author = 'member'),
  text text not null check (char_length(text) between 1 and 2000),
  written_at timestamptz not null
);
comment on table deliverable_comment is 'A comment by the member or the consultant on a deliverable.';
comment on column deliverable_comment.requests_changes_to is
  'The number of the version that the comment asks to change, if any.';
create index deliverable_comment_item_id_idx on deliverable_comment (deliverable_id, written_at);
