create table audit_entry (
  id uuid primary key default gen_random_uuid(),
  occurred_at timestamptz not null,
  actor_id uuid references account (id),
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*[.][a-z]+(-[a-z]+)*$' and char_length(action) <= 80),
  object_kind text not null check (object_kind ~ '^[a-z]+(-[a-z]+)*$' and char_length(object_kind) <= 40),
  object_id text not null check (char_length(object_id) between 1 and 200),
  reason text check (char_length(reason) between 1 and 1000),
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object')
);
comment on table audit_entry is
  'What staff did, to which object and why. Contains no names, so that it can be kept after an erasure.';
comment on column audit_entry.actor_id is
  'Null: the operator, using a command. The account of a person who leaves stays as an empty row.';
comment on column audit_entry.before is 'Only the fields that the action changed; likewise after.';
-- The audit log, newest first, with one index for each filter.
create index audit_entry_occurred_at_idx on audit_entry (occurred_at desc, id desc);
create index audit_entry_actor_id_idx on audit_entry (actor_id, occurred_at desc, id desc);
create index audit_entry_action_idx on audit_entry (action, occurred_at desc, id desc);
create index audit_entry_object_idx on audit_entry (object_kind, object_id, occurred_at desc, id desc);
create index audit_entry_object_kind_idx on audit_entry (object_kind, occurred_at desc, id desc);

create trigger audit_entry_never_changes before update or delete on audit_entry
  for each row execute function refuse_change();
create trigger audit_entry_stays before truncate on audit_entry
  for each statement execute function refuse_change();

create table audit_seal (
  position bigint primary key check (position > 0),
  entry_id uuid not null unique,
  seal text not null check (seal ~ '^[0-9a-f]{64}$')
);
comment on table audit_seal is
  'Chains each audit entry to the one before, which reveals changes even if the triggers were bypassed.';
comment on column audit_seal.entry_id is 'No foreign key: the seal of a removed entry must stay.';
comment on column audit_seal.seal is 'SHA-256 of the previous seal and the entry, in hexadecimal.';

create trigger audit_seal_never_changes before update or delete on audit_seal
  for each row execute function refuse_change();
create trigger audit_seal_stays before truncate on audit_seal
  for each statement execute function refuse_change();

create table audit_check (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  seal text not null,
  checked_at timestamptz not null
);
comment on table audit_check is
  'One row: position and seal of the last verified entry, which reveal a deletion at the end of the log.';

create function seal_of(seal_before text, entry audit_entry) returns text language sql stable as $$
  select encode(sha256(convert_to(seal_before || jsonb_build_array(
    entry.id, extract(epoch from entry.occurred_at), entry.actor_id, entry.action, entry.object_kind, entry.object_id,
    entry.reason, entry.before, entry.after)::text, 'UTF8')), 'hex')
$$;

create function seal_audit_entry() returns trigger language plpgsql as $$
declare
  last_position bigint;
  last_seal text;
begin
  -- Serialises sealing until the transaction ends. That is soon, because the trigger runs at the commit.
  perform pg_advisory_xact_lock(hashtext('audit_seal'));
  select position, seal into last_position, last_seal from audit_seal order by position desc limit 1;
  insert into audit_seal (position, entry_id, seal)
    values (coalesce(last_position, 0) + 1, new.id, seal_of(coalesce(last_seal, ''), new));
  return null;
end
$$;
-- Deferred to the commit, so that the transaction's statements have taken their locks before: this prevents deadlocks.
create constraint trigger audit_entry_is_sealed after insert on audit_entry deferrable initially deferred
  for each row execute function seal_audit_entry();
