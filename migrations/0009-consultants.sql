create table consultant (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null unique references account (id) on delete cascade,
  display_name text not null check (display_name = btrim(display_name) and char_length(display_name) between 1 and 80),
  job_title text check (job_title = btrim(job_title) and char_length(job_title) between 1 and 80),
  summary text not null check (summary = btrim(summary) and char_length(summary) between 1 and 600),
  languages text[] not null check (
    array_to_string(languages, ',', '?')
      ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(,[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?)*$'
  ),
  services text[] not null check (
    cardinality(services) > 0 and services <@ array['MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE']
  ),
  picture bytea check (octet_length(picture) between 1 and 1048576),
  picture_type text check (picture_type in ('image/jpeg', 'image/png', 'image/webp')),
  picture_hash text generated always as (encode(sha256(picture), 'hex')) stored,
  position integer not null default 0,
  published_at timestamptz,
  version integer not null default 1,
  check ((picture is null) = (picture_type is null))
);
comment on table consultant is
  'The public profile of a consultant. An invented person is never presented as real (PRODUCT D16).';
comment on column consultant.account_id is
  'The profile is shown only while this account has the role of consultant and is not disabled.';
comment on column consultant.languages is 'BCP 47 tags in their usual spelling: en, pt-BR, zh-Hant.';
comment on column consultant.picture is
  'In the database, so that every process has it. Without one the initial of the name is shown.';
comment on column consultant.picture_hash is 'Part of the picture''s URL, so that browsers may cache it indefinitely.';
comment on column consultant.position is 'Sort order in lists of consultants.';
comment on column consultant.published_at is 'Null: not shown.';
comment on column consultant.version is 'For optimistic locking, to detect concurrent edits.';

create constraint trigger consultant_content after insert or update or delete on consultant
  deferrable initially deferred for each row execute function record_content_change();

-- The profile is hidden if the account is disabled or no longer has the role of consultant.
create constraint trigger consultant_account_content after update on account
  deferrable initially deferred for each row
  when (
    'consultant' in (old.role, new.role)
    and (old.role is distinct from new.role or old.disabled_at is distinct from new.disabled_at)
  )
  execute function record_content_change();
