-- Staff look for people by how any word of their name or address begins. Only what every PostgreSQL has: words are split
-- at white space and at what stands between words in ASCII. They are kept: where many fit they are looked at one by one.
alter table account add column search_words tsvector generated always as (
  array_to_tsvector(
    array_remove(regexp_split_to_array(lower(first_name || ' ' || last_name || ' ' || email), '[\s!-/:-@[-`{-~]+'), '')
  )
) stored;
create index account_search_words_idx on account using gin (search_words);

-- Newest first, under each filter of the list.
create index account_created_at_idx on account (created_at desc, id desc) where deleted_at is null;
create index account_role_idx on account (role, created_at desc, id desc) where deleted_at is null;
create index account_disabled_at_idx on account (created_at desc, id desc)
  where disabled_at is not null and deleted_at is null;
create index account_deleted_at_idx on account (created_at desc, id desc) where deleted_at is not null;
create index entitlement_ends_at_idx on entitlement (ends_at, member_id) where cancelled_at is null;

-- What staff write for each other about a member. It is about them: they are given it, and it goes with them.
create table member_note (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references account (id),
  author_id uuid not null references account (id),
  text text not null check (char_length(text) between 1 and 4000),
  written_at timestamptz not null
);
create index member_note_member_id_idx on member_note (member_id, written_at desc, id desc);
create index member_note_author_id_idx on member_note (author_id);

-- An administrator looks at the pages of a member, by one login of theirs: it ends with that.
create table member_view (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  member_id uuid not null references account (id),
  administrator_id uuid not null references account (id),
  session_id uuid not null references session (id) on delete cascade,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (expires_at > started_at)
);
create index member_view_member_id_idx on member_view (member_id, started_at desc);
create index member_view_administrator_id_idx on member_view (administrator_id);
create index member_view_session_id_idx on member_view (session_id);

-- The log of mails by whom they went to, newest first.
create index mail_recipient_idx on mail (recipient, created_at desc, id desc);
