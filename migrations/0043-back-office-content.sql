-- Whatever is sold is promised in full: what a refund counts with is the whole price (PRODUCT D10, D21).
create function check_package_weights() returns trigger language plpgsql set search_path from current as $$
begin
  if (
    select sum(weight) from package_line where package_id = new.package_id and version = new.version
  ) is distinct from 10000 then
    raise exception 'the lines of version % of % are not worth the whole price', new.version, new.package_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger package_line_weights after insert or update on package_line
  deferrable initially deferred for each row execute function check_package_weights();

-- What becomes of what people write to the company, and whose it is.
alter table message
  add column state text not null default 'new' check (state in ('new', 'in-progress', 'answered', 'closed')),
  add column assignee_id uuid references account (id),
  -- which handling was read: whoever changes it changes that one
  add column version integer not null default 0;

-- What staff did about a message: answers that went out by mail, and notes that stay inside. Gone with the message.
create table message_entry (
  -- made by whoever sends: the same once more is there once
  id uuid primary key,
  message_id uuid not null references message (id) on delete cascade,
  kind text not null check (kind in ('reply', 'note')),
  staff_id uuid not null references account (id),
  text text not null check (char_length(text) between 1 and 5000),
  written_at timestamptz not null
);
create index message_entry_message_idx on message_entry (message_id, written_at, id);
create index message_entry_staff_idx on message_entry (staff_id);

-- The inbox, newest first, under each of its filters.
drop index message_received_idx;
create index message_received_idx on message (received_at desc, id desc) where spam_reason is null;
create index message_spam_idx on message (received_at desc, id desc) where spam_reason is not null;
create index message_state_idx on message (state, received_at desc, id desc) where spam_reason is null;
create index message_kind_idx on message (kind, received_at desc, id desc) where spam_reason is null;
create index message_assignee_idx on message (assignee_id, received_at desc, id desc) where assignee_id is not null;
create index message_writer_idx on message (lower(normalize(email, nfkc)), received_at desc, id desc);

-- Which settings somebody read: two who change them at the same time are told.
alter table company add column version integer not null default 1;

-- A story can be taken off the pages and put back.
alter table story
  add column is_shown boolean not null default true,
  -- as exact as a cursor is
  add column told_at timestamptz not null default date_trunc('milliseconds', now()),
  -- which story somebody read: two who change it at the same time are told
  add column version integer not null default 1;
create index story_told_idx on story (told_at desc, id desc);

-- How the pages call what somebody does, and which entry staff read: two who change it at the same time are told.
alter table consultant
  add column job_title text check (job_title = btrim(job_title) and char_length(job_title) between 1 and 80),
  add column version integer not null default 1;
