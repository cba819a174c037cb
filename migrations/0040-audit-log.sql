-- What staff did, to what, and why: by ids and figures, without names, so that it outlives whom it is about.
create table audit_entry (
  id uuid primary key default gen_random_uuid(),
  occurred_at timestamptz not null,
  -- The account stays as an empty shell when somebody leaves.
  actor_id uuid not null references account (id),
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*[.][a-z]+(-[a-z]+)*$' and char_length(action) <= 80),
  object_kind text not null check (object_kind ~ '^[a-z]+(-[a-z]+)*$' and char_length(object_kind) <= 40),
  object_id text not null check (char_length(object_id) between 1 and 200),
  reason text check (char_length(reason) between 1 and 1000),
  -- Of the object, what the action changed.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object')
);
-- Newest first, under each filter of the list.
create index audit_entry_occurred_at_idx on audit_entry (occurred_at desc, id desc);
create index audit_entry_actor_id_idx on audit_entry (actor_id, occurred_at desc, id desc);
create index audit_entry_action_idx on audit_entry (action, occurred_at desc, id desc);
create index audit_entry_object_idx on audit_entry (object_kind, object_id, occurred_at desc, id desc);
create index audit_entry_object_kind_idx on audit_entry (object_kind, occurred_at desc, id desc);

create trigger audit_entry_never_changes before update or delete on audit_entry
  for each row execute function refuse_change();
create trigger audit_entry_stays before truncate on audit_entry
  for each statement execute function refuse_change();
